import { formatCount } from '../../platform/numbers.ts';

export const NO_SUCH_MAIL = 'There is no such failed mail any more.';
export const NO_SUCH_JOB = 'There is no such failed job any more.';
export const mailsQueuedAgain = (mails: number) => `${formatCount(mails, 'mail')} will be sent again.`;
