import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import { getOutsideName, isSecret } from '../list.queries.server.ts';
import type { Caller } from '../policy.ts';
import type { OwnProduction } from './contract.ts';

const MAX_LISTED = 50;

/**
 * Lists the productions that have agreed on locations of the caller, or used them: those without a day first, then the latest. Owners are
 * not told that a location was offered, visited or refused, nor of an agreement with a production that was lost.
 */
export async function listOwnProductions(
  db: Db,
  caller: Caller,
  { at }: { readonly at: Date },
): Promise<OwnProduction[]> {
  const { rows } = await sql<OwnProduction>`
    select pl.id, jsonb_build_object('id', l.id, 'title', coalesce(l.title, '')) as location, ${getOutsideName(at)} as name,
      case when not ${isSecret(at)} then c.name end as company, pl.state, pl.used_from, pl.used_to
    from locations l join production_locations pl on pl.location_id = l.id join productions p on p.id = pl.production_id
      left join companies c on c.id = p.company_id
    where l.owner_id = ${caller.id} and (pl.state = 'USED' or pl.state = 'AGREED' and p.stage <> 'LOST')
    order by coalesce(pl.used_from, pl.used_to) desc nulls first, pl.added_at desc, pl.id limit ${MAX_LISTED}`.execute(
    db,
  );
  return rows;
}
