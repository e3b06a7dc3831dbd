import { describe, expect, inject, test } from 'vitest';
import type { SearchResult } from '../src/features/search/contract.ts';
import type { MapMarkers, Suggestion } from '../src/features/search/search-engine.ts';
import { testDatabase } from './support/database.ts';
import { startSite } from './support/site.ts';

const database = await testDatabase(inject('demo').template);
const [memory, postgres] = await Promise.all([
  startSite({ database, env: { SEARCH: 'memory' } }),
  startSite({ database, env: { SEARCH: 'postgres' } }),
]);

const QUERIES = [
  '',
  'castle',
  'castles',
  'cas',
  'catsle',
  'lighthouse',
  'lihgthouse',
  'lightouse',
  'loch',
  'dun',
  'dùn',
  'dun eideann',
  "o'neill",
  "st mary's",
  'edinburgh',
  'edinbrugh',
  'glasgow museum',
  'old mill',
  'aberdeenshire tower',
  'harbour',
  'harbours',
  'ruined abbey',
  'a',
  'the',
  'eilean',
  'na h-eileanan siar',
  'highland bridge',
  'tenement',
  'pier',
  'nowhere-at-all',
  '1066',
  '!',
  'castle near inverness',
  'within 20 miles of perth',
  '1.5 km from oban',
  'PA1 9ZZ',
  'EH1 1',
  'in PA',
  'Glaschu',
  '"old mill"',
  '+derelict mill near Glasgow',
  'cloch lighthouse',
  'eilean donnan',
  'Victorian castle on Skye with zebras',
  'derelict concrete tower near Tobermory by the sea',
  'castle -ruin not near Glasgow',
  '-castle -"old mill"',
  'near Tarbert',
  'derelict mi',
  'near gla',
];
const FILTERS = [
  'category=Castle',
  'setting=Coastal&setting=Island',
  'setting=Coastal&localauthority=Highland',
  'localauthority=Highland&localauthority=Fife&query=castle',
  'category=Castle&setting=Rural&query=tower',
  'category=No+such+category&query=loch',
  'bbox=-6,56,-3,58',
  'bbox=-6,56,-3,58&query=castle&setting=Rural',
  'bbox=-4,55.8,-3,56.1&currentPage=2',
  'bbox=0,50,1,51',
  'filmoffice=Highland&century=19th&query=hou',
  'ownershiptype=Private&condition=Good',
  'query=church&currentPage=3',
  'place=Skye',
  'place=PA1+9ZZ',
  'photographs=yes&query=mansion',
  'place=Glasgow&within=30&category=Castle&category=Lighthouse',
  'place=57.1,-4.2&query=loch',
  'place=Atlantis&category=Warehouse',
  'outline=-6,56,-3,56.5,-4,58,-5,57&setting=Rural',
  'sort=newest&currentPage=3',
  'sort=title&currentPage=4',
  'sort=nearest&place=Inverness&within=60',
];
const SEARCHES = [...QUERIES.map((query) => `query=${encodeURIComponent(query)}`), ...FILTERS];

async function fetchBoth<Result>(path: string): Promise<[memory: Result, postgres: Result]> {
  const results = [memory, postgres].map(async ({ url }) => {
    const response = await fetch(url + path);
    expect(response.status).toBe(200);
    return (await response.json()) as Result;
  });
  return Promise.all(results) as Promise<[Result, Result]>;
}

/** Without a text query both engines return the same order; with one, the ranking differs. */
function comparable({ data, meta, filters, ranges }: SearchResult, hasOrder: boolean) {
  return {
    meta: { ...meta, terms: meta.terms.toSorted() },
    filters,
    ranges,
    ids: hasOrder ? data.map(({ id }) => id) : data.length,
  };
}

describe('PostgreSQL search returns the same as the in-memory index', () => {
  test.each(SEARCHES)('for %s', async (search) => {
    const [expected, result] = await fetchBoth<SearchResult>(`/api/locations?${search}`);
    const hasOrder = expected.meta.terms.length === 0;
    expect(comparable(result, hasOrder)).toEqual(comparable(expected, hasOrder));
  });

  test('for map markers', async () => {
    for (const search of SEARCHES) {
      const path = `/api/locations/markers?${search.replace(/&currentPage=\d/, '')}&view=-8,54,-1,61&zoom=7`;
      const [expected, result] = await fetchBoth<MapMarkers>(path);
      const shown = ({ points, clusters }: MapMarkers) => ({
        points: points.map(({ id }) => id).sort(),
        clusters: clusters.map(({ total, bbox }) => [total, ...bbox].join()).sort(),
      });
      expect(shown(result), search).toEqual(shown(expected));
    }
  });

  test('for suggestions', async () => {
    for (const query of QUERIES.filter((text) => text.length > 1)) {
      type Suggested = { suggestions: Suggestion[]; locations: unknown[]; terms: string[] };
      const [expected, result] = await fetchBoth<Suggested>(
        `/api/locations/suggestions?query=${encodeURIComponent(query)}`,
      );
      // The top two names come before titles. The order of titles differs between the engines.
      const comparableParts = ({ suggestions, locations, terms }: Suggested) => ({
        names: suggestions.filter(({ kind }) => kind !== 'title').slice(0, 2),
        locations: locations.length,
        terms: terms.toSorted(),
      });
      expect(comparableParts(result), query).toEqual(comparableParts(expected));
    }
  });

  test('for featured and similar locations, and for option counts', async () => {
    const [featured, sameFeatured] = await fetchBoth<{ id: string }[]>('/api/locations/featured?n=10');
    expect(featured.length).toBeGreaterThan(0);
    expect(sameFeatured).toEqual(featured);
    for (const { id } of featured) {
      const [similar, sameSimilar] = await fetchBoth<unknown[]>(`/api/locations/${id}/similar?n=8`);
      expect(sameSimilar).toEqual(similar);
    }
    const [counts, sameCounts] = await fetchBoth<unknown[]>('/api/locations/counts');
    expect(sameCounts).toEqual(counts);
  });

  test('for the page of results', async () => {
    const response = await fetch(`${postgres.url}/find-a-location?query=castle`);
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(/Displaying 1 - 20 of \d+ locations/);
  });
});
