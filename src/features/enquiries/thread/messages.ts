export const REPLY_SENT = 'Thank you. Your message has been sent.';
export const TOO_MANY_REPLIES = 'You have sent many messages. Try again in an hour.';
