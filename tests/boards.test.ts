import { describe, expect, test } from 'vitest';
import * as routes from '../src/features/boards/contract.ts';
import { unpublishLocation } from '../src/features/locations/publishing/commands.server.ts';
import { publishEvent } from '../src/server/event-subscriptions.ts';
import { addSignedInPerson } from './support/people.ts';
import { locationDeps } from './support/locations.ts';
import { startSite } from './support/site.ts';

const site = await startSite();
const scout = await addSignedInPerson(site, 'SCOUT', { first_name: 'Catriona', last_name: 'Muirsurname' });
const other = await addSignedInPerson(site, 'SCOUT');
const director = await addSignedInPerson(site, 'SCOUT');
const admin = await addSignedInPerson(site, 'ADMIN');

const places = await site.db
  .selectFrom('published_locations')
  .select(['id', 'title'])
  .orderBy('title')
  .limit(20)
  .execute();
const [castle = { id: '', title: '' }, cove = { id: '', title: '' }] = places;

describe('board over HTTP', () => {
  test('is created, filled, sorted, searched for candidates and deleted', async () => {
    const { id } = await scout.api(routes.createBoard, { title: 'Episode 4' });
    for (const place of places.slice(0, 14)) await scout.api(routes.addLocation, { id, locationId: place.id });
    await scout.api(routes.updateLocation, { id, locationId: places[13]!.id, position: 0, note: 'Dawn only.' });
    const first = await scout.api(routes.boardById, { id });
    expect(first.locations).toMatchObject({ total: 14, current_page: 1, per_page: 12 });
    expect(first.locations.data).toHaveLength(12);
    expect(first.locations.data[0]).toMatchObject({ note: 'Dawn only.', location: { title: places[13]!.title } });
    const found = await scout.api(routes.candidatesForBoard, { id, query: castle.title });
    expect(found.data.find((candidate) => candidate.id === castle.id)).toMatchObject({ added: true });
    expect(found.data.length).toBeLessThanOrEqual(15);
    const deleted = await scout.fetch(`/api/boards/${id}`, { method: 'DELETE' });
    expect([deleted.status, await deleted.text()]).toEqual([204, '']);
    expect((await scout.fetch(`/api/boards/${id}`)).status).toBe(404);
  });

  test('responds the same to a foreign and an unknown id', async () => {
    const { id } = await scout.api(routes.createBoard, { title: 'Mine' });
    const [foreign, unknown] = await Promise.all([
      other.fetch(`/api/boards/${id}`),
      other.fetch('/api/boards/00000000-0000-4000-8000-000000000000'),
    ]);
    // Apart from the id of the request.
    const read = async (response: Response) => ({ ...((await response.json()) as object), instance: '' });
    expect([foreign.status, await read(foreign)]).toEqual([unknown.status, await read(unknown)]);
    expect(foreign.status).toBe(404);
  });

  test('requires the token and ignores the cookie of pages', async () => {
    const { id } = await scout.api(routes.createBoard, { title: 'Mine' });
    for (const method of ['GET', 'DELETE']) {
      const response = await fetch(`${site.url}/api/boards/${id}`, { method, headers: { cookie: scout.cookie } });
      expect(response.status).toBe(401);
    }
  });

  test('rejects a duplicate location with 409, a blank title with 422 and too many emails with 429', async () => {
    const eager = await addSignedInPerson(site, 'SCOUT');
    const { id } = await eager.api(routes.createBoard, { title: 'Mine' });
    await eager.api(routes.addLocation, { id, locationId: castle.id });
    const post = (path: string, body: object) =>
      eager.fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const again = await post(`/api/boards/${id}/locations`, { locationId: castle.id });
    expect(again.status).toBe(409);
    const message = 'Error: Location already in this board';
    expect(await again.json()).toMatchObject({ errorType: 'CONFLICT', message });
    expect((await post('/api/boards', { title: ' ' })).status).toBe(422);
    const emails = (round: number) => Array.from({ length: 20 }, (_, n) => `person${round}-${n}@crew.example`);
    for (let round = 0; round < 3; round++) {
      expect((await post(`/api/boards/${id}/shares`, { emails: emails(round) })).status).toBe(200);
    }
    const rejected = await post(`/api/boards/${id}/shares`, { emails: emails(3) });
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(3_500);
  });

  test('hides a location as soon as it is unpublished, although its card is cached', async () => {
    const { id } = await scout.api(routes.createBoard, { title: 'Coves' });
    await scout.api(routes.addLocation, { id, locationId: cove.id });
    const { link } = await scout.api(routes.createLink, { id });
    const pages = [`/api/boards/${id}`, '/api/user/boards', `/api/boards/${id}/locations/${cove.id}`];
    const texts = async () => {
      const shown = await Promise.all(pages.map(async (path) => (await scout.fetch(path)).text()));
      return [...shown, await (await fetch(`${site.url}/api/boards/public/${link}`)).text()];
    };
    for (const text of await texts()) expect(text).toContain(cove.title);
    await site.db
      .transaction()
      .execute((trx) =>
        unpublishLocation({ ...locationDeps(publishEvent), trx, actor: admin.person, at: new Date() }, { id: cove.id }),
      );
    for (const text of await texts()) expect(text).not.toContain(cove.title);
  });
});

