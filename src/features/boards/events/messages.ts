export const TOO_MANY_STREAMS = 'Too many pages of boards are open. Close some of them, then try again.';
