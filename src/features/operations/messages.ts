import { formatCount } from '../../platform/text/numbers.ts';

export const NO_SUCH_MAIL = 'This failed email no longer exists.';
export const NO_SUCH_JOB = 'This failed job no longer exists.';
export const mailsWaiting = (mails: number, lastError: string | null) =>
  `${formatCount(mails, 'mail')} will be tried again. The last attempt failed: ${lastError}`;
export const mailsQueuedAgain = (mails: number) => `${formatCount(mails, 'mail')} will be sent again.`;
