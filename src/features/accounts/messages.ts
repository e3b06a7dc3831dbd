import { cannotFind } from '../../platform/text/common-messages.ts';
import { formatCount } from '../../platform/text/numbers.ts';

export const NO_SUCH_USER = 'We cannot find this user.';
export const USER_CHANGED =
  'Somebody else has changed this user. Your changes are not lost: compare the two versions, then save again.';
export const EMAIL_TAKEN = 'Another user has this email address.';
export const emailOfColleague = (team: string) => `A member of the ${team} already has this email address.`;
export const emailHasAccount = (role: string | undefined) =>
  `This email address already has an account${role ? ` (${role})` : ''}. Invite another email address.`;
export const TOO_MANY_LINKS = 'We have sent you several links already. Please try again in an hour.';
export const TOO_MANY_LINKS_TO_ADDRESS =
  'We have sent several links to this email address already. Please try again in an hour.';
export const TOO_MANY_INVITATIONS =
  'We have sent several invitations to this email address already. Please try again in an hour.';
export const ACCOUNT_CHANGED = 'The account with this email address has just changed. Please try again.';
export const ACCOUNT_UNVERIFIED = 'The account with this email address is not verified, so we do not know who owns it.';
export const OWN_ACCOUNT = 'This is your own account. You can delete it in your profile.';
export const LAST_ADMIN =
  'You are the only one who can administer the site. Invite a colleague first; then you can delete your account.';
export const ACCOUNT_DELETED = 'Your account was deleted.';
export const EMAIL_VERIFIED_ALREADY = 'Your email address is verified already.';
export const LINK_UNUSABLE =
  'This link was used already, is too old, or a newer one was sent. Use the latest one, or ask for another.';
export const WRONG_PASSWORD = 'The email address or the password is wrong. Please check both.';
export const tooManyAttemptsMessage = (wait: string) => `Too many attempts. Please try again in ${wait}.`;
export const ENTER_PASSWORD = 'Enter your password.';
export const ENTER_PASSWORD_AGAIN = 'Enter the password again.';
export const PASSWORDS_DIFFER = "The passwords don't match";
export const CHOOSE_OFFICE = 'Choose a film office.';
export const NO_OFFICE = 'Accounts of this role belong to no film office.';
export const CHOOSE_ROLE = 'Choose how you will use the site.';
export const ENTER_EMAIL_OF_USER = 'Enter the email address.';
export const ENTER_JOB_TITLE = 'Enter your job title.';
export const ENTER_JOB_TITLE_OF_USER = 'Enter the job title.';
export const LOG_OUT_UNCONFIRMED =
  'You are logged out in this browser. We could not reach the site; it will end your session when you next open it.';
export const PROFILE_UPDATED = 'Profile updated successfully';
export const CHECK_YOUR_EMAIL = 'Check your email';
export const WEBSITE_HINT = 'Starts with https:// or http://';
export const LOGGED_OUT = 'You are logged out.';
export const REGISTERED = 'Thank you. Please follow the link in the email that we have sent you.';
export const VERIFICATION_RESENT = 'Email resent, please check your email account.';
export const EMAIL_VERIFIED = 'Your email address is verified. Please log in.';
export const RESET_LINK_SENT =
  'If there is an account with this email address, we have sent it an email with a link to choose a new password.';
export const PASSWORD_CHANGED = 'Your password was changed.';
export const CHOOSE_FIRST_PASSWORD = 'Choose a password';
export const FIRST_PASSWORD_CHOSEN = 'Your account is ready.';
export const emailChangeRequested = (email: string) =>
  `The email address will change when the link that we have sent to ${email} is followed.`;
export const invitationSent = (email: string) => `We have sent an invitation to ${email}.`;
export const USER_DELETED = 'User has been deleted successfully';
export const ENTER_CODE = 'Enter the code.';
export const WRONG_CODE = 'This code is wrong, was used already, or is too old. Enter the current code.';
export const STEP_EXPIRED = 'This step has expired. Start again.';
export const PASSKEY_REFUSED = 'This passkey was not accepted. Please try another way.';
export const PASSKEY_TAKEN = 'This passkey was added already.';
export const passkeyLimit = (max: number) => `An account can have at most ${max} passkeys. Remove one first.`;
export const ENTER_PASSKEY_NAME = 'Enter a name, such as the device that has the passkey.';
export const PASSKEY_ADDED = 'The passkey was added.';
export const NO_SUCH_PASSKEY = cannotFind('passkey');
export const AUTHENTICATOR_ADDED = 'The authenticator app is set up.';
export const AUTHENTICATOR_EXISTS = 'An authenticator app is set up already. Remove it first.';
export const NO_SECOND_FACTOR = 'There is no second factor.';
export const SECOND_FACTOR_REMOVED = 'It was removed.';
export const SECOND_FACTOR_REQUIRED = 'Your role requires a second factor. Add another one before you remove this one.';
export const OWN_SECOND_FACTORS = 'Change your own second factors on the page of your account.';
export const SECOND_FACTORS_RESET = 'The second factors were removed. The user is logged out everywhere.';
export const PASSKEY_NOT_USED = 'No passkey was used. Please try again, or choose another way.';
export const LOG_OUT_INSTEAD = 'This is the session that you are using. Log out to end it.';
export const SESSION_NOT_FOUND = 'This session has ended already.';
export const SESSION_ENDED = 'The session was ended.';
export const userSessionsEnded = (sessions: number) =>
  sessions === 0 ? 'There were no sessions.' : `${formatCount(sessions, 'session was', 'sessions were')} ended.`;
export const otherSessionsEnded = (sessions: number) =>
  sessions === 0
    ? 'There were no other sessions.'
    : `${formatCount(sessions, 'other session was', 'other sessions were')} ended.`;
export const WRONG_OWN_PASSWORD = 'This is not your password. Please check it.';
export const IDENTITY_CONFIRMED = 'Thank you. We will not ask again for ten minutes.';
export const SAME_PASSWORD = 'This is your current password. Choose a new one.';
export const PASSWORD_CHANGED_HERE =
  'Your password was changed. You stay logged in here; your other sessions have ended.';
export const UNKNOWN_DEVICE = 'Unknown browser';
/** @param provider of the owner of the account, if it has no password */
export const ifNotYou = (mailbox: string, provider: string | undefined) =>
  provider === undefined
    ? `If it was not you, choose a new password immediately and write to ${mailbox}.`
    : `If it was not you, change how you log in with ${provider} immediately, and write to ${mailbox}.`;
export const logInWith = (provider: string) => `Log in with ${provider}`;
export const SEE_HOW_YOU_LOG_IN = 'See how you log in';
export const CONFIRM_IDENTITY = 'Confirm that it is you';
export const AUTHENTICATOR_CODE_HINT = 'Six digits, from your authenticator app.';
