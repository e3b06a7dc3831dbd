import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/transaction.ts';
import { getRenditionUrl, getRenditionWidths } from '../../../media/schema.ts';
import type { LocationRelation } from '../../working-copy/policy.ts';
import type { LocationImage } from './schema.ts';

/** Returns the images of working copies in their order, by location. The camera position is for owners only. */
export async function listImages(
  db: Db,
  locationIds: readonly string[],
  relation: LocationRelation,
): Promise<Map<string, LocationImage[]>> {
  const images = new Map<string, LocationImage[]>(locationIds.map((id) => [id, []]));
  for (const row of await imageRows(db, locationIds)) images.get(row.location_id)?.push(toPicture(row, relation));
  return images;
}

type ImageRow = Awaited<ReturnType<typeof imageRows>>[number];

function imageRows(db: Db, locationIds: readonly string[]) {
  return db
    .selectFrom('images')
    .innerJoin('pictures', 'pictures.sha256', 'images.sha256')
    .selectAll('images')
    .select(['pictures.width', 'pictures.height', 'pictures.placeholder', 'pictures.state'])
    .where(sql<boolean>`images.location_id = any(${locationIds}::uuid[])`)
    .orderBy('images.position')
    .orderBy('images.id')
    .execute();
}

function toPicture(row: ImageRow, relation: LocationRelation): LocationImage {
  const { id, version, name, sha256, width, height, alt, caption, credit, licence, placeholder, state } = row;
  return {
    id,
    version,
    name,
    sha256,
    width,
    height,
    alt,
    caption,
    credit,
    licence,
    placeholder,
    state,
    url: state === 'READY' ? getRenditionUrl(sha256, getRenditionWidths(width).at(-1)!, 'webp') : null,
    primary: row.is_primary,
    focal: { x: row.focal_x, y: row.focal_y },
    cameraPosition: relation === 'owner' ? toCameraPosition(row) : null,
  };
}

function toCameraPosition(row: ImageRow): LocationImage['cameraPosition'] {
  if (row.taken_latitude === null || row.taken_longitude === null) return null;
  return { latitude: row.taken_latitude, longitude: row.taken_longitude, direction: row.taken_direction };
}

/** What decides which photographs can be added to a location. */
export interface ImageUses {
  /** Its images and uploads in progress. */
  readonly count: number;
  readonly nextPosition: number;
  readonly hasPrimary: boolean;
  readonly pictures: readonly {
    readonly sha256: string;
    readonly perceptualHash: string | null;
    readonly pixels: number;
    readonly name: string | null;
  }[];
}

/** Returns how these locations use pictures, by id; also of locations that do not exist yet. */
export async function listImageUses(db: Db, locationIds: readonly string[]): Promise<Map<string, ImageUses>> {
  const { rows } = await sql<ImageUses & { readonly id: string }>`
    select asked.id, (select count(*)::integer from uploads u where u.location_id = asked.id and u.state <> 'REJECTED')
        + count(i.id)::integer as count,
      coalesce(max(i.position) + 1, 0) as "nextPosition", coalesce(bool_or(i.is_primary), false) as "hasPrimary",
      coalesce(jsonb_agg(jsonb_build_object('sha256', i.sha256, 'perceptualHash', p.perceptual_hash,
        'pixels', p.width * p.height, 'name', i.name)) filter (where i.id is not null), '[]') as pictures
    from unnest(${locationIds}::uuid[]) as asked (id)
    left join images i on i.location_id = asked.id
    left join pictures p on p.sha256 = i.sha256
    group by asked.id`.execute(db);
  return new Map(rows.map(({ id, ...uses }) => [id, uses]));
}
