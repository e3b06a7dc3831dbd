import { sql } from 'kysely';
import { assertWithinLimit } from '../../../platform/feature/row-limits.ts';
import type { Db, Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { QueryContext } from '../../../platform/http/handlers.ts';
import { chosenImageIds } from '../board-locations.queries.server.ts';
import { NOT_ON_BOARD } from '../messages.ts';
import { canAnswer, getOpenAccess } from './access.queries.server.ts';
import { listOwnAnswers } from './answers.queries.server.ts';
import { ANSWERS_CLOSED, GIVE_NAME, NO_LONGER_ASKED, answerLimit } from './messages.ts';
import { DECISION, getProgress } from './progress.queries.server.ts';
import { type Answer, type Decision, MAX_BOARD_ANSWERS, type SavedAnswer } from './schema.ts';
import { DAY_MS } from '../../../platform/text/durations.ts';

/** An answer of a guest; undefined leaves it unchanged. */
interface GivenAnswer {
  readonly locationId: string;
  /** Undefined for the location itself. */
  readonly imageId?: string | undefined;
  readonly answer?: Answer | null | undefined;
  /** Empty for none. */
  readonly comment?: string | undefined;
}

/**
 * Saves what a guest says about a location of a board, or one of its photographs.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN; CONFLICT
 */
export async function saveAnswer(
  context: QueryContext & { readonly trx: Trx },
  { secret, ...given }: GivenAnswer & { readonly secret: string },
): Promise<SavedAnswer> {
  const { trx, at } = context;
  const { link, visit } = await getOpenAccess(trx, secret, context, true);
  if (!visit?.name) throw new ApiError('FORBIDDEN', GIVE_NAME);
  if (!canAnswer(link, at)) throw new ApiError('CONFLICT', ANSWERS_CLOSED);
  await assertAsked(trx, link.board_id, given);
  const { locationId, imageId = null } = given;
  const isAboutThis = sql<boolean>`
    guest_id = ${visit.id} and location_id = ${locationId} and image_id is not distinct from ${imageId}::uuid`;
  const present = await trx
    .selectFrom('board_answers')
    .select(['answer', 'comment'])
    .where(isAboutThis)
    .executeTakeFirst();
  const answer = given.answer === undefined ? (present?.answer ?? null) : given.answer;
  const comment = imageId !== null || given.comment === undefined ? (present?.comment ?? null) : given.comment || null;
  if (answer === null && comment === null) {
    await trx.deleteFrom('board_answers').where(isAboutThis).execute();
  } else {
    const row = { answer, comment, answered_at: at };
    await trx
      .insertInto('board_answers')
      .values({ guest_id: visit.id, board_id: link.board_id, location_id: locationId, image_id: imageId, ...row })
      .onConflict((conflict) => conflict.columns(['guest_id', 'location_id', 'image_id']).doUpdateSet(row))
      .execute();
    if (!present) await assertBelowAnswerLimit(trx, link.board_id);
  }
  const own = await listOwnAnswers(trx, visit.id, [locationId]);
  return { own: own.get(locationId)!, progress: await getProgress(trx, link.board_id, visit.id) };
}

/** @throws {ApiError} NOT_FOUND for what the board does not show; CONFLICT for what was decided */
async function assertAsked(trx: Trx, boardId: string, { locationId, imageId }: GivenAnswer): Promise<void> {
  const isImage = imageId
    ? sql`exists (select from images where id = ${imageId} and location_id = ${locationId} for key share)
        and coalesce(${chosenImageIds(sql`bl.board_id`)} ? ${imageId}, true)`
    : sql`true`;
  const { rows } = await sql<{ decision: Decision | null }>`
    select ${DECISION} as decision from board_locations bl join published_locations p on p.id = bl.location_id
    where bl.board_id = ${boardId} and bl.location_id = ${locationId} and ${isImage}`.execute(trx);
  const [row] = rows;
  if (!row) throw new ApiError('NOT_FOUND', NOT_ON_BOARD);
  if (row.decision) throw new ApiError('CONFLICT', NO_LONGER_ASKED[row.decision]);
}

async function assertBelowAnswerLimit(trx: Trx, boardId: string): Promise<void> {
  await assertWithinLimit(trx, {
    lock: `answers of ${boardId}`,
    count: sql`select count(*) from board_answers where board_id = ${boardId}`,
    max: MAX_BOARD_ANSWERS,
    message: answerLimit,
  });
}

/** Puts a location in the place of another one in answers. Who has answered about both is taken to mean the one that stays. */
export async function mergeAnswers(
  trx: Trx,
  { from, into }: { readonly from: string; readonly into: string },
): Promise<void> {
  await sql`
    delete from board_answers a using board_answers b
    where a.location_id = ${from} and b.location_id = ${into} and b.guest_id = a.guest_id
      and b.image_id is not distinct from a.image_id`.execute(trx);
  await trx.updateTable('board_answers').set({ location_id: into }).where('location_id', '=', from).execute();
}

/** Deletes answers about locations that are not on their board any more. A removal can be undone within a day. */
export async function deleteAnswersOfRemoved(db: Db, now: Date): Promise<void> {
  await sql`
    delete from board_answers a using boards b
    where b.id = a.board_id and b.updated_at < ${new Date(now.getTime() - DAY_MS)} and not exists (
      select from board_locations bl where bl.board_id = a.board_id and bl.location_id = a.location_id)`.execute(db);
}
