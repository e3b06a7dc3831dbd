import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../platform/db/transaction.ts';
import type { CommandContext } from '../../../platform/http/route-handlers.ts';
import type { JobSender } from '../../../platform/jobs.ts';
import { startChange } from './commands.server.ts';
import type { StoredAction } from './schema.ts';

/**
 * Stores and starts a change whose locations another feature has checked.
 * @param items a query of `position`, `line`, `location_id`, `title`, `state`, `reason`, `detail`, `version`, `revision`, `revised_at`
 * @returns the id
 * @throws {ApiError} FORBIDDEN; CONFLICT when it would change nothing
 */
export async function startPreparedChange(
  trx: Trx,
  jobs: JobSender,
  context: CommandContext,
  { action, items }: { action: StoredAction; items: RawBuilder<unknown> },
): Promise<string> {
  const { id } = await trx
    .insertInto('bulk_changes')
    .values({ action: JSON.stringify(action), created_by: context.actor.id, created_at: context.at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into bulk_change_items
      (bulk_change_id, position, line, location_id, title, state, reason, detail, version, revision, revised_at)
    select ${id}, position, line, location_id, title, state, reason, detail, version, revision, revised_at
    from (${items}) item`.execute(trx);
  await startChange(trx, jobs, context, id);
  return id;
}
