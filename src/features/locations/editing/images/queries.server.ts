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
