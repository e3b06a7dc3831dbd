import { type RawBuilder, type Transaction, sql } from 'kysely';
import { z } from 'zod';
import { FIRST_ID, keysetBatches } from '../../../../platform/db/keyset.ts';
import type { Database } from '../../../../platform/db/tables.ts';
import type { Db } from '../../../../platform/db/transaction.ts';
import { getRenditionUrl, getRenditionWidths } from '../../../media/schema.ts';
import { FACTS, type FactValues } from '../fields/fact-fields.ts';
import { type StoredFacts, groupPublicFacts } from '../production-facts/values.server.ts';
import { selectCurrentVersions } from './published-version.queries.server.ts';
import type { MapPrecision } from '../../../geography/schema.ts';
import {
  FACET_FIELDS,
  type FacetField,
  type LocationCard,
  type PublicLocation,
  groupByField,
  getFactLabel,
} from '../schema.ts';

/** An image of a published version, as publishing writes it. */
type PublishedImage = Omit<PublicLocation['images'][number], 'url'>;

/** Cards of these locations in the order of `ids`; one that is not (or no longer) published is left out. */
export async function getPublishedCards(db: Db, ids: readonly string[]): Promise<LocationCard[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<CardRow>`
    select ${cardColumns} from published_locations p where p.id = any(${ids}::uuid[])`.execute(db);
  const cards = new Map(rows.map((row) => [row.id, toCard(row)]));
  return ids.map((id) => cards.get(id)).filter((card) => card !== undefined);
}

interface CardRow {
  readonly id: string;
  readonly locationurl: string;
  readonly title: string;
  readonly nearesttown: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly map_precision: MapPrecision;
  readonly sample: boolean;
  readonly options: readonly (readonly [FacetField, string])[];
  readonly image: PublishedImage | null;
}

const cardColumns = sql`
  p.id, p.locationurl, p.title, p.nearesttown, p.latitude, p.longitude,
  p.details->>'map_precision' as map_precision, (p.details->>'sample')::boolean as sample, p.details->'images'->0 as image,
  (select coalesce(jsonb_agg(jsonb_build_array(field, name) order by position, id), '[]')
   from options where id = any(p.option_ids)) as options`;

function toCard(row: CardRow): LocationCard {
  const { category, setting, century, localauthority } = groupByField(row.options);
  return {
    id: row.id,
    locationurl: row.locationurl,
    title: row.title,
    nearesttown: row.nearesttown,
    category,
    setting,
    century,
    localauthority: localauthority[0] ?? null,
    latitude: row.latitude,
    longitude: row.longitude,
    map_precision: row.map_precision,
    sample: row.sample,
    primaryimage: row.image,
  };
}

/** A published location as its page shows it, by its URL slug or, if no location has that slug, by its id. */
export async function findPublishedByUrl(db: Db, urlOrId: string): Promise<PublicLocation | undefined> {
  const byUrl = /^[a-z0-9-]+$/.test(urlOrId)
    ? await getPublicLocation(db, sql`select * from published_locations where locationurl = ${urlOrId}`)
    : undefined;
  if (byUrl) return byUrl;
  if (!z.uuid().safeParse(urlOrId).success) return findRedirected(db, urlOrId);
  return getPublicLocation(
    db,
    sql`select * from published_locations
      where id = (select coalesce(merged_into, id) from locations where id = ${urlOrId})`,
  );
}

/** The published location that has taken the place of the one which had this URL slug. */
function findRedirected(db: Db, locationurl: string): Promise<PublicLocation | undefined> {
  return getPublicLocation(
    db,
    sql`select * from published_locations
      where id = (select location_id from location_redirects where locationurl = ${locationurl})`,
  );
}

/** A location as its page would show it if it were published now; undefined without one. */
export async function getPreview(db: Db, id: string): Promise<PublicLocation | undefined> {
  const version = await selectCurrentVersions(db, [id]);
  return getPublicLocation(db, sql`select version.*, now() as published_at from (${version}) version`);
}

async function getPublicLocation(db: Db, version: RawBuilder<unknown>): Promise<PublicLocation | undefined> {
  const [location] = await listPublicLocations(db, version);
  return location;
}

