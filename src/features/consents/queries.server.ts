import { sql } from 'kysely';
import type { Db } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { PAGE_NOT_FOUND } from '../../platform/text/common-messages.ts';
import type { BoundingBox } from '../geography/schema.ts';
import { getPublicArea } from '../locations/catalogue/published/public-position.ts';
import { getPreview, getPublicLocations } from '../locations/catalogue/published/queries.server.ts';
import type { PublicLocation } from '../locations/catalogue/schema.ts';
import { getAccessibleLocation, throwLocationNotFound } from '../locations/working-copy/access.queries.server.ts';
import type { Caller } from '../locations/working-copy/policy.ts';
import type { ConsentArea } from './schema.ts';

/** Areas that are listed for one location. Real ones are in a few; the limit is for files with mistakes. */
const MAX_AREAS = 50;

/** Where a location is. */
interface Place {
  readonly id: string;
  /** All the places where it may be; null without a position. */
  readonly box: BoundingBox | null;
  /** The name of its local authority. */
  readonly localauthority: string | null;
}

type PublicPlace = Pick<PublicLocation, 'id' | 'latitude' | 'longitude' | 'map_precision' | 'localauthority'>;

/**
 * The consent areas of a published location.
 * @throws {ApiError} NOT_FOUND
 */
export async function listAreasOfPublished(db: Db, id: string): Promise<ConsentArea[]> {
  const location = (await getPublicLocations(db, [id])).get(id);
  if (!location) throw new ApiError('NOT_FOUND', PAGE_NOT_FOUND);
  return (await listPublicConsentAreas(db, [location])).get(id) ?? [];
}

/**
 * The consent areas that contain published locations, by their ids. Reads nothing of a location that is not public, so that no areas can
 * tell more about its position: an area counts if it contains all the places where the location may be.
 */
export function listPublicConsentAreas(db: Db, locations: readonly PublicPlace[]): Promise<AreasById> {
  return listConsentAreas(
    db,
    locations.map(({ id, latitude, longitude, map_precision, localauthority }) => ({
      id,
      box: latitude === null || longitude === null ? null : getPublicArea({ latitude, longitude }, map_precision),
      localauthority,
    })),
  );
}

/**
 * The consent areas that contain the exact position of a working copy.
 * @throws {ApiError} NOT_FOUND when the caller may not see it
 */
export async function listAreasOfWorkingCopy(db: Db, caller: Caller, id: string): Promise<ConsentArea[]> {
  const { merged_into } = await getAccessibleLocation(db, caller, id);
  if (merged_into !== null) throwLocationNotFound();
  const { localauthority } = (await getPreview(db, id)) ?? throwLocationNotFound();
  const { latitude, longitude } = await db
    .selectFrom('locations')
    .select(['latitude', 'longitude'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const box: BoundingBox | null =
    latitude === null || longitude === null ? null : [longitude, latitude, longitude, latitude];
  return (await listConsentAreas(db, [{ id, box, localauthority }])).get(id) ?? [];
}

type AreasById = ReadonlyMap<string, ConsentArea[]>;

/** Areas with an outline come first, those of local authorities last. Areas of a layer that say the same are listed once. */
async function listConsentAreas(db: Db, places: readonly Place[]): Promise<AreasById> {
  const { rows } = await sql<{ id: string; areas: ConsentArea[] }>`
    select place.id, jsonb_agg(jsonb_build_object(
      'name', area.name, 'kind', area.kind, 'authority', area.authority, 'contact', area.contact, 'email', area.email,
      'telephone', area.telephone, 'notice', area.notice, 'consent', area.consent, 'fees', area.fees, 'link', area.link,
      'attribution', area.attribution) order by area.is_authority, area.layer, area.name) as areas
    from unnest(${places.map(({ id }) => id)}::uuid[], ${places.map(({ box }) => box && toPolygon(box))}::text[],
      ${places.map(({ localauthority }) => localauthority)}::text[]) as place (id, box, localauthority)
    cross join lateral (
      select distinct a.authority_id is not null as is_authority, l.name as layer, l.attribution, a.name, a.kind, a.authority,
        a.contact, a.email, a.telephone, a.notice, a.consent, a.fees, a.link
      from (
        select o.layer_id, o.number from consent_area_outlines o
        where o.outline @> place.box::polygon
          and not exists (select from unnest(o.holes) hole where hole && place.box::polygon)
        union all
        select c.layer_id, c.number from options x join consent_areas c on c.authority_id = x.id
        where x.field = 'localauthority' and x.name = place.localauthority
      ) found
      join consent_areas a using (layer_id, number)
      join consent_layers l on l.id = a.layer_id
      order by is_authority, layer, a.name
      limit ${MAX_AREAS}
    ) area
    group by place.id`.execute(db);
  return new Map(rows.map(({ id, areas }) => [id, areas]));
}

function toPolygon([west, south, east, north]: BoundingBox): string {
  return `((${west},${south}),(${west},${north}),(${east},${north}),(${east},${south}))`;
}

/** The installed layers, by name, with the number of their areas. */
export function listLayers(db: Db): Promise<{ name: string; installed_at: Date; areas: number }[]> {
  return db
    .selectFrom('consent_layers as l')
    .select(['l.name', 'l.installed_at'])
    .select(({ selectFrom, fn }) =>
      selectFrom('consent_areas as a')
        .whereRef('a.layer_id', '=', 'l.id')
        .select(fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('areas'),
    )
    .orderBy('l.name')
    .execute();
}
