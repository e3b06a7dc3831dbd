import { sql } from 'kysely';
import type { z } from 'zod';
import type { Trx } from '../../../platform/db/transaction.ts';
import { assertWithinLimit } from '../../../platform/feature/row-limits.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/handlers.ts';
import { CHECK_FIELDS } from '../../../platform/text/common-messages.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import { isLocationInArea } from '../../locations/working-copy/area.queries.server.ts';
import { lockProduction, toAuditEntry } from '../commands.server.ts';
import type { removeProductionLocation, setProductionLocation } from '../contract.ts';
import { DATES_IN_ORDER, NOT_ON_PRODUCTION, NO_SUCH_LOCATION, locationLimit } from '../messages.ts';
import { LOCATION_STATES, type LocationState, MAX_LOCATIONS } from '../schema.ts';
import { addEntry } from '../timeline/commands.server.ts';

/**
 * Records how far a production has come with a location; adds the location if it is not on the list.
 * @throws {ApiError} NOT_FOUND for a production or a new location that the caller may not see; INVALID; CONFLICT at the limit
 */
export async function setLocation(
  context: CommandContext,
  { id, locationId, state, used_from, used_to }: z.output<typeof setProductionLocation.input>,
): Promise<void> {
  const { trx, at } = context;
  const row = await lockProduction(context, id);
  if (used_from && used_to && used_to < used_from)
    throw new ApiError('INVALID', CHECK_FIELDS, { used_to: DATES_IN_ORDER });
  const before = await trx
    .selectFrom('production_locations')
    .select(['title', 'state'])
    .where('production_id', '=', id)
    .where('location_id', '=', locationId)
    .executeTakeFirst();
  const title = before?.title ?? (await getNewTitle(context, id, locationId));
  const values = { state, used_from, used_to };
  await trx
    .insertInto('production_locations')
    .values({ production_id: id, location_id: locationId, title, added_at: at, ...values })
    .onConflict((conflict) => conflict.columns(['production_id', 'location_id']).doUpdateSet(values))
    .execute();
  await addEntry(context, id, { kind: 'LOCATION', text: title, changes: [toChange(before?.state, state)] });
  const { details, ...entry } = toAuditEntry(row, context);
  await recordAudit(trx, { ...entry, locationId, type: 'PRODUCTION_UPDATED', details: { ...details, state } });
}

function toChange(before: LocationState | undefined, after: LocationState | undefined) {
  const format = (state: LocationState | undefined) => (state ? LOCATION_STATES[state] : null);
  return { label: 'State', before: format(before), after: format(after) };
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
  const changes = [toChange('OFFERED', 'VISITED')];
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
    .returning(['title', 'state'])
    .executeTakeFirst();
  if (!removed) throw new ApiError('NOT_FOUND', NOT_ON_PRODUCTION);
  const { title, state } = removed;
  await addEntry(context, id, { kind: 'LOCATION', text: title, changes: [toChange(state, undefined)] });
  await recordAudit(context.trx, { ...toAuditEntry(row, context), locationId, type: 'PRODUCTION_UPDATED' });
}
