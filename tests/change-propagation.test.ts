import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { setMaintenance } from '../src/features/content/maintenance/commands.server.ts';
import { renameOption } from '../src/features/locations/catalogue/options/commands.server.ts';
import { publishLocations, unpublishLocation } from '../src/features/locations/publishing/commands.server.ts';
import { connect } from '../src/platform/db/pool.ts';
import { publishEvent } from '../src/server/event-subscriptions.ts';
import { testDatabase } from './support/database.ts';
import { SAMPLE_OPTIONS, addLocation, locationDeps } from './support/locations.ts';
import { addSignedInPerson } from './support/people.ts';
import { startSiteProcess } from './support/site-process.ts';
import { administer } from './support/test-server.ts';

const database = await testDatabase();
const nodes = await Promise.all([startSiteProcess(database.url), startSiteProcess(database.url)]);
const { kysely: db } = database;

/** Milliseconds until each change of the current test reached all nodes. */
let delays: number[] = [];
beforeEach(() => void (delays = []));
/** The minimum of several changes, so that other load on the machine matters little. */
const minDelay = (from = 0) => Math.min(...delays.slice(from));

/** Polls all nodes until the condition holds on every one. */
async function waitForAllNodes(path: string, condition: (body: any) => boolean): Promise<void> {
  const start = performance.now();
  await expect
    .poll(
      () =>
        Promise.all(nodes.map(async (node) => condition(await (await fetch(node.url + path)).json()))).then((all) =>
          all.every(Boolean),
        ),
      { interval: 25 },
    )
    .toBe(true);
  delays.push(performance.now() - start);
}

const titles = (body: any): string[] => body.data.map((card: { title: string }) => card.title);

async function publish(id: string, on = db): Promise<void> {
  await on.transaction().execute((trx) => publishLocations(trx, { ids: [id], at: new Date() }, publishEvent));
}

test('propagates an edit to the search of every node within two seconds', async () => {
  const id = await addLocation(db, { title: 'Harbour of Quern', options: SAMPLE_OPTIONS });
  await publish(id);
  await waitForAllNodes('/api/locations?query=quern', (body) => titles(body).includes('Harbour of Quern'));

  await db.updateTable('locations').set({ title: 'Harbour of Saltire' }).where('id', '=', id).execute();
  await publish(id);
  await waitForAllNodes('/api/locations?query=saltire', (body) => titles(body).includes('Harbour of Saltire'));
  await waitForAllNodes('/api/locations?query=quern', (body) => body.meta.page.total_results === 0);

  await db
    .transaction()
    .execute((trx) => unpublishLocation({ ...locationDeps(publishEvent), trx, actor: null, at: new Date() }, { id }));
  await waitForAllNodes('/api/locations?query=saltire', (body) => body.meta.page.total_results === 0);
  expect(minDelay()).toBeLessThan(2_000);
});

test('propagates a renamed option to the search, the filters and the pages of every node within two seconds', async () => {
  const id = await addLocation(db, { title: 'Ferry of Kylerhea', options: { ...SAMPLE_OPTIONS, setting: ['Strait'] } });
  await publish(id);
  await waitForAllNodes('/api/locations?setting=Strait', (body) => titles(body).includes('Ferry of Kylerhea'));
  const page = async (url: string) => (await fetch(`${url}/find-a-location?query=kylerhea`)).text();
  for (const { url } of nodes) expect(await page(url)).toContain('Strait');

  const rename = { field: 'setting', from: 'Strait', to: 'Narrows', actorId: null, at: new Date() } as const;
  await db.transaction().execute((trx) => renameOption(trx, rename, publishEvent));
  await waitForAllNodes('/api/locations?setting=Narrows', (body) => body.data[0]?.setting[0] === 'Narrows');
  await waitForAllNodes('/api/locations?setting=Strait', (body) => body.meta.page.total_results === 0);
  for (const { url } of nodes) expect(await page(url)).not.toContain('Strait');
  expect(minDelay(1)).toBeLessThan(2_000);
});

test('propagates a term and a place of the search vocabulary to every node within two seconds', async () => {
  const position = { latitude: 57.1, longitude: -4.1, map_precision: 'exact' } as const;
  await publish(await addLocation(db, { title: 'Lade of Inver', options: SAMPLE_OPTIONS, ...position }));
  const isFound = (body: any) => titles(body).includes('Lade of Inver');
  await waitForAllNodes('/api/locations?query=lade', isFound);

  await db.insertInto('thesaurus').values({ term: 'millrace', field: 'word', value: 'lade', related: false }).execute();
  await waitForAllNodes('/api/locations?query=millrace', isFound);
  await db.deleteFrom('thesaurus').where('term', '=', 'millrace').execute();
  await waitForAllNodes('/api/locations?query=millrace', (body) => body.meta.page.total_results === 0);

  const area = JSON.stringify({ councils: [], circles: [[57.1, -4.1, 5]], outlines: [] });
  const place = { name: 'Strathquern', names: ['Strathquern'], common: true, reach: 5, area };
  await db
    .insertInto('search_places')
    .values({ ...place, latitude: 57.1, longitude: -4.1 })
    .execute();
  await waitForAllNodes('/api/locations?query=near+strathquern', isFound);
  expect(minDelay(1)).toBeLessThan(2_000);
});

