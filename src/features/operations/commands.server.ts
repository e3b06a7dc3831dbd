import { ApiError } from '../../platform/http/contract.ts';
import type { CommandContext, Services } from '../../platform/http/handlers.ts';
import { discardDeadLetter, retryDeadLetters } from '../../platform/mail/dead-letters.ts';
import { recordAudit } from '../audit-log/commands.server.ts';
import { NO_SUCH_MAIL, NO_SUCH_JOB } from './messages.ts';

type Context = CommandContext & Pick<Services, 'jobs'>;

/** Queues a dead letter again. @throws {ApiError} NOT_FOUND */
export async function retryMail({ trx, actor, at, jobs }: Context, { id }: { id: string }): Promise<void> {
  const [kind] = await retryDeadLetters(trx, jobs, id);
  if (kind === undefined) throw new ApiError('NOT_FOUND', NO_SUCH_MAIL);
  await recordAudit(trx, { type: 'WORK_RETRIED', actorId: actor.id, details: { mail: id, kind }, at });
}

/** Queues all dead letters again and returns their number. */
export async function retryMails({ trx, actor, at, jobs }: Context): Promise<number> {
  const count = (await retryDeadLetters(trx, jobs)).length;
  if (count > 0) await recordAudit(trx, { type: 'WORK_RETRIED', actorId: actor.id, details: { mails: count }, at });
  return count;
}

/** Deletes a dead letter. @throws {ApiError} NOT_FOUND */
export async function discardMail({ trx, actor, at }: CommandContext, { id }: { id: string }): Promise<void> {
  const kind = await discardDeadLetter(trx, id);
  if (kind === undefined) throw new ApiError('NOT_FOUND', NO_SUCH_MAIL);
  await recordAudit(trx, { type: 'MAIL_DISCARDED', actorId: actor.id, details: { mail: id, kind }, at });
}

/** Retries a failed job. @throws {ApiError} NOT_FOUND */
export async function retryJob(
  { trx, actor, at, jobs }: Context,
  { queue, id }: { queue: string; id: string },
): Promise<void> {
  if (!(await jobs.retry(trx, queue, id))) throw new ApiError('NOT_FOUND', NO_SUCH_JOB);
  await recordAudit(trx, { type: 'WORK_RETRIED', actorId: actor.id, details: { queue, job: id }, at });
}
