export const NO_SUCH_NOTIFICATION = 'We cannot find this notification.';
