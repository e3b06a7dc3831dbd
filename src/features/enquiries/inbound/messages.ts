import { formatCount } from '../../../platform/text/numbers.ts';

export const FILES_ONLY = '(An email without text)';
export const MAIL_SHORTENED = 'This email was shortened. The whole text is in the mailbox.';
export const MAIL_TOO_COMPLEX = 'This email takes too much memory or time to read.';
export const omittedFile = (name: string, problem: string) => `The attachment ${name} was not accepted. ${problem}`;
export const omittedFiles = (count: number) => `${formatCount(count, 'more attachment')} not accepted: too many.`;
