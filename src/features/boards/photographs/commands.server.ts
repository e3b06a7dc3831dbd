import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { IMAGE_NOT_PUBLISHED } from '../messages.ts';

/**
 * Chooses the photographs of a location that count on a locked board, in their order.
 * @param imageIds null for all
 * @throws {ApiError} CONFLICT when one of them is not published
 */
export async function chooseImages(
  trx: Trx,
  { id, locationId }: { readonly id: string; readonly locationId: string },
  imageIds: readonly string[] | null,
): Promise<void> {
  await trx
    .deleteFrom('board_location_images')
    .where('board_id', '=', id)
    .where('location_id', '=', locationId)
    .execute();
  if (imageIds === null) return;
  const ids = [...new Set(imageIds)];
  const { numAffectedRows } = await sql`
    insert into board_location_images (board_id, location_id, image_id, position)
    select ${id}::uuid, p.id, i.id, chosen.place - 1
    from unnest(${ids}::uuid[]) with ordinality chosen (id, place)
      join images i on i.id = chosen.id and i.location_id = ${locationId}
      join published_locations p on p.id = i.location_id
    where p.details->'images' @> jsonb_build_array(jsonb_build_object('id', i.id))`.execute(trx);
  if (Number(numAffectedRows) !== ids.length) throw new ApiError('CONFLICT', IMAGE_NOT_PUBLISHED);
}

/** Puts a location in the place of another one in the choices of photographs, and gives it the recce photographs and files of the other one. Where a board has both, the choice for the one that stays counts. */
export async function mergePhotographs(
  trx: Trx,
  { from, into }: { readonly from: string; readonly into: string },
): Promise<void> {
  await sql`
    insert into board_location_images (board_id, location_id, image_id, position)
    select board_id, ${into}::uuid, image_id, position from board_location_images chosen
    where location_id = ${from} and not exists (
      select from board_location_images where board_id = chosen.board_id and location_id = ${into})`.execute(trx);
  await trx.updateTable('board_photographs').set({ location_id: into }).where('location_id', '=', from).execute();
  await trx.updateTable('board_files').set({ location_id: into }).where('location_id', '=', from).execute();
}
