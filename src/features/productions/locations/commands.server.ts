import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../../platform/db/tables.ts';
import type { Trx } from '../../../platform/db/transaction.ts';
import { assertWithinLimit } from '../../../platform/feature/row-limits.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/handlers.ts';
import { CHECK_FIELDS } from '../../../platform/text/common-messages.ts';
import { formatDay } from '../../../platform/text/dates.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import { isLocationInArea } from '../../locations/working-copy/area.queries.server.ts';
import { lockProduction, toAuditEntry } from '../commands.server.ts';
import type { removeProductionLocation, setProductionLocation } from '../contract.ts';
import { DATES_IN_ORDER, NOT_ON_PRODUCTION, NO_SUCH_LOCATION, locationLimit } from '../messages.ts';
import { LOCATION_STATES, type LocationState, MAX_LOCATIONS } from '../schema.ts';
import { addEntry } from '../timeline/commands.server.ts';

/** What is recorded of a location, as the timeline labels it. */
const FIELDS = { state: 'State', used_from: 'First day there', used_to: 'Last day there' } as const;
type Field = keyof typeof FIELDS;
type Values = Pick<Selectable<Database['production_locations']>, Field>;

/**
 * Records how far a production has come with a location, and the days of filming there; what is not given stays. Adds the location as
 * offered if it is not on the list.
 * @throws {ApiError} NOT_FOUND for a production or a new location that the caller may not see; INVALID; CONFLICT at the limit
 */
export async function setLocation(
  context: CommandContext,
  { id, locationId, ...change }: z.output<typeof setProductionLocation.input>,
): Promise<void> {
  const { trx, at } = context;
  const row = await lockProduction(context, id);
  const before = await trx
    .selectFrom('production_locations')
    .select(['title', 'state', 'used_from', 'used_to'])
    .where('production_id', '=', id)
    .where('location_id', '=', locationId)
    .executeTakeFirst();
  const { state = before?.state ?? 'OFFERED' } = change;
  const { used_from = before?.used_from ?? null, used_to = before?.used_to ?? null } = change;
  if (used_from && used_to && used_to < used_from)
    throw new ApiError('INVALID', CHECK_FIELDS, { used_to: DATES_IN_ORDER });
  const values = { state, used_from, used_to };
  const changes = describeChanges(before, values);
  if (changes.length === 0) return;
  const title = before?.title ?? (await getNewTitle(context, id, locationId));
  await trx
    .insertInto('production_locations')
    .values({ production_id: id, location_id: locationId, title, added_at: at, ...values })
    .onConflict((conflict) => conflict.columns(['production_id', 'location_id']).doUpdateSet(values))
    .execute();
  await addEntry(context, id, { kind: 'LOCATION', text: title, changes });
  const { details, ...entry } = toAuditEntry(row, context);
  await recordAudit(trx, { ...entry, locationId, type: 'PRODUCTION_UPDATED', details: { ...details, state } });
}

/** @param before undefined for a new location @param after undefined for one that is removed */
function describeChanges(before: Partial<Values> | undefined, after: Partial<Values> | undefined) {
  const format = (field: Field, value: string | null | undefined) => {
    if (!value) return null;
    return field === 'state' ? LOCATION_STATES[value as LocationState] : formatDay(value);
  };
  return (Object.keys(FIELDS) as Field[])
    .map((field) => ({
      label: FIELDS[field],
      before: format(field, before?.[field]),
      after: format(field, after?.[field]),
    }))
    .filter((change) => change.before !== change.after);
}

async function getNewTitle({ trx, actor }: CommandContext, id: string, locationId: string): Promise<string> {
  const { rows } = await sql<{ title: string }>`
    select title from locations l where l.id = ${locationId}
      and ${isLocationInArea(actor, 'location.administer', sql`l.id`)} for key share`.execute(trx);
  if (!rows[0]) throw new ApiError('NOT_FOUND', NO_SUCH_LOCATION);
  await assertWithinLocationLimit(trx, id, 1);
  return rows[0].title;
}

/** @param adding how many locations are added after this @throws {ApiError} CONFLICT */
export async function assertWithinLocationLimit(trx: Trx, id: string, adding = 0): Promise<void> {
  await assertWithinLimit(trx, {
    lock: `locations of production ${id}`,
    count: sql`select count(*) from production_locations where production_id = ${id}`,
    adding,
    max: MAX_LOCATIONS,
    message: locationLimit,
  });
}

/** Records that a location was visited, unless the production has come further with it. The production must be locked. */
export async function recordVisit(
  context: Pick<CommandContext, 'trx' | 'at'>,
  { productionId, locationId }: { readonly productionId: string; readonly locationId: string },
): Promise<void> {
  const visited = await context.trx
    .updateTable('production_locations')
    .set({ state: 'VISITED' })
    .where('production_id', '=', productionId)
    .where('location_id', '=', locationId)
    .where('state', '=', 'OFFERED')
    .returning('title')
    .executeTakeFirst();
  if (!visited) return;
  const changes = describeChanges({ state: 'OFFERED' }, { state: 'VISITED' });
  await addEntry({ ...context, actor: null }, productionId, { kind: 'LOCATION', text: visited.title, changes });
}

/** Removes a location from a production. @throws {ApiError} NOT_FOUND */
export async function removeLocation(
  context: CommandContext,
  { id, locationId }: z.output<typeof removeProductionLocation.input>,
): Promise<void> {
  const row = await lockProduction(context, id);
  const removed = await context.trx
    .deleteFrom('production_locations')
    .where('production_id', '=', id)
    .where('location_id', '=', locationId)
    .returning(['title', 'state', 'used_from', 'used_to'])
    .executeTakeFirst();
  if (!removed) throw new ApiError('NOT_FOUND', NOT_ON_PRODUCTION);
  const changes = describeChanges(removed, undefined);
  await addEntry(context, id, { kind: 'LOCATION', text: removed.title, changes });
  await recordAudit(context.trx, { ...toAuditEntry(row, context), locationId, type: 'PRODUCTION_UPDATED' });
}
