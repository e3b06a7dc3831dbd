import { sql } from 'kysely';
import { lockByName } from '../../../platform/db/locks.ts';
import { saveOrder } from '../../../platform/db/positions.ts';
import type { Trx } from '../../../platform/db/transaction.ts';
import type { PublishEvent } from '../../../platform/events.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { assertVersions, recordAudit } from '../../audit-log/commands.server.ts';
import type { LocationEvent } from '../events.ts';
import { countOptionUse } from './queries.server.ts';
import { type ListedOption, listedOption } from './schema.ts';
import type { FacetField } from '../schema.ts';
import * as messages from '../messages.ts';

/** Adds options behind those that their lists have, in the order given; one that its list has stays where it is. */
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

/** Who changes a list, and when; nobody where it is the command line. */
interface ListContext {
  readonly actorId: string | null;
  readonly at: Date;
}

/**
 * Adds an option at the end of its list.
 * @throws {ApiError} CONFLICT where the list has one of that name
 */
export async function addOption(trx: Trx, context: ListContext, { field, name }: { field: FacetField; name: string }) {
  await lockList(trx, field);
  await assertNameFree(trx, field, name, null);
  await addOptions(trx, [{ field, name }]);
  await recordChange(trx, context, { field, added: name });
}

/**
 * Gives an option another name, which the public sees at once wherever a published location has it.
 * @throws {ApiError} NOT_FOUND without such an option; CONFLICT where its list has the new name already
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
  const having = await trx
    .selectFrom('published_locations')
    .select('id')
    .where(sql<boolean>`option_ids @> array[${option.id}::integer]`)
    .execute();
  await publishEvent(trx, { type: 'option.renamed', ids: having.map(({ id }) => id) });
  await recordChange(trx, context, { field, renamed: from, to });
}

/**
 * The same by its id.
 * @param change.was its name as it was seen, where the caller says so
 * @throws {ApiError} NOT_FOUND; CONFLICT where somebody else has renamed it, or the list has the new name already
 */
export async function updateName(
  trx: Trx,
  { id, was, name, ...context }: { id: number; was?: string | undefined; name: string } & ListContext,
  publishEvent: PublishEvent<LocationEvent>,
): Promise<void> {
  const option = await lockOption(trx, id);
  const conflict = messages.optionRenamed(option.name);
  const entry = { ...context, details: { field: option.field, renamed: option.name } };
  await assertVersions(trx, entry, [{ expected: was, actual: option.name }], conflict);
  await renameOption(trx, { ...context, field: option.field, from: option.name, to: name }, publishEvent);
}

/**
 * Puts the options of a list in order.
 * @param order.ids all of them
 * @throws {ApiError} CONFLICT where the list has other options by now
 */
export async function orderOptions(
  trx: Trx,
  context: ListContext,
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
  await recordChange(trx, context, { field, ordered: true });
}

/** Deletes an option. @throws {ApiError} NOT_FOUND; CONFLICT where a location has it */
export async function deleteOption(trx: Trx, context: ListContext, id: number): Promise<void> {
  const { field, name } = await lockOption(trx, id);
  const { locations } = await countOptionUse(trx, id);
  if (locations > 0) throw new ApiError('CONFLICT', messages.optionInUse(name, locations));
  await trx.deleteFrom('options').where('id', '=', id).execute();
  await recordChange(trx, context, { field, deleted: name });
}

/** Has whoever else changes the list wait. */
async function lockList(trx: Trx, field: FacetField): Promise<void> {
  await lockByName(trx, `options of ${field}`);
}

/** Keeps an option from being given to a location until the transaction ends. Its list comes first, as where that is put in order. */
async function lockOption(trx: Trx, id: number): Promise<ListedOption> {
  const option = trx.selectFrom('options').select(['id', 'field', 'name']).where('id', '=', id);
  const { field } = listedOption.parse((await option.executeTakeFirst()) ?? throwNoOption());
  await lockList(trx, field);
  return listedOption.parse((await option.forUpdate().executeTakeFirst()) ?? throwNoOption());
}

function throwNoOption(): never {
  throw new ApiError('NOT_FOUND', messages.OPTION_NOT_FOUND);
}

/** Two options that differ in their capitals alone would be taken for one another. */
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
