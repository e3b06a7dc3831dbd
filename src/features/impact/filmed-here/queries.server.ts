import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { PAGE_NOT_FOUND } from '../../../platform/text/common-messages.ts';
import { toDay } from '../../../platform/text/days.ts';
import { isSecret } from '../../productions/list.queries.server.ts';
import { FILMED_STAGES } from '../../productions/schema.ts';
import type { FilmedHere } from './contract.ts';

const MAX_PRODUCTIONS = 100;

/**
 * Lists the productions that have filmed at a published location, the latest first: only those that allow it, without an embargo, and once
 * they have left.
 * @throws {ApiError} NOT_FOUND
 */
export async function listFilmedHere(
  db: Db,
  { id }: { readonly id: string },
  { at }: { readonly at: Date },
): Promise<FilmedHere[]> {
  const published = await db.selectFrom('published_locations').select('id').where('id', '=', id).executeTakeFirst();
  if (!published) throw new ApiError('NOT_FOUND', PAGE_NOT_FOUND);
  const lastDay = sql`coalesce(s.used_to, s.used_from, p.shoot_to, p.shoot_from)`;
  const { rows } = await sql<FilmedHere>`
    select p.title, extract(year from ${lastDay})::int as year
    from production_locations s join productions p on p.id = s.production_id
    where s.location_id = ${id} and s.state = 'USED' and p.may_be_named and not ${isSecret(at)}
      and p.stage = any(${FILMED_STAGES}) and ${lastDay} < ${toDay(at)}
    order by ${lastDay} desc, p.title, p.id limit ${MAX_PRODUCTIONS}`.execute(db);
  return rows;
}
