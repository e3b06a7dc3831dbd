import { sql } from 'kysely';
import { lockByName } from '../../../../platform/db/locks.ts';
import { assertWithinLimit } from '../../../../platform/feature/row-limits.ts';
import { saveOrder } from '../../../../platform/db/row-order.ts';
import type { Trx } from '../../../../platform/db/transaction.ts';
import type { PublishEvent } from '../../../../platform/db/transaction-events.ts';
import { ApiError } from '../../../../platform/http/contract.ts';
import type { CommandContext, Services } from '../../../../platform/http/handlers.ts';
import { assertVersions, recordAudit } from '../../../audit-log/commands.server.ts';
import type { LocationEvent } from '../../events.ts';
import { countOptionUse, listOfficeAreas } from './queries.server.ts';
import { type ListedOption, listedOption } from './schema.ts';
import type { FacetField } from '../schema.ts';
import * as messages from './messages.ts';

/** Options of one list. */
export const MAX_OPTIONS = 500;

/** Appends options to their lists, in the given order. Existing ones keep their position. */
export async function addOptions(
  trx: Trx,
  options: readonly { readonly field: FacetField; readonly name: string }[],
): Promise<void> {
  if (options.length === 0) return;
  const fields = options.map(({ field }) => field);
  const names = options.map(({ name }) => name);
  await sql`
    insert into options (field, name, position)
    select field, name, place + coalesce((select max(position) from options listed where listed.field = added.field), 0)
    from unnest(${fields}::text[], ${names}::text[]) with ordinality as added (field, name, place)
    on conflict (field, name) do nothing`.execute(trx);
}

/** Sets the council areas of film offices, by name. Unknown names are ignored. */
export async function addOfficeAreas(
  trx: Trx,
  areas: readonly { readonly office: string; readonly authority: string }[],
): Promise<void> {
  const offices = areas.map(({ office }) => office);
  const authorities = areas.map(({ authority }) => authority);
  await sql`
    insert into film_office_areas (authority_id, office_id)
    select authority.id, office.id
    from unnest(${authorities}::text[], ${offices}::text[]) as given (authority, office)
      join options authority on authority.field = 'localauthority' and authority.name = given.authority
      join options office on office.field = 'filmoffice' and office.name = given.office
    on conflict (authority_id) do nothing`.execute(trx);
}

/** The author, null for the command line, and the time of a change. */
interface ListContext {
  readonly actorId: string | null;
  readonly at: Date;
}

/**
 * Adds an option at the end of its list.
 * @throws {ApiError} CONFLICT if the list has one with this name, or the maximum number
 */
export async function addOption(
  { trx, actor, at }: CommandContext,
  { field, name }: { field: FacetField; name: string },
): Promise<void> {
  await lockList(trx, field);
  await assertNameFree(trx, field, name, null);
  await addOptions(trx, [{ field, name }]);
  await assertWithinLimit(trx, {
    lock: `options of ${field}`,
    count: sql`select count(*) from options where field = ${field}`,
    max: MAX_OPTIONS,
    message: messages.optionLimit,
  });
  await recordChange(trx, { actorId: actor.id, at }, { field, added: name });
}

/**
 * Renames an option by name. Published locations show the new name at once.
 * @throws {ApiError} NOT_FOUND; CONFLICT if the list already has the new name
 */
export async function renameOption(
  trx: Trx,
  { field, from, to, ...context }: { field: FacetField; from: string; to: string } & ListContext,
  publishEvent: PublishEvent<LocationEvent>,
): Promise<void> {
  await lockList(trx, field);
  const option = await trx
    .selectFrom('options')
    .select('id')
    .where('field', '=', field)
    .where('name', '=', from)
    .executeTakeFirst();
  if (!option) throw new ApiError('NOT_FOUND', messages.noSuchOption(from));
  await assertNameFree(trx, field, to, option.id);
  await trx.updateTable('options').set({ name: to }).where('id', '=', option.id).execute();
  const published = await trx
    .selectFrom('published_locations')
    .select('id')
    .where(sql<boolean>`option_ids @> array[${option.id}::integer]`)
    .execute();
  await publishEvent(trx, { type: 'option.renamed', ids: published.map(({ id }) => id) });
  await recordChange(trx, context, { field, renamed: from, to });
}

/**
 * Renames an option by id.
 * @param change.was the expected current name
 * @throws {ApiError} NOT_FOUND; CONFLICT if somebody else has renamed it, or the list already has the new name
 */
export async function renameOptionById(
  { trx, actor, at, publishEvent }: CommandContext & Pick<Services, 'publishEvent'>,
  { id, was, name }: { id: number; was?: string | undefined; name: string },
): Promise<void> {
  const context = { actorId: actor.id, at };
  const option = await lockOption(trx, id);
  const conflict = messages.optionRenamed(option.name);
  const entry = { ...context, details: { field: option.field, renamed: option.name } };
  await assertVersions(trx, entry, [{ expected: was, actual: option.name }], conflict);
  await renameOption(trx, { ...context, field: option.field, from: option.name, to: name }, publishEvent);
}