/** Those of these locations that are published, as their pages show them. */
export async function getPublicLocations(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, PublicLocation>> {
  const found = await listPublicLocations(db, sql`select * from published_locations where id = any(${ids}::uuid[])`);
  return new Map(found.map((location) => [location.id, location]));
}

async function listPublicLocations(db: Db, version: RawBuilder<unknown>): Promise<PublicLocation[]> {
  const { rows } = await sql<PageRow>`
    select ${cardColumns}, p.description, p.published_at, p.details from (${version}) p`.execute(db);
  return rows.map(toPublicLocation);
}

interface PageRow extends CardRow {
  readonly description: string;
  readonly published_at: Date;
  readonly details: Pick<PublicLocation, 'address' | 'attribution'> &
    Readonly<Record<string, unknown>> & {
      readonly images: readonly PublishedImage[];
      /** Null or missing without any. */
      readonly production_facts?: StoredFacts | null;
    };
}

function toPublicLocation(row: PageRow): PublicLocation {
  const { details } = row;
  const images = details.images.map((image) => ({
    ...image,
    url: getRenditionUrl(image.sha256, Math.max(...getRenditionWidths(image.width)), 'webp'),
  }));
  return {
    ...toCard(row),
    ...toFacts(row),
    description: row.description,
    address: details.address,
    images,
    primaryimageurl: images[0]?.url ?? null,
    attribution: details.attribution,
    production_facts: groupPublicFacts(details.production_facts ?? {}),
    publishedat: row.published_at.toISOString(),
  };
}

function toFacts({ options, details }: Pick<PageRow, 'options' | 'details'>): FactValues {
  const names: Readonly<Partial<Record<string, string[]>>> = groupByField(options);
  const values = FACTS.map(({ name, kind }) => {
    const value = kind === 'options' ? names[name] : (names[name]?.[0] ?? details[name] ?? null);
    return [name, value];
  });
  return Object.fromEntries(values) as FactValues;
}

/** The location whose working copy has this URL slug, published or not. */
export async function findLocationIdByUrl(db: Db, locationurl: string): Promise<string | undefined> {
  const location = await db
    .selectFrom('locations')
    .select('id')
    .where('locationurl', '=', locationurl)
    .executeTakeFirst();
  return location?.id;
}

/** The option fields in their order, with the names of their options in theirs. */
export async function listLocationFields(db: Db): Promise<{ name: string; field: FacetField; options: string[] }[]> {
  const rows = await db.selectFrom('options').select(['field', 'name']).orderBy('position').orderBy('id').execute();
  const names = groupByField(rows.map(({ field, name }) => [field as FacetField, name]));
  return FACET_FIELDS.map((field) => ({ name: getFactLabel(field), field, options: names[field] }));
}

/**
 * Runs several reads in one snapshot, so that the generation and the documents belong together. Keep it short: a snapshot prevents
 * PostgreSQL from vacuuming.
 */
export function inSnapshot<Result>(
  db: Db,
  read: (snapshot: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}

/** Returns the generation of the catalogue, which is raised by every public change. */
export async function getCatalogueGeneration(db: Db): Promise<number> {
  const { version } = await db
    .selectFrom('change_versions')
    .select('version')
    .where('name', '=', 'catalogue')
    .executeTakeFirstOrThrow();
  return version;
}

/**
 * Returns the generation of the catalogue, and the ids of the locations that were published, changed or removed since; undefined if
 * changes since then have been deleted. Call it in the {@link inSnapshot} that also reads the documents.
 */
export async function getChangesSince(
  snapshot: Db,
  since: number,
): Promise<{ generation: number; ids: string[] | undefined }> {
  const generation = await getCatalogueGeneration(snapshot);
  if (generation === since) return { generation, ids: [] };
  if (!(await isGenerationKept(snapshot, since + 1))) return { generation, ids: undefined };
  const changes = await snapshot
    .selectFrom('catalogue_changes')
    .select('location_id')
    .distinct()
    .where('version', '>', since)
    .execute();
  return { generation, ids: changes.map((change) => change.location_id) };
}

/** Whether the changes of this generation, and therefore of all later ones, are still recorded. */
async function isGenerationKept(snapshot: Db, generation: number): Promise<boolean> {
  const oldest = await snapshot
    .selectFrom('catalogue_changes')
    .select('version')
    .orderBy('version')
    .limit(1)
    .executeTakeFirst();
  return oldest !== undefined && oldest.version <= generation;
}

const BATCH_SIZE = 5_000;

/** URLs of all location pages and when each was last published, in batches. */
export function readSitemapEntries(db: Db): AsyncGenerator<{ locationurl: string; published_at: Date }[], void, void> {
  return keysetBatches(BATCH_SIZE, (after?: { id: string }) =>
    db
      .selectFrom('published_locations')
      .select(['id', 'locationurl', 'published_at'])
      .where('id', '>', after?.id ?? FIRST_ID)
      .where(sql<boolean>`coalesce(details->>'sample', 'false') = 'false'`)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute(),
  );
}
