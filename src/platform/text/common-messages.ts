export const GENERIC_MESSAGE = 'Something went wrong on our side. Please try again in a moment.';
export const OFFLINE = 'We could not reach the site. Check your connection and try again.';
export const OFFLINE_AT_LOAD = 'We could not reach the site. Check your connection, then load the page again.';
export const PAGE_NOT_FOUND = 'Page not found';
export const CHECK_FIELDS = 'Please check the fields that are marked.';
export const GO_TO_HOME_PAGE = 'Go to the home page';
export const RECORD_SAVED = 'Record saved successfully';
export const LOG_IN_REQUIRED = 'Please log in to do this.';
export const VERIFIED_EMAIL_REQUIRED = 'Please verify your email address first.';
export const PERMISSION_REQUIRED =
  'Your account does not have permission to do this. Log in with another account, or ask an administrator.';
export const IDENTITY_NOT_CONFIRMED = 'Confirm that it is you, then try again. Nothing was changed.';
export const UNSTORABLE_CHARACTERS = 'This contains characters that cannot be saved. Remove them and try again.';
export const JSON_OBJECT_REQUIRED = 'Send a JSON object as the body.';
export const DATABASE_UNREACHABLE = 'The site is not available at the moment. Please try again in a few seconds.';
export const DATABASE_UNREACHABLE_AT_WRITE = `${DATABASE_UNREACHABLE} If you were saving something, first check whether it was saved.`;
export const DISK_FULL = 'This cannot be saved because our storage is full. Please try again later.';
export const NOTHING_PUBLISHED = 'Nothing has been published.';
export const URL_RESERVED = 'This web address is one of the site’s own pages. Choose another.';
export const SAVED_BY_SOMEBODY_ELSE = 'Saved by somebody else';
export const ENTER_YOUR_EMAIL = 'Enter your email address.';
export const ENTER_EMAIL = 'Enter an email address.';
export const ENTER_TITLE = 'Enter a title.';
export const ENTER_TELEPHONE = 'Enter a telephone number.';
// Without these marks the bundler would not leave out the messages of a module that a page does not use.
/** @param thing such as `page` */
/* @__NO_SIDE_EFFECTS__ */
export const cannotFind = (thing: string) => `We cannot find this ${thing}. It may have been deleted.`;
/** @param thing such as `page` */
/* @__NO_SIDE_EFFECTS__ */
export const changedBySomebodyElse = (thing: string) =>
  `Somebody else has changed this ${thing}. Check it, then try again.`;
/** Longer lists are in the description of the API. */
const MAX_LISTED_VALUES = 40;
export const chooseOneOf = (values: readonly unknown[]) => {
  const more = values.length - MAX_LISTED_VALUES;
  return `Choose one of: ${values.slice(0, MAX_LISTED_VALUES).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
};

export const NOT_WITH_SERVICE_TOKEN = 'A service token cannot be used for this. Log in instead.';
export const SERVICE_TOKEN_READ_ONLY = 'This service token can only read. Create one that can change data.';

export const TOO_MANY_UPLOADS = 'Too many uploads at the moment. Try again in a few seconds.';
export const FILE_BYTES_REQUIRED = 'Send the bytes of one file as application/octet-stream.';
export const FILE_NOT_SAVED = 'The file could not be saved. Try again.';
export const FILE_UNREADABLE = 'The file cannot be read at the moment. Try again later.';
