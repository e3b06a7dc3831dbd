import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../../tests/support/database.ts';
import {
  SAMPLE_OPTIONS,
  addImage,
  addLocation,
  addOption,
  clearCatalogue,
} from '../../../../../tests/support/locations.ts';
import { publishLocations } from '../../publishing/commands.server.ts';
import {
  getCatalogueGeneration,
  getChangesSince,
  inSnapshot,
  listLocationFields,
  findPublishedByUrl,
  getPublishedCards,
  readSitemapEntries,
} from './queries.server.ts';
import { getSearchDocuments, readSearchDocuments } from './search-documents.queries.server.ts';
import { RANGE_FIELDS } from '../schema.ts';

const { kysely: db } = await testDatabase();
const at = new Date('2026-11-12T09:30:00Z');

beforeEach(() => clearCatalogue(db));

async function published(draft: Parameters<typeof addLocation>[1], images: Parameters<typeof addImage>[2][] = []) {
  const id = await addLocation(db, draft);
  for (const image of images) await addImage(db, id, image);
  await publish(id);
  return id;
}
const publish = (id: string) =>
  db.transaction().execute((trx) => publishLocations(trx, { ids: [id], at }, () => Promise.resolve()));

async function collect<Row>(batches: AsyncIterable<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of batches) rows.push(...batch);
  return rows;
}

describe('cards', () => {
  it('keep the requested order, without those that are not published', async () => {
    const [quay, mill] = [await published({ title: 'Quay' }), await published({ title: 'Mill' })];
    const draft = await addLocation(db, { title: 'Draft' });
    const cards = await getPublishedCards(db, [mill, draft, quay]);
    expect(cards.map(({ title }) => title)).toEqual(['Mill', 'Quay']);
  });

  it('name their options in the order of the lists, also after one is renamed', async () => {
    const id = await published({ options: { ...SAMPLE_OPTIONS, setting: ['Rural', 'Coastal'] } });
    await db.updateTable('options').set({ name: 'By the sea', position: -1 }).where('name', '=', 'Coastal').execute();
    const [card] = await getPublishedCards(db, [id]);
    expect(card).toMatchObject({
      setting: ['By the sea', 'Rural'],
      category: ['Mill or factory'],
      localauthority: 'Stirling',
    });
  });

  it('show the primary image', async () => {
    const primary = { position: 1, is_primary: true, alt: 'The wheel', placeholder: 'blur' };
    const [card] = await getPublishedCards(db, [await published({ title: 'Mill' }, [{ position: 0 }, primary])]);
    expect(card?.primaryimage).toMatchObject({
      alt: 'The wheel',
      placeholder: 'blur',
      width: 2400,
      focal: { x: 0.5, y: 0.5 },
    });
  });

  it('have no image if the location has none', async () => {
    const [card] = await getPublishedCards(db, [await published({})]);
    expect(card?.primaryimage).toBeNull();
  });
});

describe('a location page', () => {
  it('has single options by name and the largest rendition as URL of an image', async () => {
    await published({ locationurl: 'mill', options: SAMPLE_OPTIONS }, [{ is_primary: true }]);
    const page = await findPublishedByUrl(db, 'mill');
    expect(page).toMatchObject({ condition: 'Good', ownershiptype: 'Private', filmoffice: 'Stirling film liaison' });
    expect(page?.primaryimageurl).toMatch(/^\/media\/[0-9a-f]{64}\/2048\.webp$/);
  });

  it('is undefined for a draft', async () => {
    await addLocation(db, { locationurl: 'draft' });
    expect(await findPublishedByUrl(db, 'draft')).toBeUndefined();
  });
});

it('lists every field with its options in order', async () => {
  await addOption(db, 'category', 'Mill');
  await addOption(db, 'category', 'Castle');
  const fields = await listLocationFields(db);
  expect(fields).toHaveLength(7);
  expect(fields[0]).toEqual({ name: 'Category', field: 'category', options: ['Mill', 'Castle'] });
  expect(fields[1]).toEqual({ name: 'Setting', field: 'setting', options: [] });
});

describe('search documents', () => {
  it('contain every published location once, as its public version', async () => {
    const id = await published({
      title: 'Mill',
      nearesttown: 'Stirling',
      description: 'By the river.',
      featured: true,
      address1: '1 Weir Road',
      postcode: 'FK8 1AA',
      address_public: true,
      latitude: 56.1,
      longitude: -4.2,
      options: SAMPLE_OPTIONS,
    });
    await addLocation(db, { title: 'Draft' });
    expect(await collect(readSearchDocuments(db))).toEqual([
      {
        id,
        title: 'Mill',
        nearesttown: 'Stirling',
        description: 'By the river.',
        options: SAMPLE_OPTIONS,
        address: ['1 Weir Road', 'FK8 1AA'],
        position: { latitude: 56.1, longitude: -4.2 },
        featured: true,
        pictured: false,
        publishedAt: at.getTime(),
        numbers: Object.fromEntries(RANGE_FIELDS.map((field) => [field, null])),
      },
    ]);
    expect(await getSearchDocuments(db, [id])).toEqual(await collect(readSearchDocuments(db)));
  });

  it('contain the locations of all batches', async () => {
    await db.executeQuery(fillCatalogue(5_003));
    const documents = await collect(readSearchDocuments(db));
    expect(new Set(documents.map(({ id }) => id)).size).toBe(5_003);
    expect(await collect(readSitemapEntries(db))).toHaveLength(5_003);
  });

  it('match the catalogue generation of the same snapshot', async () => {
    await published({ title: 'Mill' });
    const [before, documents] = await inSnapshot(db, async (snapshot) => {
      const generation = await getCatalogueGeneration(snapshot);
      await published({ title: 'Quay' });
      return [generation, await collect(readSearchDocuments(snapshot))];
    });
    expect(documents.map(({ title }) => title)).toEqual(['Mill']);
    expect(await getChangesSince(db, before)).toMatchObject({ generation: before + 1, ids: [expect.any(String)] });
  });
});

describe('catalogue changes', () => {
  it('name each changed location once, including deleted ones', async () => {
    const since = await getCatalogueGeneration(db);
    const id = await published({ title: 'Mill' });
    await publish(id);
    await db.deleteFrom('locations').where('id', '=', id).execute();
    expect(await getChangesSince(db, since)).toEqual({ generation: since + 3, ids: [id] });
    expect(await getSearchDocuments(db, [id])).toEqual([]);
  });

  it('are empty if nothing has changed since', async () => {
    const generation = await getCatalogueGeneration(db);
    expect(await getChangesSince(db, generation)).toEqual({ generation, ids: [] });
  });
});

function fillCatalogue(size: number) {
  return sql`
    with added as (
      insert into locations (title, locationurl) select 'Place ' || n, 'place-' || n from generate_series(1, ${size}::integer) n
      returning id, title, locationurl)
    insert into published_locations (id, locationurl, title, nearesttown, description, option_ids, featured, pictured, details,
      published_at)
    select id, locationurl, title, '', '', '{}', false, false, '{}', now() from added`.compile(db);
}
