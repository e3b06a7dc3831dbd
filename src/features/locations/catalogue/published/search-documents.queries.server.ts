import { sql } from 'kysely';
import { FIRST_ID, keysetBatches } from '../../../../platform/db/keyset.ts';
import type { Db } from '../../../../platform/db/transaction.ts';
import { type FacetField, RANGE_FIELDS, type SearchDocument, createEmptyOptions } from '../schema.ts';

const BATCH_SIZE = 5_000;

/** Every published location, in batches; consistent only when `snapshot` is one. */
export async function* readSearchDocuments(snapshot: Db): AsyncGenerator<SearchDocument[], void, void> {
  const options = await getOptionsById(snapshot);
  const batches = keysetBatches(BATCH_SIZE, (after?: { id: string }) =>
    selectDocumentRows(snapshot)
      .where('id', '>', after?.id ?? FIRST_ID)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute(),
  );
  for await (const rows of batches) {
    yield rows.map((row) => toDocument(row, options));
  }
}

/** The published ones among these locations, in no particular order. */
export async function getSearchDocuments(db: Db, ids: readonly string[]): Promise<SearchDocument[]> {
  if (ids.length === 0) return [];
  const options = await getOptionsById(db);
  const rows = await selectDocumentRows(db)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  return rows.map((row) => toDocument(row, options));
}

interface DocumentRow {
  readonly id: string;
  readonly title: string;
  readonly nearesttown: string;
  readonly description: string;
  readonly address: SearchDocument['address'];
  readonly option_ids: readonly number[];
  readonly numbers: SearchDocument['numbers'];
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly featured: boolean;
  readonly pictured: boolean;
  readonly published_at: Date;
}

function selectDocumentRows(db: Db) {
  const numbers = sql.join(RANGE_FIELDS.flatMap((field) => [sql.lit(field), sql`details->${sql.lit(field)}`]));
  return db
    .selectFrom('published_locations')
    .select(['id', 'title', 'nearesttown', 'description', 'option_ids', 'latitude', 'longitude'])
    .select(['featured', 'pictured', 'published_at'])
    .select(sql<SearchDocument['numbers']>`jsonb_build_object(${numbers})`.as('numbers'))
    .select(sql<SearchDocument['address']>`coalesce(details->'address', '[]')`.as('address'));
}

type OptionsById = ReadonlyMap<number, { readonly field: FacetField; readonly name: string }>;

async function getOptionsById(db: Db): Promise<OptionsById> {
  const rows = await db.selectFrom('options').select(['id', 'field', 'name']).execute();
  return new Map(rows.map(({ id, field, name }) => [id, { field: field as FacetField, name }]));
}

function toDocument(row: DocumentRow, optionsById: OptionsById): SearchDocument {
  const {
    id,
    title,
    nearesttown,
    description,
    address,
    numbers,
    latitude,
    longitude,
    featured,
    pictured,
    published_at,
  } = row;
  const options = createEmptyOptions();
  for (const optionId of row.option_ids) {
    const option = optionsById.get(optionId);
    if (option) options[option.field].push(option.name);
  }
  const position = latitude === null || longitude === null ? null : { latitude, longitude };
  return {
    id,
    title,
    nearesttown,
    description,
    address,
    options,
    numbers,
    position,
    featured,
    pictured,
    publishedAt: published_at.getTime(),
  };
}
