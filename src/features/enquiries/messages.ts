export const ENTER_COMMENT = 'Tell us what you are looking for.';
