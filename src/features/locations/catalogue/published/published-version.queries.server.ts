import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../platform/db/transaction.ts';
import { isOptionField } from '../fields/fact-fields.ts';
import { FIELDS } from '../fields/lookup.ts';
import { PUBLIC_FACTS } from '../production-facts/queries.server.ts';
import { toPublicPosition } from './public-position.ts';

/** Fields that are columns of a published version. All other public fields are in its details. */
const FIELD_COLUMNS = ['locationurl', 'title', 'nearesttown', 'description', 'latitude', 'longitude', 'featured'];
/** The columns of a published version, except when it was published. */
const COLUMNS = ['id', 'option_ids', 'pictured', ...FIELD_COLUMNS].join(', ');
export const VERSION_COLUMNS = sql.raw(`${COLUMNS}, details`);
const COMPARED_COLUMNS = sql.raw(`${COLUMNS}, jsonb_strip_nulls(details)`);

const DETAIL_FIELDS = FIELDS.filter(
  (field) => field.group === 'public' && !isOptionField(field) && !FIELD_COLUMNS.includes(field.name),
);
const FIELD_DETAILS = sql`jsonb_build_object(
  ${sql.join(DETAIL_FIELDS.flatMap(({ name }) => [sql.lit(name), sql.ref(`l.${name}`)]))})`;

/** A query of the {@link VERSION_COLUMNS} that publishing would write for these locations now. Positions are the public ones. */
export async function selectCurrentVersions(db: Db, ids: readonly string[]): Promise<RawBuilder<unknown>> {
  const places = await db
    .selectFrom('locations')
    .select(['id', 'latitude', 'longitude', 'map_precision'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  const positions = places.map(({ latitude, longitude, map_precision }) =>
    latitude === null || longitude === null ? null : toPublicPosition({ latitude, longitude }, map_precision),
  );
  const latitudes = positions.map((position) => position?.latitude ?? null);
  const longitudes = positions.map((position) => position?.longitude ?? null);
  return sql`
    select l.id, o.option_ids, i.images <> '[]' as pictured,
      l.locationurl, l.title, coalesce(l.nearesttown, '') as nearesttown, coalesce(l.description, '') as description,
      p.latitude, p.longitude, l.featured,
      jsonb_build_object(
        'sample', l.sample,
        'address', case when l.address_public then to_jsonb(
          array_remove(array[l.address1, l.address2, l.address3, l.address4, l.postcode], null)) else '[]' end,
        'images', i.images, 'production_facts', ${PUBLIC_FACTS}) || ${FIELD_DETAILS} as details
    from unnest(${places.map(({ id }) => id)}::uuid[], ${latitudes}::float8[], ${longitudes}::float8[])
      as p (id, latitude, longitude)
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
    ) i`;
}

/**
 * The images of a version, without those descriptions that equal the title: it stands in for a missing one, and a new title changes no
 * image.
 */
export const IMAGES_WITHOUT_DEFAULT_ALT = sql.raw(`(
  select jsonb_agg(case when image->>'alt' = version.title then image - 'alt' else image end)
  from jsonb_array_elements(version.details->'images') image)`);

/** A hash of the images of a location as publishing would show them. */
export async function getImagesVersion(db: Db, id: string): Promise<string> {
  return (await getImagesVersions(db, [id])).get(id) ?? '';
}

/** The {@link getImagesVersion} of several locations, by id. */
export async function getImagesVersions(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; images: string }>`
    select id, coalesce(md5(${IMAGES_WITHOUT_DEFAULT_ALT}::text), '') as images
    from (${await selectCurrentVersions(db, ids)}) version`.execute(db);
  return new Map(rows.map(({ id, images }) => [id, images]));
}

/**
 * Whether publishing a location again would change nothing but the date. A detail that the published version lacks counts as null:
 * it was published before the field was added.
 */
export async function isUnchangedSincePublished(db: Db, id: string): Promise<boolean> {
  return (await listUnchangedSincePublished(db, [id])).has(id);
}

/** Those of the locations that {@link isUnchangedSincePublished} is true of. */
export async function listUnchangedSincePublished(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select ${COMPARED_COLUMNS} from (${await selectCurrentVersions(db, ids)}) version
      intersect select ${COMPARED_COLUMNS} from published_locations where id = any(${ids}::uuid[])
    ) same`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
