import { beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { addRegionOptions } from '../../server/seed/option-seed.ts';
import type { FacetField } from '../locations/catalogue/schema.ts';
import { seedVocabulary } from '../search/vocabulary/commands.server.ts';
import { loadOptionLookup } from './option-proposals.server.ts';

const { kysely: db } = await testDatabase();
beforeAll(async () => {
  await seedVocabulary(db);
  await db.transaction().execute(addRegionOptions);
});

async function propose(field: FacetField, name: string) {
  const lookup = await loadOptionLookup(db, {
    addsMissing: false,
    replacements: [],
    acceptsProposals: false,
    howToAdd: 'add it',
  });
  lookup.find(field, name);
  return lookup.unlisted[0]!;
}

/** Words of Wikidata, Historic Environment Scotland, registers of buildings at risk, councils and Mapping Museums. */
test.each<[FacetField, string, string | null]>([
  ['category', 'pub', 'Shop, pub or café'],
  ['category', 'Public House', 'Shop, pub or café'],
  ['category', 'castle', 'Castle or fortification'],
  ['category', 'palace', 'Castle or fortification'],
  ['category', 'CASTLE (MEDIEVAL)', 'Castle or fortification'],
  ['category', 'Tower house', 'Castle or fortification'],
  ['category', 'church building', 'Church or abbey'],
  ['category', 'Burial Ground', 'Church or abbey'],
  ['category', 'bascule bridge', 'Bridge'],
  ['category', 'Mercat Cross', 'Monument'],
  ['category', 'Wind farm', 'Industrial site'],
  ['category', 'Buildings/Houses/Large houses', 'Country house or lodge'],
  ['category', 'lighthose', 'Lighthouse'],
  ['category', 'Wharehouse', 'Warehouse'],
  ['setting', 'Waterside', 'Riverside'],
  ['setting', 'Costal', 'Coastal'],
  ['setting', 'Countryside', 'Rural'],
  ['condition', 'At risk', 'Derelict'],
  ['condition', 'Poor', 'Derelict'],
  ['condition', 'Very Bad', 'Derelict'],
  ['condition', 'Ruinous', 'Ruin'],
  ['condition', 'Vacant', 'Disused'],
  ['condition', 'In use', 'Open'],
  ['condition', 'Unknown', null],
  ['condition', 'N/A', null],
  ['century', '17th century', '17th'],
  ['century', '2nd century', '2nd'],
  ['century', 'late 18th century', '18th'],
  ['century', 'C17', '17th'],
  ['century', 'c. 1750', '18th'],
  ['century', '1800-1850', '19th'],
  ['century', 'Victorian', '19th'],
  ['ownershiptype', 'Council', 'Local authority'],
  ['ownershiptype', 'Government – Local Authority', 'Local authority'],
  ['ownershiptype', 'Independent – National Trust for Scotland', 'National Trust for Scotland'],
  ['ownershiptype', 'Ministry of Defence', 'Government'],
  ['localauthority', 'Edinburgh, City of', 'City of Edinburgh'],
  ['localauthority', 'Argyll & Bute Council', 'Argyll and Bute'],
])('proposes for the %s ‘%s’ %s', async (field, name, option) => {
  expect((await propose(field, name)).proposal).toEqual({ option });
});

test.each<[FacetField, string, readonly string[]]>([
  ['century', 'Medieval', ['11th', '12th', '13th']],
  ['century', 'Post-medieval', ['16th', '17th', '18th']],
  ['century', '18th-19th century', ['18th', '19th']],
  ['category', 'Sea and seafaring / Boats and ships', ['Beach or coast']],
  ['category', 'Local Histories', []],
])('chooses no option for the %s ‘%s’, which may be several or none', async (field, name, similar) => {
  expect(await propose(field, name)).toMatchObject({ similar, proposal: null });
});
