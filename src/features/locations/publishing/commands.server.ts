import { sql } from 'kysely';
import type { Announce, Trx } from '../../../platform/events.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { recordAudit } from '../../audit/commands.server.ts';
import type { LocationEvent } from '../events.ts';
import type { FacetField } from '../schema.ts';
import { imagesProblem, missingFields, publicPosition } from './policy.ts';

/**
 * Publishes one location at the wish of an admin, and notes it in the audit trail.
 * @throws {ApiError} NOT_FOUND; CONFLICT when it is live; INVALID when mandatory fields or valid images are missing
 */
export async function publishLocation(
  trx: Trx,
  act: { id: string; actorId: string | null; at: Date },
  announce: Announce<LocationEvent>,
): Promise<void> {
  const location = await lockLocation(trx, act.id);
  if (location.status === 'LIVE') throw new ApiError('CONFLICT', 'This location is already live');
  await refuseUnfinished(trx, location);
  await refuseTakenAddress(trx, location);
  await publishLocations(trx, { ids: [act.id], at: act.at }, announce);
  await recordAudit(trx, { type: 'LOCATION_PUBLISHED', actorId: act.actorId, locationId: act.id, at: act.at });
}

/**
 * Makes, or replaces, the published versions of these locations as they stand now, whatever they lack: what may be
 * published is for the caller to decide, and to note in the audit trail. Ids that do not exist are passed over.
 */
export async function publishLocations(
  trx: Trx,
  act: { ids: readonly string[]; at: Date },
  announce: Announce<LocationEvent>,
): Promise<void> {
  const locations = await trx
    .selectFrom('locations')
    .select(['id', 'latitude', 'longitude', 'map_precision'])
    .where(sql<boolean>`id = any(${act.ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (locations.length === 0) return;
  const ids = locations.map(({ id }) => id);
  const positions = locations.map(({ latitude, longitude, map_precision }) =>
    latitude === null || longitude === null ? null : publicPosition({ latitude, longitude }, map_precision),
  );
  await writePublishedVersions(trx, ids, positions, act.at);
  await sql`
    update locations set status = 'LIVE', location_status = 'PUBLISHED'
    where id = any(${ids}::uuid[]) and (status, location_status) <> ('LIVE', 'PUBLISHED')`.execute(trx);
  await announce(trx, { type: 'locations.published', ids });
}

/**
 * Removes the published version: the place is a draft again, and the public no longer finds it.
 * @throws {ApiError} NOT_FOUND; CONFLICT when no version is online
 */
export async function takeOffline(
  trx: Trx,
  act: { id: string; actorId: string | null; at: Date },
  announce: Announce<LocationEvent>,
): Promise<void> {
  const location = await lockLocation(trx, act.id);
  if (location.status === 'NEW') throw new ApiError('CONFLICT', 'This location is not live yet');
  await trx.deleteFrom('published_locations').where('id', '=', act.id).execute();
  await trx
    .updateTable('locations')
    .set({ status: 'NEW', location_status: 'DRAFT' })
    .where('id', '=', act.id)
    .execute();
  await recordAudit(trx, { type: 'LOCATION_UNPUBLISHED', actorId: act.actorId, locationId: act.id, at: act.at });
  await announce(trx, { type: 'locations.taken-offline', ids: [act.id] });
}

interface LockedLocation {
  readonly id: string;
  readonly status: 'NEW' | 'CHANGED' | 'LIVE';
  readonly title: string;
  readonly address1: string | null;
  readonly locationurl: string;
}

async function lockLocation(trx: Trx, id: string): Promise<LockedLocation> {
  const location = await trx
    .selectFrom('locations')
    .select(['id', 'status', 'title', 'address1', 'locationurl'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!location) throw new ApiError('NOT_FOUND', 'This location does not exist any more.');
  return location;
}

async function refuseUnfinished(trx: Trx, { id, title, address1 }: LockedLocation): Promise<void> {
  const options = await trx.selectFrom('location_options').select('field').where('location_id', '=', id).execute();
  const fields = missingFields({ title, address1, options: new Set(options.map(({ field }) => field as FacetField)) });
  if (Object.keys(fields).length > 0) throw new ApiError('INVALID', 'There are mandatory fields not filled', fields);
  const images = await trx
    .selectFrom('images')
    .innerJoin('pictures', 'pictures.sha256', 'images.sha256')
    .select(['pictures.state', 'images.is_primary'])
    .where('images.location_id', '=', id)
    .execute();
  const problem = imagesProblem(images);
  if (problem) throw new ApiError('INVALID', problem, { images: problem });
}

/** A location whose address was changed keeps the old one online until it is published again. */
async function refuseTakenAddress(trx: Trx, { id, locationurl }: LockedLocation): Promise<void> {
  const other = await trx
    .selectFrom('published_locations')
    .select('title')
    .where('locationurl', '=', locationurl)
    .where('id', '<>', id)
    .executeTakeFirst();
  if (!other) return;
  const message = `“${other.title}” is still published at this address. Publish that one first, or change this address.`;
  throw new ApiError('CONFLICT', message, { locationurl: message });
}

/** One statement however many locations there are; `positions` are the public ones, in the order of `ids`. */
async function writePublishedVersions(
  trx: Trx,
  ids: readonly string[],
  positions: readonly ({ latitude: number; longitude: number } | null)[],
  at: Date,
): Promise<void> {
  const latitudes = positions.map((position) => position?.latitude ?? null);
  const longitudes = positions.map((position) => position?.longitude ?? null);
  await sql`
    insert into published_locations (id, locationurl, title, nearesttown, description, option_ids,
      latitude, longitude, featured, pictured, details, published_at)
    select l.id, l.locationurl, l.title, coalesce(l.nearesttown, ''), coalesce(l.description, ''), o.option_ids,
      p.latitude, p.longitude, l.featured, i.images <> '[]',
      jsonb_build_object(
        'map_precision', l.map_precision,
        'sample', l.sample,
        'attribution', l.attribution,
        'address', case when l.address_public then to_jsonb(
          array_remove(array[l.address1, l.address2, l.address3, l.address4, l.postcode], null)) else '[]' end,
        'images', i.images),
      ${at}
    from unnest(${ids}::uuid[], ${latitudes}::float8[], ${longitudes}::float8[]) as p (id, latitude, longitude)
    join locations l on l.id = p.id
    cross join lateral (
      select coalesce(array_agg(option_id order by option_id), '{}') as option_ids
      from location_options where location_id = l.id
    ) o
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', image.id, 'primary', image.is_primary, 'sha256', image.sha256,
        'width', picture.width, 'height', picture.height,
        'alt', coalesce(image.alt, image.caption, l.title), 'caption', image.caption,
        'credit', image.credit, 'licence', image.licence,
        'focal', jsonb_build_object('x', image.focal_x, 'y', image.focal_y),
        'placeholder', picture.placeholder
      ) order by image.is_primary desc, image.position, image.id), '[]') as images
      from images image join pictures picture using (sha256) where image.location_id = l.id
    ) i
    on conflict (id) do update set
      locationurl = excluded.locationurl, title = excluded.title, nearesttown = excluded.nearesttown,
      description = excluded.description, option_ids = excluded.option_ids,
      latitude = excluded.latitude, longitude = excluded.longitude,
      featured = excluded.featured, pictured = excluded.pictured,
      details = excluded.details, published_at = excluded.published_at`.execute(trx);
}
