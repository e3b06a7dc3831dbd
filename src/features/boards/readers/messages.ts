export const SHARE_ENDED = 'This board is no longer shared with you, or was deleted.';
export const TOO_MANY_LINKS =
  'We have already sent several emails to this address today. Use the link of the latest one, or try again tomorrow.';
export const NEW_LINK_SENT = 'We have sent a new link to the email address that the board is shared with.';
