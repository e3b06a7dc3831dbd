export const NO_SUCH_MAIL = 'There is no such failed mail any more.';
export const NO_SUCH_JOB = 'There is no such failed job any more.';
