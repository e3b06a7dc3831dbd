import { expect, test } from 'vitest';
import { searchLocations, searchMarkers } from '../src/features/search/contract.ts';
import { publishLocations } from '../src/features/locations/publishing/commands.server.ts';
import { createHttpApi } from '../src/platform/http/api-client.ts';
import { addDays, toDay } from '../src/platform/text/days.ts';
import { addUnavailableDates } from './support/availability.ts';
import { testDatabase } from './support/database.ts';
import { addLocation, recordEvents } from './support/locations.ts';
import { addProduction } from './support/productions.ts';
import { startSite } from './support/site.ts';

const database = await testDatabase();
const { kysely: db } = database;
const at = new Date();
const added: string[] = [];
for (let n = 0; n < 45; n++) {
  const position = { latitude: 56 + n / 100, longitude: -4 };
  added.push(await addLocation(db, { title: `Mill ${n}`, ...position, options: { category: [`Kind ${n % 4}`] } }));
}
await db.transaction().execute((trx) => publishLocations(trx, { ids: added, at }, recordEvents().publishEvent));
const site = await startSite({ database });
const api = createHttpApi({ origin: site.url });
const DAY = addDays(toDay(at), 160);
const ids = added.toSorted();

/** By number: blocked on some days around DAY, likely so, or with a shoot. */
const BLOCKED = ids.filter((_, n) => n % 3 === 0);
const LIKELY = ids.filter((_, n) => n % 5 === 1);
for (const [n, id] of BLOCKED.entries())
  await addUnavailableDates(site.db, id, { first_day: addDays(DAY, n % 7), last_day: addDays(DAY, (n % 7) + 2) });
for (const id of LIKELY) {
  const days = { first_day: addDays(DAY, -1), last_day: DAY };
  await addUnavailableDates(site.db, id, {
    ...days,
    kind: 'LIKELY',
    repeats: 'WEEKLY',
    repeats_until: addDays(DAY, 235),
  });
}
const shot = ids[1]!;
const production = await addProduction(site.db, { location: shot, state: 'AGREED' });
const shoot = { used_from: null, used_to: addDays(DAY, 3) };
await site.db.updateTable('production_locations').set(shoot).where('production_id', '=', production).execute();

/** Whether any of some days is in a range, day by day. */
const overlaps = (first: number, last: number, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n).some((day) => day >= first && day <= last);

test.each([
  [0, 0],
  [3, 4],
  [-5, -1],
  [-3, 12],
  [40, 44],
])(
  'leaves out what is blocked on any of the days from %i to %i, with exact counts, and names what is likely so',
  async (from, to) => {
    const dates = `${addDays(DAY, from)},${addDays(DAY, to)}`;
    const isBlocked = (id: string) => {
      const n = BLOCKED.indexOf(id);
      return (n >= 0 && overlaps(n % 7, (n % 7) + 2, from, to)) || (id === shot && overlaps(3, 3, from, to));
    };
    const free = ids.filter((id) => !isBlocked(id));
    const first = await api(searchLocations, { dates });
    const { total_results: total, size } = first.meta.page;
    expect(total).toBe(free.length);
    const found = [first];
    while (found.length * size < total)
      found.push(await api(searchLocations, { dates, currentPage: found.length + 1 }));
    expect(found.flatMap(({ data }) => data.map(({ id }) => id)).toSorted()).toEqual(free);

    const categories = new Map<string, number>();
    for (const { category } of found.flatMap(({ data }) => data))
      for (const name of category) categories.set(name, (categories.get(name) ?? 0) + 1);
    const counted = first.filters.find(({ field }) => field === 'category')!.options;
    expect(new Map(counted.map((option) => [option.name, option.total]))).toEqual(categories);

    const isLikely = Array.from({ length: 60 }, (_, week) => week * 7).some((start) =>
      overlaps(start - 1, start, from, to),
    );
    const expected = isLikely ? free.filter((id) => LIKELY.includes(id)) : [];
    expect(found.flatMap(({ meta }) => meta.likely).toSorted()).toEqual(expected);

    const { points, clusters } = await api(searchMarkers, { dates, view: '-180,-90,180,90', zoom: 3 });
    expect(points.length + clusters.reduce((sum, cluster) => sum + cluster.total, 0)).toBe(free.length);
  },
);

test('counts a change at once: the response has no entity tag', async () => {
  const dates = addDays(DAY, 114);
  const url = `${site.url}/api/locations?dates=${dates}`;
  const response = await fetch(url);
  expect(response.headers.get('etag')).toBeNull();
  expect((await fetch(`${site.url}/api/locations`)).headers.get('etag')).not.toBeNull();
  await addUnavailableDates(site.db, ids[0]!, { first_day: dates });
  expect((await api(searchLocations, { dates })).meta.page.total_results).toBe(ids.length - 1);
});

test.each(['2027-02-30', '2027-03-02,2027-03-01', 'soon'])('rejects the days %s', async (dates) => {
  await expect(api(searchLocations, { dates })).rejects.toMatchObject({ errorType: 'INVALID' });
});
