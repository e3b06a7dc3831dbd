import { sql } from 'kysely';
import type { Announce, Trx } from '../../../platform/events.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { LocationEvent } from '../events.ts';
import type { FacetField } from '../schema.ts';

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

/**
 * Gives an option another name, which the public sees at once wherever a published location has it.
 * @throws {ApiError} NOT_FOUND without such an option; CONFLICT where its list has the new name already
 */
export async function renameOption(
  trx: Trx,
  { field, from, to }: { field: FacetField; from: string; to: string },
  announce: Announce<LocationEvent>,
): Promise<void> {
  const options = await trx
    .selectFrom('options')
    .select(['id', 'name'])
    .where('field', '=', field)
    .where('name', 'in', [from, to])
    .forUpdate()
    .execute();
  const option = options.find(({ name }) => name === from);
  if (!option) throw new ApiError('NOT_FOUND', `The list has no “${from}”.`);
  if (options.length > 1) throw new ApiError('CONFLICT', `The list has “${to}” already.`);
  await trx.updateTable('options').set({ name: to }).where('id', '=', option.id).execute();
  const having = await trx
    .selectFrom('published_locations')
    .select('id')
    .where(sql<boolean>`option_ids @> array[${option.id}::integer]`)
    .execute();
  await announce(trx, { type: 'option.renamed', ids: having.map(({ id }) => id) });
}
