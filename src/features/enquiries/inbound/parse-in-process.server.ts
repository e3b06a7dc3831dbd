import { ApiError } from '../../../platform/http/contract.ts';
import { runInProcess } from '../../../platform/file-processes/run-in-process.ts';
import { MAIL_TOO_COMPLEX } from './messages.ts';
import { type IncomingMail, parseMail } from './parse-mail.server.ts';

/** Of most emails, which even hostile content makes neither slow nor large. Starting a process takes longer than they do. */
const MAX_SMALL_BYTES = 32 * 1024;

/**
 * Runs `parseMail`, in a separate process unless the email is small. @throws {ApiError} TOO_LARGE for one that takes too much memory or
 * time
 */
export async function parseInProcess(
  source: Buffer,
  limits: { readonly maxHeapMb?: number } = {},
): Promise<IncomingMail> {
  if (source.length <= MAX_SMALL_BYTES) return parseMail(source);
  const onLimit = () => new ApiError('TOO_LARGE', MAIL_TOO_COMPLEX);
  return (await runInProcess(
    new URL('parse-mail.process.ts', import.meta.url),
    source,
    onLimit,
    limits,
  )) as IncomingMail;
}
