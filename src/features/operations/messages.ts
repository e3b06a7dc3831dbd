export const NO_SUCH_MAIL = 'This failed mail no longer exists.';
export const NO_SUCH_JOB = 'This failed job no longer exists.';
