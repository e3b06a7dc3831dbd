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

const WORDS = [
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
];
const SEARCHES = [...WORDS.map((words) => `query=${encodeURIComponent(words)}`), ...FILTERS];

async function fromBoth<Answer>(path: string): Promise<[memory: Answer, postgres: Answer]> {
  const answers = [memory, postgres].map(async ({ url }) => {
    const response = await fetch(url + path);
    expect(response.status).toBe(200);
    return (await response.json()) as Answer;
  });
  return Promise.all(answers) as Promise<[Answer, Answer]>;
}

/** A search without words is answered in browse order, which is the same in both. */
function comparable({ data, meta, filters, ranges }: SearchResult, hasOrder: boolean) {
  return {
    meta: { ...meta, terms: meta.terms.toSorted() },
    filters,
    ranges,
    ids: hasOrder ? data.map(({ id }) => id) : data.length,
  };
}

describe('the site on PostgreSQL full text answers as on the index in memory', () => {
  test.each(SEARCHES)('to the search %s', async (search) => {
    const [expected, answer] = await fromBoth<SearchResult>(`/api/locations?${search}`);
    const hasOrder = expected.meta.terms.length === 0;
    expect(comparable(answer, hasOrder)).toEqual(comparable(expected, hasOrder));
  });

  test('on the map', async () => {
    for (const search of SEARCHES) {
      const path = `/api/locations/markers?${search.replace(/&currentPage=\d/, '')}&view=-8,54,-1,61&zoom=7`;
      const [expected, answer] = await fromBoth<MapMarkers>(path);
      const shown = ({ points, clusters }: MapMarkers) => ({
        points: points.map(({ id }) => id).sort(),
        clusters: clusters.map(({ total, bbox }) => [total, ...bbox].join()).sort(),
      });
      expect(shown(answer), search).toEqual(shown(expected));
    }
  });

  test('while typing', async () => {
    for (const words of WORDS.filter((typed) => typed.length > 1)) {
      type Answer = { suggestions: Suggestion[]; locations: unknown[]; terms: string[] };
      const [expected, answer] = await fromBoth<Answer>(
        `/api/locations/suggestions?query=${encodeURIComponent(words)}`,
      );
      // The best two names come before titles, whose order is each engine's own.
      const known = ({ suggestions, locations, terms }: Answer) => ({
        names: suggestions.filter(({ kind }) => kind !== 'title').slice(0, 2),
        locations: locations.length,
        terms: terms.toSorted(),
      });
      expect(known(answer), words).toEqual(known(expected));
    }
  });

  test('with featured and similar locations, and with the counts of all options', async () => {
    const [featured, sameFeatured] = await fromBoth<{ id: string }[]>('/api/locations/featured?n=10');
    expect(featured.length).toBeGreaterThan(0);
    expect(sameFeatured).toEqual(featured);
    for (const { id } of featured) {
      const [similar, sameSimilar] = await fromBoth<unknown[]>(`/api/locations/${id}/similar?n=8`);
      expect(sameSimilar).toEqual(similar);
    }
    const [counts, sameCounts] = await fromBoth<unknown[]>('/api/locations/counts');
    expect(sameCounts).toEqual(counts);
  });

  test('with the page of results', async () => {
    const response = await fetch(`${postgres.url}/find-a-location?query=castle`);
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(/Displaying 1 - 20 of \d+ locations/);
  });
});
