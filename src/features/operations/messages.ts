import { formatCount } from '../../platform/text/numbers.ts';

export const NO_SUCH_MAIL = 'We cannot find this failed email. It may have been sent or discarded.';
export const NO_SUCH_JOB = 'We cannot find this failed job. It may have been retried or discarded.';
export const mailsWaiting = (mails: number, lastError: string | null) =>
  `${formatCount(mails, 'email')} will be tried again. The last attempt failed: ${lastError}`;
export const mailsQueuedAgain = (mails: number) => `${formatCount(mails, 'email')} will be sent again.`;
