export const NO_SUCH_NOTIFICATION = 'There is no such notification.';
