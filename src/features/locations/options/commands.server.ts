import { sql } from 'kysely';
import type { Trx } from '../../../platform/events.ts';
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
