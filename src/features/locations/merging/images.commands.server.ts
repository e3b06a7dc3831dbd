import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/transaction.ts';
import type { MergedIds } from './references.commands.server.ts';

/**
 * Moves the images to the other location, after its own. A picture that both have stays once, with the texts of the other one where its own
 * are empty.
 * @param keepsCamera whether the owner stays the same: where a photograph was taken is for the owner only
 */
export async function mergeImages(trx: Trx, { from, into }: MergedIds, keepsCamera: boolean): Promise<void> {
  await sql`
    update images kept set alt = coalesce(kept.alt, merged.alt), caption = coalesce(kept.caption, merged.caption),
      credit = coalesce(kept.credit, merged.credit), licence = coalesce(kept.licence, merged.licence), version = kept.version + 1
    from images merged
    where kept.location_id = ${into} and merged.location_id = ${from} and merged.sha256 = kept.sha256
      and (kept.alt, kept.caption, kept.credit, kept.licence) is distinct from (coalesce(kept.alt, merged.alt),
        coalesce(kept.caption, merged.caption), coalesce(kept.credit, merged.credit), coalesce(kept.licence, merged.licence))`.execute(
    trx,
  );
  await sql`
    delete from images where location_id = ${from} and sha256 in (select sha256 from images where location_id = ${into})`.execute(
    trx,
  );
  await sql`
    update images moved set location_id = ${into}, position = own.next + moved.position, version = version + 1,
      is_primary = moved.is_primary and not own.has_primary,
      taken_latitude = case when ${keepsCamera} then taken_latitude end,
      taken_longitude = case when ${keepsCamera} then taken_longitude end,
      taken_direction = case when ${keepsCamera} then taken_direction end
    from (
      select coalesce(max(position) + 1, 0) as next, coalesce(bool_or(is_primary), false) as has_primary
      from images where location_id = ${into}) own
    where location_id = ${from}`.execute(trx);
  await sql`
    update images set is_primary = true
    where id = (select id from images where location_id = ${into} order by position, id limit 1)
      and not exists (select from images where location_id = ${into} and is_primary)`.execute(trx);
}

/** Deletes where photographs were taken: only the previous owner could see it. */
export async function clearCameraPositions(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('images')
    .set({ taken_latitude: null, taken_longitude: null, taken_direction: null })
    .where('location_id', '=', id)
    .execute();
}

/** Moves the contacts to the other location, except those that it has already. Its primary contact stays. */
export async function mergeContacts(trx: Trx, { from, into }: MergedIds): Promise<void> {
  await sql`
    delete from contacts merged using contacts kept
    where merged.location_id = ${from} and kept.location_id = ${into}
      and (lower(kept.firstname), lower(kept.lastname), kept.telephone, lower(kept.email))
        is not distinct from (lower(merged.firstname), lower(merged.lastname), merged.telephone, lower(merged.email))`.execute(
    trx,
  );
  await sql`
    update contacts set location_id = ${into}, version = version + 1,
      is_primary = is_primary and not exists (select from contacts where location_id = ${into} and is_primary)
    where location_id = ${from}`.execute(trx);
}
