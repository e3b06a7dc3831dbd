export const ENTER_CONVERSATION = 'Enter the token of a link or the id of one of your enquiries.';
export const REPLY_SENT = 'Thank you. Your message has been sent.';
export const TOO_MANY_REPLIES = 'You have sent many messages. Try again in an hour.';
