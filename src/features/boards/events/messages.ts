export const TOO_MANY_STREAMS = 'Too many boards are open. Close some tabs, then try again.';