describe('page of a board', () => {
  const page = async (path: string, cookie = '') => {
    const response = await fetch(site.url + path, { redirect: 'manual', headers: { accept: 'text/html', cookie } });
    return { status: response.status, html: await response.text() };
  };

  test('contains no private data under a public link, and responds 404 once the link is deleted', async () => {
    const { id } = await scout.api(routes.createBoard, { title: 'For the director' });
    await scout.api(routes.addLocation, { id, locationId: castle.id, note: 'Owner is difficult.' });
    const { link } = await scout.api(routes.createLink, { id });
    for (let visit = 0; visit < 2; visit++) {
      const { status, html } = await page(`/boards/public/${link}`);
      expect(status).toBe(200);
      expect(html).toContain('For the director');
      expect(html).not.toMatch(/Muirsurname|crew\.example|difficult/);
      expect(html).toContain('content="no-referrer"');
      expect(html).toMatch(/name="robots" content="noindex/);
      expect(html).toContain('property="og:title" content="For the director - Board"');
      expect(html).toMatch(/property="og:description" content="A board of \w+ with 1 location\."/);
      expect(html).not.toContain('og:url');
    }
    await scout.api(routes.deleteLink, { id });
    const { status, html } = await page(`/boards/public/${link}`);
    expect(status).toBe(404);
    expect(html).not.toContain('For the director');
  });

  test('shows viewers only the first name of its owner', async () => {
    const { id } = await scout.api(routes.createBoard, { title: 'For the director' });
    await scout.api(routes.addLocation, { id, locationId: castle.id, note: 'Owner is difficult.' });
    await scout.api(routes.shareBoard, { id, emails: [director.person.email, 'someone@crew.example'] });
    for (const path of ['/boards', `/boards/${id}`]) {
      const { status, html } = await page(path, director.cookie);
      expect(status).toBe(200);
      expect(html).toMatch(/From (<!-- -->)?Catriona/);
      expect(html).not.toMatch(/Muirsurname|someone@crew/);
      expect(html).not.toContain(scout.person.email);
    }
  });
});

describe('shared board', () => {
  test('opens with its locations for an owner it is shared with', async () => {
    const owner = await addSignedInPerson(site, 'OWNER');
    const { id } = await scout.api(routes.createBoard, { title: 'For the mill' });
    await scout.api(routes.addLocation, { id, locationId: castle.id });
    await scout.api(routes.shareBoard, { id, emails: [owner.person.email] });
    const headers = { accept: 'text/html', cookie: owner.cookie };
    const open = (path: string) => fetch(site.url + path, { redirect: 'manual', headers });
    for (const path of [`/boards/${id}`, `/boards/${id}/location/${castle.id}`]) {
      const shown = await open(path);
      expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining('For the mill')]);
    }
    expect((await owner.fetch(`/api/boards/${id}`, { method: 'DELETE' })).status).toBe(403);
    await site.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', owner.person.id).execute();
    expect((await open(`/boards/${id}`)).headers.get('location')).toBe('/email-not-verified');
  });
});

describe('public board', () => {
  test('can be read by everyone until the account of its owner is deleted', async () => {
    const leaving = await addSignedInPerson(site, 'SCOUT', { last_name: 'Muirsurname' });
    const { id } = await leaving.api(routes.createBoard, { title: 'For the director' });
    await leaving.api(routes.addLocation, { id, locationId: castle.id, note: 'Owner is difficult.' });
    const { link } = await leaving.api(routes.createLink, { id });
    const read = () => fetch(`${site.url}/api/boards/public/${link}`);
    const text = await (await read()).text();
    expect(JSON.parse(text)).toMatchObject({ title: 'For the director', locations: { total: 1 } });
    expect(text).not.toMatch(/Muirsurname|@|difficult/);
    const deleted = await admin.fetch(`/api/users/${leaving.person.id}`, { method: 'DELETE' });
    expect(deleted.status).toBe(200);
    expect((await read()).status).toBe(404);
    expect((await leaving.fetch(`/api/boards/${id}`)).status).toBe(401);
  });
});
