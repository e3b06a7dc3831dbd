import { beforeEach, describe, expect, test } from 'vitest';
import { createCallContext } from '../../../../tests/support/call-context.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { addLocation, addOption } from '../../../../tests/support/locations.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { addProduction } from '../../../../tests/support/productions.ts';
import { featureHandlers, testServices } from '../../../../tests/support/services.ts';
import { createInProcessCaller, createJsonApi } from '../../../platform/http/route-handlers.ts';
import { productionFeature } from '../feature.ts';
import type { LocationState } from '../schema.ts';
import { diary } from './contract.ts';

const { kysely: db } = await testDatabase();
const handlers = featureHandlers(productionFeature, testServices(db, { now: () => new Date('2027-03-10T12:00:00Z') }));
const officeId = await addOption(db, 'filmoffice', 'Film Fife');
const signIn = async (...person: Parameters<typeof addPerson> extends [unknown, ...infer Rest] ? Rest : never) =>
  createJsonApi(createInProcessCaller(handlers, createCallContext(await addPerson(db, ...person))));
const api = await signIn('ADMIN');
const office = await signIn('FILM_OFFICE', { office_id: officeId });

const mill = await addLocation(db, {
  title: 'Weir mill',
  latitude: 56.2,
  longitude: -3.1,
  options: { localauthority: ['Fife'] },
});
/** 1.9 and 2.1 km north of the mill. */
const [near, far] = [
  await addLocation(db, { title: 'Quarry', latitude: 56.21709, longitude: -3.1 }),
  await addLocation(db, { title: 'Harbour', latitude: 56.21889, longitude: -3.1 }),
];
const nowhere = await addLocation(db, { title: 'Barn', latitude: null, longitude: null });

beforeEach(async () => {
  await db.deleteFrom('productions').execute();
});

/** Adds a production that films at a location on these days. */
async function addShoot(
  title: string,
  location_id: string,
  [used_from, used_to]: readonly [from: string | null, to?: string],
  { state = 'AGREED', ...columns }: { state?: LocationState; office_id?: number | null } = {},
): Promise<void> {
  const production_id = await addProduction(db, {}, { title, ...columns });
  const { title: place } = await db
    .selectFrom('locations')
    .select('title')
    .where('id', '=', location_id)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('production_locations')
    .values({ production_id, location_id, title: place, state, used_from, used_to, added_at: new Date() })
    .execute();
}
const list = async (params: object = {}, as = api) =>
  (await as(diary, params)).data.map(({ production, clashes }) => [
    production.title,
    ...clashes.map((clash) => clash.production?.title ?? 'Another production'),
  ]);

describe('the diary', () => {
  test('has the days that are agreed or used, the earliest first', async () => {
    await addShoot('Heron', mill, ['2027-03-12', '2027-03-14']);
    await addShoot('Kelpie', far, ['2027-03-01'], { state: 'USED' });
    await addShoot('Offered', mill, ['2027-04-01'], { state: 'OFFERED' });
    await addShoot('Refused', mill, ['2027-04-01'], { state: 'REFUSED' });
    await addShoot('Without days', far, [null]);
    expect(await list()).toEqual([['Kelpie'], ['Heron']]);
    expect((await api(diary, { when: 'upcoming' })).data).toMatchObject([
      { title: 'Weir mill', area: 'Fife', state: 'AGREED', used_from: '2027-03-12', used_to: '2027-03-14' },
    ]);
    expect(await list({ when: 'past' })).toEqual([['Kelpie']]);
    expect(await list({ query: 'mill fife' })).toEqual([['Heron']]);
    expect(await list({ query: 'mill highland' })).toEqual([]);
    expect(await list({ from: '2027-03-14', to: '2027-03-20' })).toEqual([['Heron']]);
    expect(await list({ to: '2027-03-01' })).toEqual([['Kelpie']]);
    expect(await list({ sortBy: 'title', sortOrder: 'desc' })).toEqual([['Heron'], ['Kelpie']]);
  });

  test.each([
    ['on the same day at the same location', mill, '2027-03-14', true],
    ['within 2 km', near, '2027-03-12', true],
    ['further away', far, '2027-03-12', false],
    ['on the day after', mill, '2027-03-15', false],
    ['where the position is not known', nowhere, '2027-03-12', false],
  ] as const)('shows productions that film %s', async (_, location, day, isClash) => {
    await addShoot('Heron', mill, ['2027-03-12', '2027-03-14']);
    await addShoot('Kelpie', location, [day]);
    expect((await list()).toSorted()).toEqual(
      isClash
        ? [
            ['Heron', 'Kelpie'],
            ['Kelpie', 'Heron'],
          ]
        : [['Heron'], ['Kelpie']],
    );
    expect(await list({ clash: 'true' })).toHaveLength(isClash ? 2 : 0);
    expect(await list({ clash: 'false' })).toHaveLength(isClash ? 0 : 2);
  });

  test('finds the clashes of days that have not passed', async () => {
    for (const day of ['2027-03-01', '2027-03-12']) {
      await addShoot(`Heron ${day}`, mill, [day]);
      await addShoot(`Kelpie ${day}`, near, [day]);
    }
    expect((await list({ clash: 'true' })).toSorted()).toEqual([
      ['Heron 2027-03-12', 'Kelpie 2027-03-12'],
      ['Kelpie 2027-03-12', 'Heron 2027-03-12'],
    ]);
    expect(await list({ clash: 'false' })).toEqual([]);
  });

  test('has a shoot of which only the last day is known on that day', async () => {
    await addShoot('Heron', mill, [null, '2027-03-14']);
    await addShoot('Kelpie', near, ['2027-03-13', '2027-03-15']);
    await addShoot('Otter', near, ['2027-03-11', '2027-03-12']);
    expect(await list()).toEqual([['Otter'], ['Kelpie', 'Heron'], ['Heron', 'Kelpie']]);
    expect(await list({ from: '2027-03-14', to: '2027-03-14' })).toHaveLength(2);
    expect((await api(diary, { query: 'mill', when: 'upcoming' })).data).toMatchObject([
      { used_from: '2027-03-14', used_to: '2027-03-14', clashes: [{ title: 'Quarry' }] },
    ]);
  });

  test('of a film office has its productions, and names no others', async () => {
    await addShoot('Heron', mill, ['2027-03-12'], { office_id: officeId });
    await addShoot('Kelpie', mill, ['2027-03-12']);
    expect(await list({}, office)).toEqual([['Heron', 'Another production']]);
    expect((await office(diary, {})).data[0]!.clashes).toEqual([{ production: null, title: null }]);
  });

  test('names the code name of a production under embargo', async () => {
    const id = await addProduction(db, {}, { title: 'The Weir', code_name: 'Heron', embargoed: true });
    await db
      .insertInto('production_locations')
      .values({ production_id: id, title: 'Mill', state: 'USED', used_from: '2027-03-12', added_at: new Date() })
      .execute();
    expect((await api(diary, {})).data).toMatchObject([
      { location_id: null, area: null, production: { title: 'The Weir', code_name: 'Heron', is_secret: true } },
    ]);
  });
});
