/** Tokens that are neither revoked nor expired. */
export const MAX_TOKENS = 50;
export const MAX_LIFETIME_DAYS = 365;

export const ENTER_TOKEN_NAME = 'Enter a name that says which program uses the token.';
export const CHOOSE_PERMISSION = 'Choose at least one permission.';
export const CHOOSE_EXPIRY = `Enter a day from tomorrow on, within ${MAX_LIFETIME_DAYS} days.`;
export const PERMISSION_NOT_YOURS = 'You can only give a token permissions that you have.';
export const tokenLimit = (max: number): string =>
  `There are already ${max} tokens in use. Revoke one that is no longer needed first.`;
export const NO_SUCH_TOKEN = 'This token does not exist, or was deleted after it had expired.';
export const ALREADY_REVOKED = 'This token is already revoked.';
export const TOKEN_CREATED = 'The token was created.';
export const TOKEN_REVOKED = 'The token was revoked. Programs that use it can no longer call the API.';
