export const GENERIC_MESSAGE = 'Something went wrong on our side. Please try again in a moment.';
export const OFFLINE = 'We could not reach the site. Check your connection and try again.';
export const OFFLINE_AT_LOAD = 'We could not reach the site. Check your connection, then load the page again.';
export const PAGE_NOT_FOUND = 'Page not found';
export const CHECK_FIELDS = 'Please check the fields that are marked.';
export const LOG_IN_REQUIRED = 'Please log in to do this.';
export const VERIFIED_EMAIL_REQUIRED = 'Please verify your e-mail address first.';
export const PERMISSION_REQUIRED =
  'Your account does not have permission to do this. Log in with another account, or ask an administrator.';
export const UNSTORABLE_CHARACTERS = 'This contains characters that cannot be saved. Remove them and try again.';
export const JSON_OBJECT_REQUIRED = 'Send a JSON object as the body.';
export const DATABASE_UNREACHABLE = 'The site cannot reach its data at the moment. Please try again in a few seconds.';
export const DATABASE_UNREACHABLE_AT_WRITE = `${DATABASE_UNREACHABLE} If you were saving something, first check whether it was saved.`;
export const DISK_FULL = 'There is no space left on our side to save this. Please try again later.';
export const ENTER_JOB_TITLE = 'Enter your job title.';
export const ENTER_YOUR_EMAIL = 'Enter your e-mail address.';
export const ENTER_EMAIL = 'Enter an e-mail address.';
