import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/handlers.ts';
import { type BoardLocation, MAX_BOARD_LOCATIONS, MAX_JOINED_NOTE_LENGTH, getNoteSchema } from '../schema.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import { assertUnchanged, assertWithinEntryLimit, lockBoard, updateTimestamp } from '../commands.server.ts';
import { mergeAnswers } from '../guests/answers.commands.server.ts';
import { chooseImages, mergePhotographs } from '../photographs/commands.server.ts';
import { mergeInSections, placeLocations } from '../placement.commands.server.ts';
import { toTagsOfBoard } from '../tags/queries.server.ts';
import { MAX_TAGS } from '../tags/schema.ts';
import { canSeeUnpublished } from '../policy.ts';
import { NOTES_TOO_LONG, NOT_ON_BOARD, ALREADY_ON_BOARD, ALREADY_ON_OWN_BOARD, locationLimit } from '../messages.ts';
import { LOCATION_UNAVAILABLE } from '../../locations/messages.ts';

/** A location on a board. */
export interface BoardLocationKey {
  readonly id: string;
  readonly locationId: string;
}

/** Position (from 0), section, note and state of a location; undefined leaves them unchanged. */
interface BoardLocationChange {
  readonly position?: number | undefined;
  /** Used instead of the position while this location is on the board. */
  readonly beforeId?: string | undefined;
  /** Null for none. */
  readonly sectionId?: string | null | undefined;
  /** Empty for none. */
  readonly note?: string | undefined;
  /** The note that the change is based on. */
  readonly baseNote?: string | undefined;
  readonly state?: BoardLocation['state'] | undefined;
  /** Null for none. */
  readonly cost?: BoardLocation['cost'] | undefined;
  readonly tags?: readonly string[] | undefined;
  /** The photographs that count, in their order; null for all. */
  readonly imageIds?: BoardLocation['image_ids'] | undefined;
}

/**
 * Adds a location, at the end if no position is passed. Unpublished locations can be added to private boards only.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT when it is already on the board, or the board is full
 */
export async function addLocation(
  { trx, actor, at }: CommandContext,
  { id, locationId, position, sectionId, note, state, cost, tags, imageIds }: BoardLocationKey & BoardLocationChange,
): Promise<void> {
  const board = await lockBoard(trx, actor, id, 'change');
  await assertAvailable(trx, locationId, canSeeUnpublished(actor, board));
  const spelled = tags && (await toTagsOfBoard(trx, { id, locationId }, tags));
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('board_locations')
    .values(({ selectFrom, fn, lit }) => ({
      board_id: id,
      location_id: locationId,
      note: note || null,
      ...(state && { state }),
      ...(cost && toColumns(cost)),
      ...(spelled && { tags: spelled }),
      added_at: at,
      position: selectFrom('board_locations')
        .select(fn.coalesce(sql<number>`max(position) + 1`, lit(0)).as('next'))
        .where('board_id', '=', id),
    }))
    .onConflict((conflict) => conflict.columns(['board_id', 'location_id']).doNothing())
    .executeTakeFirstOrThrow();
  if (!numInsertedOrUpdatedRows) throw new ApiError('CONFLICT', alreadyOnBoardMessage(board.boardRole !== 'team'));
  await assertBelowLocationLimit(trx, id);
  await assertWithinEntryLimit(trx, board.user_id);
  if (imageIds) await chooseImages(trx, { id, locationId }, imageIds);
  await placeLocations(trx, id, [locationId], { position, sectionId });
  await updateTimestamp(trx, id, at);
  await recordAudit(trx, { type: 'BOARD_LOCATION_ADDED', actorId: actor.id, boardId: id, locationId, at });
}