test('propagates synonyms and pinned results to every node, its cached pages and its typeahead within two seconds', async () => {
  const admin = await addSignedInPerson({ db, url: nodes[0]!.url }, 'ADMIN');
  const call = async (method: string, path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const response = await admin.fetch(`/api${path}`, { method, headers, body: JSON.stringify(body) });
    expect(response.status).toBeLessThan(300);
    return response.json();
  };
  const [id, other] = [
    await addLocation(db, { title: 'Howff of Rait', options: SAMPLE_OPTIONS }),
    await addLocation(db, { title: 'Weir of Rait', options: SAMPLE_OPTIONS }),
  ];
  await publish(id);
  await publish(other);
  const isFound = (body: any) => titles(body).includes('Howff of Rait');
  await waitForAllNodes('/api/locations?query=howff', isFound);
  await waitForAllNodes('/api/locations?query=zzpub', (body) => body.meta.page.total_results === 0);
  const page = async (url: string) => (await fetch(`${url}/find-a-location?query=zzpub`)).text();
  for (const { url } of nodes) expect(await page(url)).not.toContain('Howff of Rait');

  const rule = { kind: 'EQUAL', terms: ['zzpub', 'howff'], targets: [] };
  const { id: synonym } = (await call('POST', '/search-synonyms', rule)) as { id: string };
  await waitForAllNodes('/api/locations?query=zzpub', isFound);
  await waitForAllNodes('/api/locations/suggestions?query=zzpub', (body) => body.locations.length > 0);
  for (const { url } of nodes) expect(await page(url)).toContain('Howff of Rait');

  await call('POST', '/search-pins', { query: 'zzpub', locations: [other] });
  await waitForAllNodes('/api/locations?query=zzpub', (body) => titles(body)[0] === 'Weir of Rait');
  for (const { url } of nodes) expect(await page(url)).toContain('Weir of Rait');

  await call('PUT', `/search-synonyms/${synonym}`, { ...rule, version: 1, enabled: false });
  await waitForAllNodes('/api/locations?query=zzpub', (body) => titles(body).join() === 'Weir of Rait');
  for (const { url } of nodes) expect(await page(url)).not.toContain('Howff of Rait');
  expect(minDelay(2)).toBeLessThan(2_000);
});

test('propagates changes after all database connections were cut', async () => {
  await administer(
    database.url,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  const other = connect(database.url, console);
  const id = await addLocation(other.kysely, { title: 'Bothy of Corrour', options: SAMPLE_OPTIONS });
  await publish(id, other.kysely);
  await other.pool.end();
  await waitForAllNodes('/api/locations?query=corrour', (body) => titles(body).includes('Bothy of Corrour'));
});

test('loses no change of concurrent publishers', async () => {
  const ids = await Promise.all(
    Array.from({ length: 20 }, (_, i) => addLocation(db, { title: `Wharf ${i}`, options: SAMPLE_OPTIONS })),
  );
  await Promise.all(ids.map((id) => publish(id)));
  await waitForAllNodes('/api/locations?query=wharf', (body) => body.meta.page.total_results === 20);
  const { rows } = await sql<{ numbers: number; highest: number }>`
    select count(distinct version)::int as numbers, max(version)::int as highest from catalogue_changes`.execute(db);
  expect(rows[0]?.numbers).toBe(rows[0]?.highest);
});

test('propagates the start and end of maintenance to every node within five seconds', async () => {
  await db.transaction().execute((trx) => setMaintenance(trx, true, new Date()));
  await waitForAllNodes('/api/site', (body) => body.errorType === 'MAINTENANCE');
  for (const node of nodes) {
    const page = await fetch(`${node.url}/find-a-location`, { redirect: 'manual' });
    expect([page.status, page.headers.get('location')]).toEqual([302, '/maintenance']);
    const notice = await fetch(`${node.url}/maintenance`);
    expect([notice.status, notice.headers.get('retry-after')]).toEqual([503, '3600']);
    expect((await fetch(`${node.url}/api/health`)).status).toBe(200);
  }
  await db.transaction().execute((trx) => setMaintenance(trx, false, new Date()));
  await waitForAllNodes('/api/site', (body) => body.name !== undefined);
  const page = await fetch(`${nodes[0]?.url}/maintenance`, { redirect: 'manual' });
  expect([page.status, page.headers.get('location')]).toEqual([302, '/']);
  expect(minDelay()).toBeLessThan(5_000);
});
