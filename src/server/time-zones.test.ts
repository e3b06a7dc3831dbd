import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { testDatabase } from '../../tests/support/database.ts';
import { addEnquiry } from '../../tests/support/enquiries.ts';
import { addLocation } from '../../tests/support/locations.ts';
import { addPerson } from '../../tests/support/people.ts';
import { featureApi, testServices } from '../../tests/support/services.ts';
import { useRegion } from '../../tests/support/region.ts';
import { createToken } from '../features/api-tokens/commands.server.ts';
import { recordAudit } from '../features/audit-log/commands.server.ts';
import { auditLogs } from '../features/audit-log/contract.ts';
import { auditLogFeature } from '../features/audit-log/feature.ts';
import { enquiries, updateEnquiry } from '../features/enquiries/cases/contract.ts';
import { enquiryFeature } from '../features/enquiries/feature.ts';
import { closeSilentEnquiries } from '../features/enquiries/jobs.server.ts';
import { searchLocations } from '../features/locations/admin-list/contract.ts';
import { locationFeature } from '../features/locations/feature.ts';
import { deleteOldQuotas } from '../features/media/uploads/cleanup.jobs.server.ts';
import { assertQuota } from '../features/media/uploads/quotas.commands.server.ts';
import { overview } from '../features/overview/contract.ts';
import { overviewFeature } from '../features/overview/feature.ts';
import { deleteOldEmptySearches, recordEmptySearch } from '../features/search/empty-searches.commands.server.ts';

/** Two hours ahead of UTC, three in summer. */
const TIME_ZONE = 'Europe/Helsinki';
useRegion({ language: 'en-IE', timeZone: TIME_ZONE });

const { kysely: db } = await testDatabase();
await db.insertInto('site_region').values({ name: 'Elsewhere', time_zone: TIME_ZONE }).execute();
const admin = await addPerson(db, 'ADMIN');
let clock = new Date();
const now = () => clock;
const api = featureApi(
  [auditLogFeature, enquiryFeature, locationFeature, overviewFeature],
  testServices(db, { now, queueMail: async () => '' }),
  admin,
);

/** Sets all clocks; those of timers go on. */
function setClock(moment: string): Date {
  clock = new Date(moment);
  vi.setSystemTime(clock);
  return clock;
}
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

