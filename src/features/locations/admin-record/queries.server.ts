import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import { throwLocationNotFound, toAccessibleLocation } from '../working-copy/access.queries.server.ts';
import { listImages } from '../editing/images/queries.server.ts';
import type { ListDocuments } from '../working-copy/list-documents.ts';
import { getPublishability } from '../publishing/publishability.ts';
import { getPublishableLocations } from '../publishing/queries.server.ts';
import {
  IMAGES_WITHOUT_DEFAULT_ALT,
  VERSION_COLUMNS,
  getImagesVersion,
  selectCurrentVersions,
} from '../catalogue/published/published-version.queries.server.ts';
import { type ComparedImage, getImageChanges, nameImages } from './image-changes.ts';
import { type LocationRecord, PUBLISHED_FIELDS, type PublishedField, type PublishedFields } from './schema.ts';
import { getTeamFields, serializeWorkingCopy, getWorkingCopies } from '../working-copy/queries.server.ts';
import type { Caller } from '../working-copy/policy.ts';
import { fromColumns } from '../catalogue/fields/values.ts';
import { PUBLIC_FACTS } from '../catalogue/production-facts/queries.server.ts';
import { type StoredFacts, describeFacts } from '../catalogue/production-facts/values.server.ts';
import { type FacetField, groupByField } from '../catalogue/schema.ts';

/**
 * A location as the team sees it. Read it in a snapshot, so that the fields and their version belong together.
 * @throws {ApiError} NOT_FOUND when the caller may not see it
 */
export async function getLocationRecord(
  snapshot: Db,
  caller: Caller,
  id: string,
  listDocuments: ListDocuments,
): Promise<LocationRecord> {
  const copy = (await getWorkingCopies(snapshot, [id])).get(id) ?? throwLocationNotFound();
  toAccessibleLocation(caller, copy);
  const images = (await listImages(snapshot, [id], 'team')).get(id) ?? [];
  return {
    ...serializeWorkingCopy(copy),
    ...(await getTeamFields(snapshot, id)),
    ...(await getRelatedData(snapshot, id)),
    documents: (await listDocuments(snapshot, id)).length,
    images: images.length,
    production_facts: await describePublicFacts(snapshot, id),
    images_version: await getImagesVersion(snapshot, id),
    publishing: getPublishability((await getPublishableLocations(snapshot, [id])).get(id) ?? throwLocationNotFound()),
    primaryimage: images.find(({ primary }) => primary) ?? null,
    published: await getPublishedFields(snapshot, id),
  };
}

async function getRelatedData(db: Db, id: string): Promise<Pick<LocationRecord, 'owner' | 'sample' | 'merged_into'>> {
  const row = await db
    .selectFrom('locations as l')
    .leftJoin('users as u', 'u.id', 'l.owner_id')
    .leftJoin('locations as m', 'm.id', 'l.merged_into')
    .select([
      'l.sample',
      'u.id as owner',
      'u.first_name',
      'u.last_name',
      'm.id as merged_into',
      'm.title as merged_title',
    ])
    .where('l.id', '=', id)
    .executeTakeFirstOrThrow();
  const { sample, owner, first_name, last_name, merged_into, merged_title } = row;
  return {
    sample,
    merged_into: merged_into === null ? null : { id: merged_into, title: merged_title! },
    owner: owner === null ? null : { id: owner, first_name: first_name!, last_name: last_name! },
  };
}

/** The production facts that publishing would show. */
async function describePublicFacts(db: Db, id: string): Promise<LocationRecord['production_facts']> {
  const { rows } = await sql<{ stored: StoredFacts | null }>`
    select ${PUBLIC_FACTS} as stored from locations l where l.id = ${id}`.execute(db);
  return describeFacts(rows[0]?.stored ?? {});
}

interface PublishedRow extends Pick<PublishedFields, 'latitude' | 'longitude'> {
  readonly shown: Readonly<Record<PublishedField, unknown>> &
    Pick<PublishedFields, 'address'> & { readonly production_facts?: StoredFacts | null };
  readonly options: readonly (readonly [FacetField, string])[];
  readonly images: readonly ComparedImage[] | null;
  readonly images_now: readonly ComparedImage[] | null;
}

/** The images of the published version and those that publishing would show, each with the primary one first. */
export async function getComparedImages(db: Db, id: string): Promise<{ published: NamedImages; now: NamedImages }> {
  const { rows } = await sql<Pick<PublishedRow, 'images' | 'images_now'>>`
    select ${IMAGES_WITHOUT_DEFAULT_ALT} as images_now,
      (select ${IMAGES_WITHOUT_DEFAULT_ALT} from published_locations version where id = ${id}) as images
    from (${await selectCurrentVersions(db, [id])}) version`.execute(db);
  const { images = null, images_now = null } = rows[0] ?? {};
  return { published: nameImages(images ?? []), now: nameImages(images_now ?? []) };
}
type NamedImages = ReturnType<typeof nameImages>;

/** The published values of a location; null if it is not published. */
async function getPublishedFields(db: Db, id: string): Promise<PublishedFields | null> {
  const { rows } = await sql<PublishedRow>`
    with now as (select ${IMAGES_WITHOUT_DEFAULT_ALT} as images from (${await selectCurrentVersions(db, [id])}) version)
    select latitude, longitude, to_jsonb(version) || details as shown,
      (select coalesce(jsonb_agg(jsonb_build_array(o.field, o.name) order by o.position, o.id), '[]')
       from options o where o.id = any(version.option_ids)) as options,
      ${IMAGES_WITHOUT_DEFAULT_ALT} as images, (select images from now) as images_now
    from (select ${VERSION_COLUMNS} from published_locations where id = ${id}) version`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { latitude, longitude, shown, options, images, images_now } = row;
  return {
    ...fromColumns(PUBLISHED_FIELDS, shown, groupByField(options)),
    latitude,
    longitude,
    address: shown.address,
    production_facts: describeFacts(shown.production_facts ?? {}),
    image_changes: getImageChanges(images ?? [], images_now ?? []),
  };
}
