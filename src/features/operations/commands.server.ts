import type { Trx } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { CommandContext } from '../../platform/http/route-handlers.ts';
import type { JobRetrier, JobSender } from '../../platform/jobs.ts';
import { discardDeadLetter, retryDeadLetter, retryDeadLetters } from '../../platform/mail/dead-letters.ts';
import { recordAudit } from '../audit-log/commands.server.ts';
import { NO_SUCH_MAIL, NO_SUCH_JOB } from './messages.ts';

/** Sends a mail that was given up once more. @throws {ApiError} NOT_FOUND */
export async function retryMail(trx: Trx, jobs: JobSender, { actor, at }: CommandContext, id: string): Promise<void> {
  const kind = await retryDeadLetter(trx, jobs, id);
  if (kind === undefined) throw new ApiError('NOT_FOUND', NO_SUCH_MAIL);
  await recordAudit(trx, { type: 'WORK_RETRIED', actorId: actor.id, details: { mail: id, kind }, at });
}

/** Sends every mail that was given up once more; gives their number. */
export async function retryMails(trx: Trx, jobs: JobSender, { actor, at }: CommandContext): Promise<number> {
  const count = await retryDeadLetters(trx, jobs);
  if (count > 0) await recordAudit(trx, { type: 'WORK_RETRIED', actorId: actor.id, details: { mails: count }, at });
  return count;
}

/** Removes a mail that was given up. @throws {ApiError} NOT_FOUND */
export async function discardMail(trx: Trx, { actor, at }: CommandContext, id: string): Promise<void> {
  const kind = await discardDeadLetter(trx, id);
  if (kind === undefined) throw new ApiError('NOT_FOUND', NO_SUCH_MAIL);
  await recordAudit(trx, { type: 'MAIL_DISCARDED', actorId: actor.id, details: { mail: id, kind }, at });
}

/** Does a job that failed for the last time once more. @throws {ApiError} NOT_FOUND */
export async function retryJob(
  trx: Trx,
  jobs: JobRetrier,
  { actor, at }: CommandContext,
  { queue, id }: { queue: string; id: string },
): Promise<void> {
  if (!(await jobs.retry(trx, queue, id))) throw new ApiError('NOT_FOUND', NO_SUCH_JOB);
  await recordAudit(trx, { type: 'WORK_RETRIED', actorId: actor.id, details: { queue, job: id }, at });
}
