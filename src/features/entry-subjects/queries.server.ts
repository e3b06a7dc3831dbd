import { type RawBuilder, sql } from 'kysely';
import type { Person, Subjects } from './schema.ts';

/** The columns that {@link toSubjects} reads, of entries `e` joined by {@link SUBJECT_JOINS}. */
export const SUBJECT_COLUMNS: RawBuilder<unknown> = sql`
  e.user_id, u.first_name, u.last_name, u.enabled_at, e.board_id, b.title as board_title, b.user_id as board_owner_id,
  b.private as board_private, e.location_id, l.title as location_title`;

/** Left joins, since an entry outlives what it is about. */
export const SUBJECT_JOINS: RawBuilder<unknown> = sql`
  left join users u on u.id = e.user_id
  left join boards b on b.id = e.board_id and b.deleted_at is null
  left join locations l on l.id = e.location_id`;

export interface SubjectRow {
  readonly user_id: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly enabled_at: Date | null;
  readonly board_id: string | null;
  readonly board_title: string | null;
  readonly board_owner_id: string | null;
  readonly board_private: boolean | null;
  readonly location_id: string | null;
  readonly location_title: string | null;
}

/** The user of a row; null where the joins found none. */
export function toPerson(
  row: Pick<SubjectRow, 'first_name' | 'last_name' | 'enabled_at'> & { readonly id: string | null },
): Person | null {
  const { id, first_name, last_name, enabled_at } = row;
  if (id === null || first_name === null || last_name === null) return null;
  return { id, first_name, last_name, enabled_at: enabled_at?.toISOString() ?? null };
}

/** The subject of a row. */
export function toSubjects(row: SubjectRow): Subjects {
  const { user_id, board_id, location_id } = row;
  return {
    user: toPerson({ ...row, id: user_id }),
    board_id,
    location_id,
    board:
      board_id !== null && row.board_title !== null && row.board_owner_id !== null && row.board_private !== null
        ? { id: board_id, title: row.board_title, user_id: row.board_owner_id, private: row.board_private }
        : null,
    location:
      location_id !== null && row.location_title !== null ? { id: location_id, title: row.location_title } : null,
  };
}
