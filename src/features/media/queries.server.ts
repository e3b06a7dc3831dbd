import { type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/db/tables.ts';
import type { Db } from '../../platform/db/transaction.ts';
import type { Picture } from './schema.ts';

/** Returns what decides whether a rendition exists; undefined for an unknown picture. */
export function findPicture(
  db: Db,
  sha256: string,
): Promise<Pick<Selectable<Database['pictures']>, 'width' | 'state'> | undefined> {
  return db.selectFrom('pictures').select(['width', 'state']).where('sha256', '=', sha256).executeTakeFirst();
}

/** Lists the focal points that a picture is used with; the centre while it is not used. */
export async function listFocalPoints(db: Db, sha256: string): Promise<Picture['focal'][]> {
  const { rows } = await sql<Picture['focal']>`
    select focal_x as x, focal_y as y from images where sha256 = ${sha256}
    union
    select (banner->'focal'->>'x')::real, (banner->'focal'->>'y')::real
    from pages, lateral (select content->'banner'->'image' as banner) as image
    where banner->>'sha256' = ${sha256}`.execute(db);
  return rows.length > 0 ? rows : [{ x: 0.5, y: 0.5 }];
}

/** Half of the fourth decimal, plus the error of floating-point numbers. */
const ROUNDING_DEGREES = 0.000_050_001;

/** Whether the public position of a location, rounded to four decimals, is this one. */
export async function isPublishedPosition(
  db: Db,
  { latitude, longitude }: { latitude: number; longitude: number },
): Promise<boolean> {
  const found = await db
    .selectFrom('published_locations')
    .select('id')
    .where((is) => is.between('latitude', latitude - ROUNDING_DEGREES, latitude + ROUNDING_DEGREES))
    .where((is) => is.between('longitude', longitude - ROUNDING_DEGREES, longitude + ROUNDING_DEGREES))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Lists pictures that no location, board, published version, page, draft of a page or upload refers to; null searches among all. */
export async function listUnusedPictures(db: Db, among: readonly string[] | null, limit: number): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from pictures p
    where (${among}::text[] is null or sha256 = any(${among}))
      and not exists (select from images where sha256 = p.sha256)
      and not exists (select from board_photographs where sha256 = p.sha256)
      and not exists (select from uploads where sha256 = p.sha256)
      and not exists (select from pages where strpos(content::text, p.sha256) > 0)
      and not exists (select from content_drafts where strpos(content::text, p.sha256) > 0)
    except select image->>'sha256' from published_locations, jsonb_array_elements(details->'images') image
    order by sha256 limit ${limit}`.execute(db);
  return rows.map(({ sha256 }) => sha256);
}

/** Lists pictures without a perceptual hash, after a SHA-256. */
export async function listPicturesWithoutHash(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('pictures')
    .select('sha256')
    .where('perceptual_hash', 'is', null)
    .where('sha256', '>', after)
    .orderBy('sha256')
    .limit(limit)
    .execute();
  return rows.map(({ sha256 }) => sha256);
}
