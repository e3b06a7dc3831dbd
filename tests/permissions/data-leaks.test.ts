import type { Insertable } from 'kysely';
import { describe, expect, test } from 'vitest';
import { publishLocations } from '../../src/features/locations/publishing/commands.server.ts';
import type { Position } from '../../src/features/geography/schema.ts';
import type { Database } from '../../src/platform/db/tables.ts';
import { publishEvent } from '../../src/server/event-subscriptions.ts';
import { SAMPLE_OPTIONS, addImage, addLocation } from '../support/locations.ts';
import { startSite } from '../support/site.ts';
import { INPUTS, call, nameOf, routesOf } from './calls.ts';
import { Canaries, internalOf, privateColumns } from './canaries.ts';
import { CALLERS, type CallerName, addPeople, cookieOf, holdersOf } from './people.ts';
import type { OwnLocationMarks } from './own-location.ts';
import { PAGES } from './pages.ts';
import { createFixtures } from './fixtures.ts';

const site = await startSite();
const canaries = new Canaries();
const people = await addPeople(site, detailsOf);
/** Where things are, as exactly as only these may know. */
const POSITIONS = {
  published: { latitude: 56.487_213_9, longitude: -4.213_876_1, seenBy: [] },
  own: { latitude: 56.776_543_2, longitude: -3.776_543_2, seenBy: ['ownerA', 'admin'] },
  photograph: { latitude: 56.778_654_3, longitude: -3.778_654_3, seenBy: ['ownerA'] },
} as const satisfies Readonly<Record<string, Position & { seenBy: readonly CallerName[] }>>;
const published = await addPublished();
const marks = {
  note: canaries.word('board_locations.note of scoutA', ['scoutA', 'admin']),
  sharedWith: canaries.email('board_shares.email of scoutA', ['scoutA']),
  link: canaries.word('boards.link of scoutA', ['scoutA']),
  privateTitle: canaries.word('boards.title of the team', ['admin']),
  privateNote: canaries.word('board_locations.note of the team', ['admin']),
  offline: await addLocation(site.db, hidden('a location taken offline')),
  unpublished: await addLocation(site.db, hidden('a draft on a private board')),
  own: ownMarks(),
  pageTitle: canaries.word('content_drafts.content', holdersOf('content.edit')),
};
await addRows();

/** What is known of each person but the role and the first name. */
function detailsOf(name: CallerName): Partial<Insertable<Database['users']>> {
  const seenBy: CallerName[] = [name, 'admin'];
  const word = (column: string) => canaries.word(`users.${column} of ${name}`, seenBy);
  // A draft says who has saved it.
  const editors = holdersOf('content.edit');
  const colleagues = editors.includes(name) ? editors : [];
  return {
    last_name: canaries.word(`users.last_name of ${name}`, [...seenBy, ...colleagues]),
    email: canaries.email(`users.email of ${name}`, seenBy),
    telephone1: word('telephone1'),
    jobtitle: word('jobtitle'),
    websiteurl: word('websiteurl'),
    password_hash: canaries.word(`users.password_hash of ${name}`),
  };
}

/** A published location of which the public knows the area only. */
async function addPublished(): Promise<{ id: string }> {
  const { latitude, longitude } = POSITIONS.published;
  const id = await addLocation(site.db, {
    title: 'Keeper’s house',
    nearesttown: 'Killin',
    description: 'A house by the water.',
    map_precision: 'area',
    latitude,
    longitude,
    ...internalOf(canaries, 'a published location'),
    options: SAMPLE_OPTIONS,
  });
  await addImage(site.db, id, { is_primary: true });
  await site.db.transaction().execute((trx) => publishLocations(trx, { ids: [id], at: new Date() }, publishEvent));
  return { id };
}

