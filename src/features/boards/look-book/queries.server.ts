import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { Actor } from '../../../platform/http/route-permission.ts';
import { getBoardAccess } from '../access.queries.server.ts';
import { isRefused } from './arrangement.ts';
import { NO_LOOK_BOOK } from './messages.ts';
import { countImages } from './rows.queries.server.ts';
import {
  type LookBookContents,
  type LookBookFormat,
  type LookBookState,
  MAX_SENT_MB,
  countPhotographs,
} from './schema.ts';

export interface LookBookRow {
  readonly id: string;
  readonly state: LookBookState['state'];
  readonly title: string;
  readonly format: LookBookFormat;
  readonly progress: number;
  readonly requested_at: Date;
  readonly bytes: number | null;
  readonly expires_at: Date | null;
  readonly has_states: boolean;
  readonly has_answers: boolean;
  readonly can_be_sent: boolean;
}

/** Whether a look-book can be sent if it is not too large. In one of the previous version, a secret title cannot be looked for. */
export const IS_SENDABLE: RawBuilder<boolean> = sql`
  (state = 'READY' and settings->>'format' = 'PDF' and words is not null)`;

/** Selects the columns of LookBookRow. */
export const lookBookColumns = sql`
  id, state, settings->>'title' as title, settings->>'format' as format, progress, requested_at, bytes::float8, expires_at,
  settings @> '{"states":true}' as has_states, settings @> '{"answers":true}' as has_answers,
  ${IS_SENDABLE} and bytes <= ${MAX_SENT_MB * 1024 ** 2} as can_be_sent`;

/** Look-books of one board in the dialog. */
const MAX_LISTED = 10;

/** Lists what the caller has made of a board, and counts what a new look-book would have. @throws {ApiError} NOT_FOUND */
export async function listLookBooks(db: Db, caller: Actor, { id }: { readonly id: string }, now: Date) {
  await getBoardAccess(db, caller, id);
  const { rows } = await sql<LookBookRow>`
    select ${lookBookColumns} from look_books
    where board_id = ${id} and user_id = ${caller.id} and state <> 'DELETED' and (expires_at is null or expires_at > ${now})
    order by requested_at desc, id limit ${MAX_LISTED}`.execute(db);
  return { look_books: rows.map(toLookBook), ...(await countContents(db, id)) };
}

/** Counts the published locations of a board, or of some of them, and the photographs of them that a look-book has. */
export async function countContents(
  db: Db,
  id: string,
  locationIds: readonly string[] | null = null,
): Promise<LookBookContents> {
  const { rows } = await sql<{
    state: string;
    photographs: number;
    unfinished: number;
    recce: number;
    unfinished_recce: number;
  }>`
    select ${countImages(sql`bl.board_id`)} as photographs, bl.state, (
      select count(*)::integer from jsonb_array_elements(p.details->'images') image join pictures on sha256 = image->>'sha256'
      where pictures.state <> 'READY') as unfinished, recce.total as recce, recce.unfinished as unfinished_recce
    from board_locations bl join published_locations p on p.id = bl.location_id
      cross join lateral (
        select count(*)::integer as total, count(*) filter (where pictures.state is distinct from 'READY')::integer as unfinished
        from board_photographs f left join pictures on pictures.sha256 = f.sha256 left join uploads u on u.id = f.upload_id
        where f.board_id = bl.board_id and f.location_id = bl.location_id and u.rejection_reason is null) recce
    where bl.board_id = ${id} and (${locationIds}::uuid[] is null or bl.location_id = any(${locationIds}::uuid[]))`.execute(
    db,
  );
  const shown = rows.filter((row) => !isRefused(row));
  return {
    locations: shown.length,
    refused: rows.length - shown.length,
    photographs: countPhotographs(shown.map(({ photographs }) => photographs)),
    unfinished: shown.reduce((sum, { unfinished }) => sum + unfinished, 0),
    with_recce: {
      photographs: countPhotographs(shown.map(({ photographs, recce }) => photographs + recce)),
      unfinished: shown.reduce((sum, { unfinished, unfinished_recce }) => sum + unfinished + unfinished_recce, 0),
    },
  };
}

export function toLookBook({ requested_at, expires_at, ...row }: LookBookRow): LookBookState {
  return { ...row, requested_at: requested_at.toISOString(), expires_at: expires_at?.toISOString() ?? null };
}

/** Returns a look-book that can be downloaded now. @throws {ApiError} NOT_FOUND */
export async function getDownload(
  db: Db,
  id: string,
  now: Date,
): Promise<{ readonly user_id: string; readonly title: string; readonly format: LookBookFormat }> {
  const { rows } = await sql<{ user_id: string; title: string; format: LookBookFormat }>`
    select user_id, settings->>'title' as title, settings->>'format' as format
    from look_books where id = ${id} and state = 'READY' and expires_at > ${now}`.execute(db);
  if (!rows[0]) throw new ApiError('NOT_FOUND', NO_LOOK_BOOK);
  return rows[0];
}
