import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/db/tables.ts';
import type { Picture } from './schema.ts';

/** What the addresses of a picture are checked against; undefined when there is no such picture. */
export function findPicture(
  db: Kysely<Database>,
  sha256: string,
): Promise<Pick<Selectable<Database['pictures']>, 'width' | 'state'> | undefined> {
  return db.selectFrom('pictures').select(['width', 'state']).where('sha256', '=', sha256).executeTakeFirst();
}

/** Every focal point that a picture is shown with; its middle when it is not shown yet. */
export async function listFocalPoints(db: Kysely<Database>, sha256: string): Promise<Picture['focal'][]> {
  const { rows } = await sql<Picture['focal']>`
    select focal_x as x, focal_y as y from images where sha256 = ${sha256}
    union
    select (banner->'focal'->>'x')::real, (banner->'focal'->>'y')::real
    from pages, lateral (select content->'banner'->'image' as banner) as image
    where banner->>'sha256' = ${sha256}`.execute(db);
  return rows.length > 0 ? rows : [{ x: 0.5, y: 0.5 }];
}

/** Half of the last of four decimals, in degrees, and a little for the arithmetic. */
const ROUNDING_DEGREES = 0.000_050_001;

/** Whether a published location lies where this position, rounded to four decimals, says. */
export async function isPublishedPosition(
  db: Kysely<Database>,
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

/** The pictures, all or among these, that no location holds, no published version shows, no page or its draft either, and nobody has just sent. */
export async function listUnusedPictures(
  db: Kysely<Database>,
  among: readonly string[] | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from pictures p
    where (${among}::text[] is null or sha256 = any(${among}))
      and not exists (select from images where sha256 = p.sha256)
      and not exists (select from uploads where sha256 = p.sha256)
      and not exists (select from pages where strpos(content::text, p.sha256) > 0)
      and not exists (select from content_drafts where strpos(content::text, p.sha256) > 0)
    except select image->>'sha256' from published_locations, jsonb_array_elements(details->'images') image
    order by sha256 limit ${limit}`.execute(db);
  return rows.map(({ sha256 }) => sha256);
}