/** A location that is not published: nothing of it is for the public. The Locations Team lists what it is called and near to. */
function hidden(of: string) {
  const word = (column: string, seenBy: readonly CallerName[] = []) =>
    canaries.word(`locations.${column} of ${of}`, seenBy);
  return {
    ...internalOf(canaries, of),
    title: word('title', ['admin']),
    nearesttown: word('nearesttown', ['admin']),
    locationurl: word('locationurl'),
    description: word('description'),
    attribution: word('attribution'),
  };
}

/** What an owner keeps of a location. */
function ownMarks(): OwnLocationMarks {
  const seenBy: CallerName[] = ['ownerA', 'admin'];
  const word = (where: string) => canaries.word(`${where} of ownerA`, seenBy);
  const ownerAlone = (where: string) => ({ ownername: canaries.word(`location_drafts.${where}`, ['ownerA']) });
  const typed = (where: string) => ({
    fields: ownerAlone(`fields of ${where}`),
    was: ownerAlone(`was of ${where}`),
  });
  return {
    location: {
      ...internalOf(canaries, 'a location of ownerA', seenBy),
      latitude: POSITIONS.own.latitude,
      longitude: POSITIONS.own.longitude,
    },
    draft: typed('a location'),
    newDraft: typed('a location to come'),
    contact: {
      firstname: word('contacts.firstname'),
      lastname: word('contacts.lastname'),
      telephone: word('contacts.telephone'),
      email: canaries.email('contacts.email of ownerA', seenBy),
    },
    image: {
      name: word('images.name'),
      taken_latitude: POSITIONS.photograph.latitude,
      taken_longitude: POSITIONS.photograph.longitude,
    },
    upload: {
      ...{ name: word('uploads.name'), problem: word('uploads.problem') },
      ...{ state: 'REFUSED', bytes: 1000, received: 1000 },
    },
    document: {
      name: canaries.word('documents.name of the team', ['admin']),
      part: canaries.word('the file of a document of the team', ['admin']),
    },
  };
}

/** A row in every table that no call of the test writes by itself. */
async function addRows(): Promise<void> {
  const { db } = site;
  const word = (where: string) => canaries.word(where);
  await db
    .insertInto('enquiries')
    .values({
      location_title: word('enquiries.location_title'),
      name: word('enquiries.name'),
      email: canaries.email('enquiries.email'),
      phone: word('enquiries.phone'),
      comment: word('enquiries.comment'),
    })
    .execute();
  await db
    .insertInto('outbox')
    .values({
      kind: 'test',
      recipient: canaries.email('outbox.recipient'),
      reply_to: canaries.email('outbox.reply_to'),
      subject: word('outbox.subject'),
      text: word('outbox.text'),
      html: word('outbox.html'),
      last_error: canaries.word('outbox.last_error', ['admin']),
    })
    .execute();
  await db
    .insertInto('audit_logs')
    .values({ user_id: people.scoutA.id, type: 1, details: JSON.stringify({ of: word('audit_logs.details') }) })
    .execute();
  await db
    .insertInto('account_tokens')
    .values({
      token_hash: Buffer.alloc(32, 7),
      user_id: people.scoutA.id,
      purpose: 'verify-email',
      email: canaries.email('account_tokens.email', ['admin']),
      expires_at: new Date(Date.now() + 60_000),
    })
    .execute();
  await db
    .insertInto('used_challenges')
    .values({ signature: word('used_challenges.signature'), expires_at: new Date(Date.now() + 60_000) })
    .execute();
  await db
    .updateTable('secrets')
    .set({ value: word('secrets.value').repeat(8) })
    .execute();
}

/** A page as one of the people, with its headers. */
async function page(path: string, caller: CallerName): Promise<{ status: number; text: string }> {
  const cookie = await cookieOf(site, people, caller);
  const response = await fetch(site.url + path, { redirect: 'manual', headers: cookie ? { cookie } : {} });
  return { status: response.status, text: `${JSON.stringify([...response.headers])}${await response.text()}` };
}