async function assertBelowLocationLimit(trx: Trx, id: string): Promise<void> {
  const { count } = await trx
    .selectFrom('board_locations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('board_id', '=', id)
    .executeTakeFirstOrThrow();
  if (count <= MAX_BOARD_LOCATIONS) return;
  throw new ApiError('CONFLICT', locationLimit(MAX_BOARD_LOCATIONS));
}

/** The specification prescribes different texts for the public side and the back office. */
function alreadyOnBoardMessage(isPublicSide: boolean): string {
  return isPublicSide ? ALREADY_ON_OWN_BOARD : ALREADY_ON_BOARD;
}

/** Throws unless the location can be added, and locks it against deletion until the transaction ends. */
async function assertAvailable(trx: Trx, locationId: string, canBeUnpublished: boolean): Promise<void> {
  const location = await trx
    .selectFrom('locations')
    .select('id')
    .where('id', '=', locationId)
    .forKeyShare()
    .executeTakeFirst();
  const found =
    location && !canBeUnpublished
      ? await trx.selectFrom('published_locations').select('id').where('id', '=', locationId).executeTakeFirst()
      : location;
  if (!found) throw new ApiError('NOT_FOUND', LOCATION_UNAVAILABLE);
}

/**
 * Moves a location before the one at a position, or changes its note, state, cost, tags or photographs.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT; INVALID for a note that is too long
 */
export async function updateLocation(
  { trx, actor, at }: CommandContext,
  { id, locationId, note, baseNote, state, cost, tags, imageIds, ...place }: BoardLocationKey & BoardLocationChange,
): Promise<void> {
  await lockBoard(trx, actor, id, 'change');
  const present = await trx
    .selectFrom('board_locations')
    .select('note')
    .where('board_id', '=', id)
    .where('location_id', '=', locationId)
    .executeTakeFirst();
  if (!present) throw new ApiError('NOT_FOUND', NOT_ON_BOARD);
  assertUnchanged('baseNote', { base: baseNote, present: present.note, text: note });
  if (note !== undefined) assertNoteFits(note, present.note);
  const spelled = tags && (await toTagsOfBoard(trx, { id, locationId }, tags));
  if ([note, state, cost, tags].some((value) => value !== undefined))
    await trx
      .updateTable('board_locations')
      .set({
        ...(note !== undefined && { note: note || null }),
        ...(state && { state }),
        ...(cost !== undefined && toColumns(cost)),
        ...(spelled && { tags: spelled }),
      })
      .where('board_id', '=', id)
      .where('location_id', '=', locationId)
      .execute();
  if (imageIds !== undefined) await chooseImages(trx, { id, locationId }, imageIds);
  if (Object.values(place).some((value) => value !== undefined)) await placeLocations(trx, id, [locationId], place);
  await updateTimestamp(trx, id, at);
}

function toColumns(cost: BoardLocation['cost']) {
  return { cost: cost?.amount ?? null, cost_days: cost?.days ?? null };
}

function assertNoteFits(note: string, present: string | null): void {
  const [problem] = getNoteSchema(present).safeParse(note).error?.issues ?? [];
  if (problem) throw new ApiError('INVALID', problem.message, { note: problem.message });
}

/**
 * Moves locations into a section or out of all, before the one at a position or to the end, in the order that they have.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT
 */
export async function moveLocations(
  { trx, actor, at }: CommandContext,
  {
    id,
    locationIds,
    ...place
  }: Required<Pick<BoardLocationChange, 'sectionId'>> &
    Pick<BoardLocationChange, 'position'> & { readonly id: string; readonly locationIds: readonly string[] },
): Promise<void> {
  await lockBoard(trx, actor, id, 'change');
  await placeLocations(trx, id, locationIds, place);
  await updateTimestamp(trx, id, at);
}

/**
 * Removes a location from a board.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT
 */
export async function removeLocation(
  { trx, actor, at }: CommandContext,
  { id, locationId }: BoardLocationKey,
): Promise<void> {
  await lockBoard(trx, actor, id, 'change');
  const { numDeletedRows } = await trx
    .deleteFrom('board_locations')
    .where('board_id', '=', id)
    .where('location_id', '=', locationId)
    .executeTakeFirstOrThrow();
  if (!numDeletedRows) throw new ApiError('NOT_FOUND', NOT_ON_BOARD);
  await updateTimestamp(trx, id, at);
  await recordAudit(trx, { type: 'BOARD_LOCATION_REMOVED', actorId: actor.id, boardId: id, locationId, at });
}

/** Removes locations that are about to be deleted from all boards. An entry that is added concurrently is deleted by cascade. */
export async function deleteFromBoards(trx: Trx, { ids, at }: { ids: readonly string[]; at: Date }): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from boards
    where id in (select board_id from board_locations where location_id = any(${ids}::uuid[]))
    order by id for update`.execute(trx);
  await trx
    .deleteFrom('board_locations')
    .where(sql<boolean>`location_id = any(${ids}::uuid[])`)
    .execute();
  await trx
    .updateTable('boards')
    .set({ updated_at: at })
    .where(sql<boolean>`id = any(${rows.map(({ id }) => id)}::uuid[])`)
    .execute();
}

/**
 * Puts a location in the place of another one on all boards, archived ones too. A board with both keeps one of them, at the place of the
 * first, with both notes.
 * @throws {ApiError} CONFLICT when the notes are too long together
 */
export async function mergeOnBoards(
  trx: Trx,
  { from, into, at }: { readonly from: string; readonly into: string; readonly at: Date },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from boards where id in (select board_id from board_locations where location_id = ${from})
    order by id for update`.execute(trx);
  const ids = rows.map(({ id }) => id);
  const { rows: joined } = await sql<{ length: number }>`
    insert into board_locations as kept (board_id, location_id, position, note, state, cost, cost_days, tags, added_at)
    select board_id, ${into}::uuid, position, note, state, cost, cost_days, tags, added_at from board_locations
    where location_id = ${from} and board_id = any(${ids}::uuid[])
    on conflict (board_id, location_id) do update set
      position = least(kept.position, excluded.position), added_at = least(kept.added_at, excluded.added_at),
      state = case when kept.state = 'IDEA' then excluded.state else kept.state end,
      cost = coalesce(kept.cost, excluded.cost),
      cost_days = case when kept.cost is null then excluded.cost_days else kept.cost_days end,
      tags = ${JOINED_TAGS},
      note = left(${JOINED_NOTE}, ${MAX_JOINED_NOTE_LENGTH}::integer)
    returning coalesce(length(note), 0) as length`.execute(trx);
  // One that reaches the limit may have been cut.
  if (joined.some(({ length }) => length === MAX_JOINED_NOTE_LENGTH)) throw new ApiError('CONFLICT', NOTES_TOO_LONG);
  await mergeInSections(trx, { from, into, ids });
  await mergePhotographs(trx, { from, into });
  await mergeAnswers(trx, { from, into });
  await trx.updateTable('boards').set({ primary_location_id: into }).where('primary_location_id', '=', from).execute();
  await trx.deleteFrom('board_locations').where('location_id', '=', from).execute();
  await trx
    .updateTable('boards')
    .set({ updated_at: at })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
}

const JOINED_NOTE = sql`case when kept.note = excluded.note then kept.note
  else nullif(concat_ws(E'\\n', kept.note, excluded.note), '') end`;

/** Each tag once, at most as many as a location can have. A board has one spelling of each. */
const JOINED_TAGS = sql`(
  select coalesce((array_agg(tag order by place))[1:${MAX_TAGS}], '{}')
  from (select tag, min(place) as place from unnest(kept.tags || excluded.tags) with ordinality joined (tag, place) group by tag) tags)`;
