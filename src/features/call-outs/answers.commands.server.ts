import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Trx } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { CommandContext, Services } from '../../platform/http/handlers.ts';
import { NOT_DELETED } from '../boards/access.queries.server.ts';
import { addLocation } from '../boards/contents/commands.server.ts';
import { createIncompleteLocation } from '../locations/editing/commands.server.ts';
import type { LocationDeps } from '../locations/mails/commands.server.ts';
import { addBoard } from '../productions/answers/commands.server.ts';
import { setLocation } from '../productions/locations/commands.server.ts';
import { type LockedCallOut, lockCallOut, recordCallOutChange } from './changes.commands.server.ts';
import type { makeLocation, offerAnswer } from './contract.ts';
import * as messages from './messages.ts';

/** An answer of a call-out that was sent. @throws {ApiError} NOT_FOUND; CONFLICT */
async function lockAnswer(context: CommandContext, input: z.output<typeof offerAnswer.input>) {
  const callOut: LockedCallOut = await lockCallOut(context, input, ['OPEN', 'CLOSED']);
  const answer = await context.trx
    .selectFrom('call_out_answers as a')
    .innerJoin('call_out_recipients as r', 'r.id', 'a.recipient_id')
    .select([
      'a.location_id',
      'a.title',
      'a.place',
      'a.deleted_title',
      'a.answer',
      'a.note',
      'r.user_id',
      'r.is_office',
    ])
    .where('a.id', '=', input.answerId)
    .where('r.call_out_id', '=', callOut.id)
    .executeTakeFirst();
  if (!answer) throw new ApiError('NOT_FOUND', messages.NO_SUCH_ANSWER);
  if (answer.answer !== 'YES') throw new ApiError('CONFLICT', messages.SAID_NO);
  if (answer.deleted_title !== null) throw new ApiError('CONFLICT', messages.LOCATION_DELETED);
  return { callOut, answer };
}

/**
 * Puts the location of an answer on the first private board that answers the production, or on a new one, and offers it. A location that the
 * production has already stays as it is.
 * @throws {ApiError} NOT_FOUND; CONFLICT for a place that is no location, one that is on the board, and at a limit
 */
export async function offerLocation(context: CommandContext, input: z.output<typeof offerAnswer.input>): Promise<void> {
  const { trx } = context;
  const { id } = input;
  const { location_id: locationId } = (await lockAnswer(context, input)).answer;
  if (locationId === null) throw new ApiError('CONFLICT', messages.NOT_A_LOCATION);
  const boardId = (await findBoard(trx, id)) ?? (await addBoard(context, { id }));
  const isOnBoard = await trx
    .selectFrom('board_locations')
    .select('location_id')
    .where('board_id', '=', boardId)
    .where('location_id', '=', locationId)
    .executeTakeFirst();
  const isOffered = await trx
    .selectFrom('production_locations')
    .select('location_id')
    .where('production_id', '=', id)
    .where('location_id', '=', locationId)
    .executeTakeFirst();
  if (isOnBoard && isOffered) throw new ApiError('CONFLICT', messages.OFFERED_ALREADY);
  if (!isOnBoard) await addLocation(context, { id: boardId, locationId });
  if (!isOffered) await setLocation(context, { id, locationId });
}

async function findBoard(trx: Trx, id: string): Promise<string | undefined> {
  const board = await trx
    .selectFrom('production_boards as pb')
    .innerJoin('boards as b', 'b.id', 'pb.board_id')
    .select('b.id')
    .where('pb.production_id', '=', id)
    .where('b.archived_at', 'is', null)
    .where(NOT_DELETED)
    .orderBy('pb.added_at')
    .orderBy('b.id')
    .executeTakeFirst();
  return board?.id;
}

/**
 * Makes a suggested place with its photographs a draft of the owner who has suggested it, who gets an email.
 * @throws {ApiError} NOT_FOUND; CONFLICT when it is one already, a film office has suggested it, its photographs are being checked, or the
 *   owner has the most locations
 */
export async function registerPlace(
  context: CommandContext & LocationDeps & Pick<Services, 'jobs'>,
  input: z.output<typeof makeLocation.input>,
): Promise<void> {
  const { trx } = context;
  const { callOut, answer } = await lockAnswer(context, input);
  const { location_id, title, place, note, user_id, is_office } = answer;
  if (location_id !== null || title === null) throw new ApiError('CONFLICT', messages.MADE_ALREADY);
  if (is_office) throw new ApiError('CONFLICT', messages.NO_OWNER);
  const id = randomUUID();
  const fields = { title, address1: place ?? '', description: note ?? '' };
  const pictures = await listPictures(trx, input.answerId);
  await createIncompleteLocation(context, { id, ownerId: user_id, fields, pictures });
  await trx.updateTable('call_out_answers').set({ location_id: id }).where('id', '=', input.answerId).execute();
  await recordCallOutChange(context, callOut, `Draft of a location: ${title}`);
}

/** The SHA-256 of the photographs of an answer, in the order of their sending. @throws {ApiError} CONFLICT while one is being checked */
async function listPictures(trx: Trx, answerId: string): Promise<string[]> {
  const { rows: unchecked } = await sql`
    select from call_out_photographs f join uploads u on u.id = f.upload_id
    where f.answer_id = ${answerId} and u.state = 'CHECKING'`.execute(trx);
  if (unchecked.length > 0) throw new ApiError('CONFLICT', messages.PHOTOGRAPHS_ARE_CHECKED);
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from call_out_photographs where answer_id = ${answerId} and sha256 is not null
    group by sha256 order by min(created_at), sha256`.execute(trx);
  return rows.map(({ sha256 }) => sha256);
}