/** What stands in a text that `asking` must not see. */
function leaksIn(text: string, caller: CallerName): string[] {
  const positions = Object.entries<Position & { seenBy: readonly CallerName[] }>(POSITIONS)
    .filter(([, { seenBy }]) => !seenBy.includes(caller))
    .filter(([, { latitude, longitude }]) => text.includes(String(latitude)) || text.includes(String(longitude)))
    .map(([of]) => `position of ${of}`);
  return [...canaries.leaksIn(text, caller), ...positions];
}

test('every private column of every table holds a canary', async () => {
  const held = new Set(canaries.all.map(({ where }) => where.split(' ', 1)[0]));
  expect((await privateColumns(site.db)).filter((column) => !held.has(column))).toEqual([]);
});

describe.each(CALLERS)('%s', (caller) => {
  test.each(routesOf(site).map((route) => [nameOf(route), route] as const))(
    'finds nothing private in %s',
    async (name, route) => {
      const fixtures = await createFixtures(site, people, marks);
      const others = [
        { ...fixtures, location: published.id, otherLocation: published.id },
        { ...fixtures, location: marks.offline },
        { ...fixtures, board: fixtures.privateBoard, location: marks.unpublished },
      ];
      for (const one of route.path.includes('{') ? [fixtures, ...others] : [fixtures]) {
        const input = await INPUTS[name]?.(one, caller, people);
        const { text } = await call(site, people, route, caller, { ...input, ...unchanged(name, caller) });
        expect(leaksIn(text, caller).filter((leak) => !isInFile(leak, name, caller))).toEqual([]);
      }
    },
  );

  test('finds nothing private on any page', async () => {
    const fixtures = await createFixtures(site, people, marks);
    for (const path of PAGES.flatMap((pathOf) => pathOf(fixtures, marks))) {
      const { status, text } = await page(path, caller);
      expect([path, status < 500]).toEqual([path, true]);
      expect([path, leaksIn(text, caller)]).toEqual([path, []]);
    }
  });
});

/** The file of the Locations Team holds every field of every location, also of those that no other call here is about. */
function isInFile(leak: string, name: string, caller: CallerName): boolean {
  return (
    name === 'POST /admin/locations/export' && caller === 'admin' && /^locations\.|^position of published$/.test(leak)
  );
}

/** What a call would otherwise write over a canary. */
function unchanged(name: string, caller: CallerName): object {
  const lastName = canaries.all.find(({ where }) => where === `users.last_name of ${caller}`)?.word;
  return name === 'PUT /profile' && lastName ? { lastName } : {};
}

test('no location is found by what is private of it', async () => {
  for (const { word, where } of canaries.all.filter((one) => one.where.startsWith('locations.'))) {
    for (const query of [word, word.slice(0, 6)]) {
      const found = await fetch(`${site.url}/api/locations?query=${query}`);
      const { meta } = (await found.json()) as { meta: { page: { total_results: number } } };
      expect([where, meta.page.total_results]).toEqual([where, 0]);
    }
  }
});

test('a canary is found where it may be seen', async () => {
  const textOf = async (name: string, caller: CallerName) => {
    const { route } = site.app.handlers.find((binding) => nameOf(binding.route) === name)!;
    const input = await INPUTS[name]?.(await createFixtures(site, people, marks), caller, people);
    return (await call(site, people, route, caller, input)).text;
  };
  const profile = await textOf('GET /profile', 'scoutA');
  expect(leaksIn(profile, 'nobody')).toEqual(['users.last_name of scoutA', 'users.email of scoutA']);
  const location = await textOf('GET /locations/{id}', 'ownerA');
  expect(leaksIn(location, 'nobody')).toEqual(
    expect.arrayContaining(['contacts.email of ownerA', 'position of own', 'position of photograph']),
  );
  expect(leaksIn(location, 'admin')).toEqual([
    'location_drafts.fields of a location',
    'location_drafts.was of a location',
    'position of photograph',
  ]);
});
