import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../platform/db/transaction.ts';
import type { CommandContext, Services } from '../../../platform/http/handlers.ts';
import { FORMER_PUBLICATION } from './apply.commands.server.ts';
import { startChange } from './commands.server.ts';
import type { StoredAction } from './schema.ts';

/**
 * Stores and starts a change whose locations another feature has checked.
 * @param items a query of `position`, `line`, `location_id`, `title`, `state`, `reason`, `detail`, `version`, `revision`, `revised_at`, `is_new`
 * @returns the id
 * @throws {ApiError} FORBIDDEN; CONFLICT when it would change nothing
 */
export async function startPreparedChange(
  context: CommandContext & Pick<Services, 'jobs'>,
  { action, items }: { action: StoredAction; items: RawBuilder<unknown> },
): Promise<string> {
  const { trx, actor, at } = context;
  const { id } = await trx
    .insertInto('bulk_changes')
    .values({ action: JSON.stringify(action), created_by: actor.id, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into bulk_change_items
      (bulk_change_id, position, line, location_id, title, state, reason, detail, version, revision, revised_at, is_new)
    select ${id}, position, line, location_id, title, state, reason, detail, version, revision, revised_at, is_new
    from (${items}) item`.execute(trx);
  await startChange(context, { id });
  return id;
}

/** Stores what becomes of locations of a change. */
export async function setItemState(
  trx: Trx,
  id: string,
  locationIds: readonly string[],
  state: 'SAME' | 'UNDONE',
): Promise<void> {
  await sql`
    update bulk_change_items set state = ${state}
    where bulk_change_id = ${id} and location_id = any(${locationIds}::uuid[])`.execute(trx);
}

/**
 * Stores that locations are changed, and what undoing needs: of one that does not exist yet nothing but whether it is published, of another
 * its columns, options and publication.
 */
export async function storeFormerColumns(
  trx: Trx,
  id: string,
  changed: { ids: readonly string[]; published: readonly string[]; columns: readonly string[] },
): Promise<void> {
  const columns = sql.join(changed.columns.map((name) => sql.ref(`l.${name}`)));
  await sql`
    update bulk_change_items i set state = 'CHANGED',
      before = jsonb_build_object('publishes', i.location_id = any(${changed.published}::uuid[])) || coalesce((
        select ${FORMER_PUBLICATION} || jsonb_build_object('values', to_jsonb(former), 'option_ids',
          array(select option_id from location_options where location_id = l.id order by option_id))
        from locations l, lateral (select ${columns}) former where l.id = i.location_id), '{}')
    where i.bulk_change_id = ${id} and i.location_id = any(${changed.ids}::uuid[])`.execute(trx);
}
