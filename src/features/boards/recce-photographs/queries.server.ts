import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { NO_PHOTOGRAPH } from '../messages.ts';
import type { ReccePhotograph } from './schema.ts';

/** Selects recce photographs as a JSON array, oldest first. @param where a condition on `f` */
export function reccePhotographs(where: RawBuilder<unknown>): RawBuilder<readonly ReccePhotograph[]> {
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'problem', u.rejection_reason,
      'picture', case when p.sha256 is not null then jsonb_build_object('sha256', p.sha256, 'width', p.width, 'height', p.height,
        'alt', coalesce(f.alt, ''), 'caption', f.caption, 'credit', null, 'licence', null,
        'focal', jsonb_build_object('x', 0.5, 'y', 0.5), 'placeholder', p.placeholder) end)
      order by f.created_at, f.id), '[]')
    from board_photographs f left join pictures p on p.sha256 = f.sha256 left join uploads u on u.id = f.upload_id
    where ${where})`;
}

/** Returns a recce photograph of a board. @throws {ApiError} NOT_FOUND */
export async function getPhotograph(db: Db, boardId: string, id: string): Promise<ReccePhotograph> {
  const { rows } = await sql<{ found: readonly ReccePhotograph[] }>`
    select ${reccePhotographs(sql`f.id = ${id} and f.board_id = ${boardId}`)} as found`.execute(db);
  const [photograph] = rows[0]!.found;
  if (!photograph) throw new ApiError('NOT_FOUND', NO_PHOTOGRAPH);
  return photograph;
}