describe.each([
  ['2026-01-15', '2026-01-14T22:00:00.000Z', '2026-01-15T22:00:00.000Z'],
  ['2026-07-01', '2026-06-30T21:00:00.000Z', '2026-07-01T21:00:00.000Z'],
  // The clock is put forward, and back.
  ['2026-03-29', '2026-03-28T22:00:00.000Z', '2026-03-29T21:00:00.000Z'],
  ['2026-10-25', '2026-10-24T21:00:00.000Z', '2026-10-25T22:00:00.000Z'],
])('%s, from %s to %s', (day, start, end) => {
  /** Before the day, at its start, at its end, after it. */
  const moments = [-1, 0].flatMap((ms) => [new Date(Date.parse(start) + ms), new Date(Date.parse(end) + ms)]);
  const within = [new Date(start), new Date(Date.parse(end) - 1)].map((moment) => moment.toISOString());

  test('is what lists are filtered by', async () => {
    for (const at of moments) {
      await db.transaction().execute((trx) => recordAudit(trx, { type: 'LOGIN', actorId: admin.id, at }));
      await addEnquiry(db, { created_at: at });
      await addLocation(db, { title: day, lastmodificationdate: at });
    }
    const range = { from: day, to: day };
    const entries = await api(auditLogs, { ...range, sortBy: 'created_at', sortOrder: 'asc' });
    expect(entries.data.map(({ created_at }) => created_at)).toEqual(within);
    const cases = await api(enquiries, { ...range, sortBy: 'created_at', sortOrder: 'asc' });
    expect(cases.data.map(({ created_at }) => created_at)).toEqual(within);
    const filters = { all: [{ lastmodificationdate: range }] };
    const { data } = await api(searchLocations, { filters, sort: { lastmodificationdate: 'asc' } });
    expect(data.map(({ lastmodificationdate }) => lastmodificationdate)).toEqual(within);
  });

  test('is what limits are counted by', async () => {
    await db.deleteFrom('upload_quotas').execute();
    await db.deleteFrom('empty_searches').execute();
    for (const [n, at] of moments.entries()) {
      await db.transaction().execute((trx) => assertQuota(trx, { userId: admin.id, bytes: 10 ** n, at }));
      await recordEmptySearch(db, 'castle', at);
    }
    const quotas = await db.selectFrom('upload_quotas').select(['day', 'bytes']).orderBy('day').execute();
    // Before the day, its last and its first moment, after it.
    expect(quotas.map(({ bytes }) => bytes)).toEqual([1, 110, 1000]);
    expect(quotas[1]!.day).toBe(day);
    const searches = await db.selectFrom('empty_searches').select(['day', 'searches']).orderBy('day').execute();
    expect(searches.map(({ searches }) => searches)).toEqual([1, 2, 1]);
    expect(searches[1]!.day).toBe(day);
  });

  test('is the last on which a service token can be used', async () => {
    const at = new Date(Date.parse(start) - 1);
    const form = { name: 'Call sheets', permissions: ['user.view' as const], read_only: true, expires_on: day };
    const { id } = await db.transaction().execute((trx) => createToken({ trx, actor: admin, at }, form));
    const { expires_at } = await db
      .selectFrom('api_tokens')
      .select('expires_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(expires_at.toISOString()).toBe(end);
    const today = db.transaction().execute((trx) => createToken({ trx, actor: admin, at: new Date(start) }, form));
    await expect(today).rejects.toMatchObject({ errorType: 'INVALID' });
  });

  test('is the last on which an enquiry is not overdue', async () => {
    await db.deleteFrom('enquiries').execute();
    await addEnquiry(db, { due_on: day });
    const isOverdue = async () => (await api(enquiries, {})).data[0]!.overdue;
    setClock(within[1]!);
    expect(await isOverdue()).toBe(false);
    setClock(end);
    expect(await isOverdue()).toBe(true);
  });
});

describe('at midnight of the new year', () => {
  const [old, young] = ['2026-12-31T21:59:59Z', '2026-12-31T22:00:00Z'];

  test('the numbers of enquiries get the new year', async () => {
    await db.deleteFrom('enquiries').execute();
    for (const moment of [old, young]) await addEnquiry(db, { created_at: new Date(moment) });
    const rows = await db.selectFrom('enquiries').select('reference').orderBy('created_at').execute();
    expect(rows.map(({ reference }) => reference?.slice(0, 9))).toEqual(['ENQ-2026-', 'ENQ-2027-']);
  });

  test('the outcome of an enquiry is counted in the new year', async () => {
    for (const [moment, year] of [
      [old, 2026],
      [young, 2027],
    ] as const) {
      const { id } = await addEnquiry(db);
      setClock(moment);
      await api(updateEnquiry, { id, state: 'CLOSED', filmed: 'YES', areas: [] });
      const outcome = db.selectFrom('enquiry_outcomes').select('year').where('enquiry_id', '=', id);
      expect(await outcome.execute()).toEqual([{ year }]);
    }
  });
});

describe('the overview', () => {
  const getRows = async (name: 'months' | 'age') => (await api(overview, {})).figures[name]!.rows;

  test('counts enquiries by the months of the region', async () => {
    await db.deleteFrom('enquiries').execute();
    for (const moment of ['2026-10-31T21:59:59.999Z', '2026-10-31T22:00:00Z', '2026-03-31T21:00:00Z'])
      await addEnquiry(db, { created_at: new Date(moment) });
    const getMonths = async () =>
      (await getRows('months')).flatMap(({ label, numbers: [number] }) => (number ? [[label, number]] : []));
    setClock('2026-10-31T21:59:59Z');
    expect(await getMonths()).toEqual([
      ['Apr 2026', 1],
      ['Oct 2026', 1],
    ]);
    setClock('2026-10-31T22:00:00Z');
    expect(await getMonths()).toEqual([
      ['Apr 2026', 1],
      ['Oct 2026', 1],
      ['Nov 2026', 1],
    ]);
  });

  test('counts the ages of entries by the days of the region', async () => {
    await db.deleteFrom('locations').execute();
    await addLocation(db, { status: 'LIVE', lastmodificationdate: new Date('2025-10-24T21:00:00Z') });
    const getTotals = async () => (await getRows('age')).map(({ numbers }) => numbers[0]);
    // Still the day before the anniversary, and then the anniversary.
    setClock('2026-10-24T20:59:59Z');
    expect(await getTotals()).toEqual([1, 0, 0, 0, 0]);
    setClock('2026-10-24T21:00:00Z');
    expect(await getTotals()).toEqual([0, 1, 0, 0, 0]);
  });
});

describe('the scheduled cleanup', () => {
  test('deletes quotas and empty searches when their days are over', async () => {
    await db.deleteFrom('upload_quotas').execute();
    await db.deleteFrom('empty_searches').execute();
    await db.insertInto('upload_quotas').values({ user_id: admin.id, day: '2026-07-01', bytes: 1 }).execute();
    await db.insertInto('empty_searches').values({ day: '2026-04-03', query: 'castle' }).execute();
    const countRows = async () => {
      await deleteOldQuotas(db, now());
      await deleteOldEmptySearches(db, now());
      const quotas = await db.selectFrom('upload_quotas').selectAll().execute();
      const searches = await db.selectFrom('empty_searches').selectAll().execute();
      return [quotas.length, searches.length];
    };
    // The last moment of 2 July, which is 90 days after 3 April.
    setClock('2026-07-02T20:59:59Z');
    expect(await countRows()).toEqual([1, 1]);
    setClock('2026-07-02T21:00:00Z');
    expect(await countRows()).toEqual([0, 0]);
  });

  test('closes an enquiry when it was due 90 days ago', async () => {
    await db.deleteFrom('enquiries').execute();
    await addEnquiry(db, { state: 'ANSWERED', due_on: '2026-04-03', last_message_at: new Date(0) });
    const getStates = async () =>
      (await db.selectFrom('enquiries').select('state').execute()).map(({ state }) => state);
    await closeSilentEnquiries(db, new Date('2026-07-01T20:59:59Z'));
    expect(await getStates()).toEqual(['ANSWERED']);
    await closeSilentEnquiries(db, new Date('2026-07-01T21:00:00Z'));
    expect(await getStates()).toEqual(['CLOSED']);
  });
});