/**
 * Sets the order of the options of a list.
 * @param order.ids all options of the list
 * @throws {ApiError} CONFLICT if the list has other options
 */
export async function orderOptions(
  { trx, actor, at }: CommandContext,
  { field, ids }: { field: FacetField; ids: readonly number[] },
): Promise<void> {
  await lockList(trx, field);
  const known = await trx.selectFrom('options').select('id').where('field', '=', field).execute();
  const given = new Set(ids);
  if (given.size !== ids.length || known.length !== ids.length || known.some(({ id }) => !given.has(id))) {
    throw new ApiError('CONFLICT', messages.OPTIONS_CHANGED);
  }
  const list = { table: 'options', id: 'id', where: sql<boolean>`field = ${field}`, orderBy: sql`position, id` };
  await saveOrder(trx, list, ids);
  await recordChange(trx, { actorId: actor.id, at }, { field, ordered: true });
}

/** Deletes an option. @throws {ApiError} NOT_FOUND; CONFLICT if a location has it, or an account belongs to the film office */
export async function deleteOption({ trx, actor, at }: CommandContext, { id }: { id: number }): Promise<void> {
  const { field, name } = await lockOption(trx, id);
  const { locations, accounts } = await countOptionUse(trx, id);
  if (locations > 0) throw new ApiError('CONFLICT', messages.optionInUse(name, locations));
  if (accounts > 0) throw new ApiError('CONFLICT', messages.officeInUse(name, accounts));
  await trx.deleteFrom('options').where('id', '=', id).execute();
  await recordChange(trx, { actorId: actor.id, at }, { field, deleted: name });
}

/**
 * Sets the council areas of a film office. Those of another office move to this one.
 * @param change.was the expected areas
 * @throws {ApiError} NOT_FOUND; CONFLICT if somebody else has changed them, or one of them is no option any more
 */
export async function setOfficeAreas(
  { trx, actor, at }: CommandContext,
  { id, was, authorities }: { id: number; was?: number[] | undefined; authorities: number[] },
): Promise<void> {
  const context = { actorId: actor.id, at };
  const { field, name } = await lockOption(trx, id);
  if (field !== 'filmoffice') throwOptionNotFound();
  const areas = (await listOfficeAreas(trx)).filter(({ office_id }) => office_id === id);
  const actual = toVersion(areas.map(({ authority_id }) => authority_id));
  const entry = { ...context, details: { field, name } };
  await assertVersions(trx, entry, [{ expected: was && toVersion(was), actual }], messages.OPTIONS_CHANGED);
  const wanted = [...new Set(authorities)];
  const { rows: known } = await sql<{ name: string }>`
    select name from options where field = 'localauthority' and id = any(${wanted}::int[])
    order by position, id for key share`.execute(trx);
  if (known.length < wanted.length) throw new ApiError('CONFLICT', messages.OPTIONS_CHANGED);
  await sql`
    delete from film_office_areas where office_id = ${id} and authority_id <> all(${wanted}::int[])`.execute(trx);
  await sql`
    insert into film_office_areas (authority_id, office_id) select unnest(${wanted}::int[]), ${id}
    on conflict (authority_id) do update set office_id = excluded.office_id
    where film_office_areas.office_id <> excluded.office_id`.execute(trx);
  const details = { name, areas: known.map((area) => area.name).join(', ') };
  await recordAudit(trx, { type: 'OFFICE_AREAS_CHANGED', ...context, details });
}

function toVersion(authorities: readonly number[]): string {
  return authorities.toSorted((a, b) => a - b).join(',');
}

/** Serialises changes of a list. */
async function lockList(trx: Trx, field: FacetField): Promise<void> {
  await lockByName(trx, `options of ${field}`);
}

/** Locks an option, so that no location gets it until the transaction ends. Locks its list first, in the same order as {@link orderOptions}. */
async function lockOption(trx: Trx, id: number): Promise<ListedOption> {
  const option = trx.selectFrom('options').select(['id', 'field', 'name']).where('id', '=', id);
  const { field } = listedOption.parse((await option.executeTakeFirst()) ?? throwOptionNotFound());
  await lockList(trx, field);
  return listedOption.parse((await option.forUpdate().executeTakeFirst()) ?? throwOptionNotFound());
}

function throwOptionNotFound(): never {
  throw new ApiError('NOT_FOUND', messages.OPTION_NOT_FOUND);
}

/** Ignores case, since options that differ in case only would be confused. */
async function assertNameFree(trx: Trx, field: FacetField, name: string, except: number | null): Promise<void> {
  const same = await trx
    .selectFrom('options')
    .select('id')
    .where('field', '=', field)
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .execute();
  if (same.some(({ id }) => id !== except)) throw new ApiError('CONFLICT', messages.optionExists(name));
}

function recordChange(
  trx: Trx,
  { actorId, at }: ListContext,
  details: Readonly<Record<string, string | boolean>>,
): Promise<void> {
  return recordAudit(trx, { type: 'OPTIONS_CHANGED', actorId, details, at });
}
