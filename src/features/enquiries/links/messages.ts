export const LINK_UNUSABLE = 'This link does not work any more. Write to us to get a new one.';
