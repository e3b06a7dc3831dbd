import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { boardTagLimit } from '../messages.ts';
import { MAX_BOARD_TAGS, type TagCount, isSameTag } from './schema.ts';

/** Lists the tags on a board in alphabetical order. */
export async function listTags(db: Db, boardId: string): Promise<TagCount[]> {
  const { rows } = await sql<TagCount>`
    select tag, count(*) as count from board_locations cross join unnest(tags) tag
    where board_id = ${boardId} group by tag order by lower(tag), tag`.execute(db);
  return rows;
}

/** Counts the locations with a tag, without one all of them. */
export function countTagged(
  all: number,
  tags: readonly TagCount[],
  { tag }: { readonly tag?: string | undefined },
): number {
  if (tag === undefined) return all;
  return tags.find((other) => isSameTag(other.tag, tag))?.count ?? 0;
}

/**
 * Returns tags for a location of a locked board, spelled as on its other locations.
 * @throws {ApiError} CONFLICT when the board would have too many different ones
 */
export async function toTagsOfBoard(
  trx: Trx,
  { id, locationId }: { readonly id: string; readonly locationId: string },
  tags: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select distinct tag from board_locations cross join unnest(tags) tag
    where board_id = ${id} and location_id <> ${locationId}`.execute(trx);
  const present = rows.map(({ tag }) => tag);
  const spelled = tags.map((tag) => present.find((other) => isSameTag(other, tag)) ?? tag);
  if (new Set([...present, ...spelled]).size > MAX_BOARD_TAGS)
    throw new ApiError('CONFLICT', boardTagLimit(MAX_BOARD_TAGS));
  return spelled;
}
