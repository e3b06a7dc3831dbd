import { sql } from 'kysely';
import { lockByName } from '../../../platform/db/locks.ts';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/handlers.ts';
import { lockCaller } from '../../accounts/commands.server.ts';
import { assertVersions, recordAudit } from '../../audit-log/commands.server.ts';
import { toQueryKey } from '../vocabulary/query-key.ts';
import { LOCATION_NOT_PUBLISHED, MAX_PINS, NO_SUCH_PIN, PIN_CHANGED, QUERY_PINNED, TOO_MANY_PINS } from './messages.ts';
import type { PinForm } from './schema.ts';

interface Reference {
  readonly id: string;
  readonly version?: number | undefined;
}

/** Pins locations to a search. @returns the id @throws {ApiError} INVALID if it has pins, or a location is not published */
export async function addPin(context: CommandContext, { query, locations }: PinForm): Promise<string> {
  const { trx } = context;
  await lockPins(context);
  const { total } = await trx
    .selectFrom('search_pins')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  if (total >= MAX_PINS) throw new ApiError('INVALID', TOO_MANY_PINS);
  const key = await getFreeKey(trx, query);
  await assertPublished(trx, locations);
  const { id } = await trx
    .insertInto('search_pins')
    .values({ query, key, changed_by: context.actor.id, changed_at: context.at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertLocations(trx, id, locations);
  const after = await formatPin(trx, query, locations);
  await recordAudit(trx, {
    type: 'PINNED_RESULTS_SAVED',
    actorId: context.actor.id,
    details: { after },
    at: context.at,
  });
  return id;
}

/** Replaces the search and the locations. One that was pinned before need not be published. @throws {ApiError} as {@link addPin}; NOT_FOUND; CONFLICT */
export async function updatePin(
  context: CommandContext,
  { query, locations, ...reference }: Reference & PinForm,
): Promise<void> {
  const { trx } = context;
  const { id } = reference;
  const pinned = await lockPin(context, reference);
  const key = await getFreeKey(trx, query, id);
  await assertPublished(trx, locations, pinned.locations);
  await trx
    .updateTable('search_pins')
    .set({ query, key, version: pinned.version + 1, changed_by: context.actor.id, changed_at: context.at })
    .where('id', '=', id)
    .execute();
  await trx.deleteFrom('search_pin_locations').where('pin_id', '=', id).execute();
  await insertLocations(trx, id, locations);
  const details = { before: pinned.text, after: await formatPin(trx, query, locations) };
  await recordAudit(trx, { type: 'PINNED_RESULTS_SAVED', actorId: context.actor.id, details, at: context.at });
}

/** @throws {ApiError} NOT_FOUND; CONFLICT */
export async function deletePin(context: CommandContext, reference: Reference): Promise<void> {
  const { trx } = context;
  const { text: before } = await lockPin(context, reference);
  await trx.deleteFrom('search_pins').where('id', '=', reference.id).execute();
  const { actor, at } = context;
  await recordAudit(trx, { type: 'PINNED_RESULTS_DELETED', actorId: actor.id, details: { before }, at });
}

/** Serialises all changes of pins, so that their number can be checked. */
async function lockPins({ trx, actor }: CommandContext): Promise<void> {
  await lockCaller(trx, actor);
  await lockByName(trx, 'search pins');
}

async function lockPin(context: CommandContext, { id, version }: Reference) {
  const { trx } = context;
  await lockPins(context);
  const row = await trx
    .selectFrom('search_pins')
    .select(['query', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND', NO_SUCH_PIN);
  const entry = { actorId: context.actor.id, details: { name: row.query }, at: context.at };
  await assertVersions(trx, entry, [{ expected: version, actual: row.version }], PIN_CHANGED);
  const rows = await trx
    .selectFrom('search_pin_locations')
    .select('location_id')
    .where('pin_id', '=', id)
    .orderBy('position')
    .execute();
  const locations = rows.map(({ location_id }) => location_id);
  return { version: row.version, locations, text: await formatPin(trx, row.query, locations) };
}

/** @param except the id of the pin itself */
async function getFreeKey(trx: Trx, query: string, except?: string): Promise<string> {
  const key = toQueryKey(query);
  const other = await trx.selectFrom('search_pins').select('id').where('key', '=', key).executeTakeFirst();
  if (other && other.id !== except) throw new ApiError('INVALID', QUERY_PINNED, { query: QUERY_PINNED });
  return key;
}

/** Locks the locations, so that none is deleted before it is pinned. @param known ids of those that need not be published */
async function assertPublished(trx: Trx, ids: readonly string[], known: readonly string[] = []): Promise<void> {
  const { rows } = await sql`
    select l.id from locations l
    where id = any(${ids}::uuid[])
      and (id = any(${known}::uuid[]) or exists (select from published_locations p where p.id = l.id))
    order by l.id for key share of l`.execute(trx);
  if (rows.length < ids.length)
    throw new ApiError('INVALID', LOCATION_NOT_PUBLISHED, { locations: LOCATION_NOT_PUBLISHED });
}

async function insertLocations(trx: Trx, pin_id: string, ids: readonly string[]): Promise<void> {
  await trx
    .insertInto('search_pin_locations')
    .values(ids.map((location_id, i) => ({ pin_id, location_id, position: i + 1 })))
    .execute();
}

/** A pin as the audit log shows it: the search, and the titles of its locations. */
async function formatPin(trx: Trx, query: string, ids: readonly string[]): Promise<string> {
  const { rows } = await sql<{ title: string }>`
    select title from unnest(${ids}::uuid[]) with ordinality wanted (id, position) join locations using (id)
    order by position`.execute(trx);
  return `‘${query}’ → ${rows.map(({ title }) => title).join(', ')}`;
}
