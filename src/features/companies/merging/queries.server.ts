import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import type { Kind } from '../kinds.ts';
import { MAX_SUGGESTIONS, isDifferent, isLikelySame } from '../list.queries.server.ts';
import { getVersion } from '../queries.server.ts';
import { type LikelyDuplicate, REASONS, type Reason } from './schema.ts';

const REASON_NAMES = Object.keys(REASONS) as Reason[];

/** Lists other entries that may be the same company or person, those with more in common first, and last those that are different ones. @throws {ApiError} NOT_FOUND */
export async function listDuplicates(db: Db, kind: Kind, id: string): Promise<LikelyDuplicate[]> {
  await getVersion(db, kind, id);
  const company = kind === 'people' ? sql`(select c.name from companies c where c.id = o.company_id)` : sql`null`;
  const reasons = REASON_NAMES.map((reason) => {
    const column = `${reason}_key`;
    return sql`case when ${sql.ref(`o.${column}`)} = ${sql.ref(`e.${column}`)} then ${sql.lit(reason)} end`;
  });
  const { rows } = await sql<LikelyDuplicate>`
    select o.id, o.name, o.email, o.telephone, ${company} as company, found.reasons,
      ${isDifferent(kind, 'o', 'e')} as is_different
    from ${sql.table(kind)} e join ${sql.table(kind)} o on ${isLikelySame('o', 'e')}
    cross join lateral (select array_remove(array[${sql.join(reasons)}], null) as reasons) found
    where e.id = ${id} order by is_different, cardinality(found.reasons) desc, o.name_folded, o.id limit ${MAX_SUGGESTIONS}`.execute(
    db,
  );
  return rows;
}
