import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { activityApi, activityBindings } from '../../../tests/support/activity.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { exported } from '../../../tests/support/exported.ts';
import { addLocation } from '../../../tests/support/locations.ts';
import { addPerson } from '../../../tests/support/people.ts';
import { recordAudit } from './commands.server.ts';
import { AUDIT_TYPES, type AuditType } from './schema.ts';
import { auditLogs, exportAuditLogs } from './contract.ts';
import { stretchesOf } from './roll.queries.server.ts';

const { kysely: db } = await testDatabase();
const admin = await addPerson(db, 'ADMIN', { first_name: 'Zora', last_name: 'Young' });
const ailsa = await addPerson(db, 'SCOUT', { first_name: 'Ailsa', last_name: 'Grant' });
const ina = await addPerson(db, 'OWNER', { first_name: 'Ìna', last_name: 'NicLeòid' });
await db
  .updateTable('users')
  .set({ enabled_at: null, email: null, password_hash: null, telephone1: null, jobtitle: null, websiteurl: null })
  .where('id', '=', ina.id)
  .execute();
const mill = await addLocation(db, { title: 'Weir Mill' });
const api = activityApi(db, admin);

type Asked = Partial<Record<'type' | 'user' | 'from' | 'to' | 'sortBy' | 'sortOrder', string>> & { page?: number };
const list = async (asked: Asked = {}) => api(auditLogs, asked as object);
const ids = async (asked: Asked = {}) => (await list(asked)).data.map(({ id }) => id);

/** Sixty entries, four hours apart, of four kinds and by turns of three people and the command line. */
const KINDS: readonly AuditType[] = ['LOGIN', 'LOCATION_UPDATED', 'BOARD_CREATED', 'LOGOUT', 'LOGIN'];
const ACTORS = [admin.id, ailsa.id, ina.id, null] as const;
const entries = Array.from({ length: 60 }, (_, number) => ({
  type: KINDS[number % KINDS.length]!,
  actorId: ACTORS[number % ACTORS.length]!,
  at: new Date(Date.UTC(2026, 4, 1, 4 * number)),
  locationId: number % KINDS.length === 1 ? mill : undefined,
}));
await db.transaction().execute(async (trx) => {
  for (const { locationId, ...entry } of entries)
    await recordAudit(trx, { ...entry, ...(locationId && { locationId }) });
});
const byId = await db.selectFrom('audit_logs').select('id').orderBy('id').execute();
const idOf = (number: number) => byId[number]!.id;
const idsOf = (numbers: readonly number[]) => numbers.map(idOf);
const NUMBERS = entries.map((_, number) => number);

test('the latest come first, 25 a page, with who acted and what it was about', async () => {
  const first = await list();
  expect({ ...first, data: first.data.length }).toEqual({ data: 25, total: 60, current_page: 1, per_page: 25 });
  expect(first.data[3]).toEqual({
    id: idOf(56),
    type: AUDIT_TYPES.LOCATION_UPDATED.number,
    created_at: entries[56]!.at.toISOString(),
    user_id: admin.id,
    user: { id: admin.id, first_name: 'Zora', last_name: 'Young', enabled_at: expect.any(String) },
    location_id: mill,
    location: { id: mill, title: 'Weir Mill' },
    board_id: null,
    board: null,
    concerned: null,
    note: '',
  });
  expect(await ids({ page: 3 })).toEqual(idsOf([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]));
  expect(await ids({ page: 4 })).toEqual([]);
});

test('says of deleted users who they were, and that the account is deleted', async () => {
  const { data } = await list({ user: 'ina' });
  expect(data[0]!.user).toEqual({ id: ina.id, first_name: 'Ìna', last_name: 'NicLeòid', enabled_at: null });
});

/** The same as the list, worked out in the plainest way. */
function expected(asked: Asked): number[] {
  const names = new Map([
    [admin.id, 'zora young'],
    [ailsa.id, 'ailsa grant'],
    [ina.id, 'ina nicleoid'],
  ]);
  const nameOf = (number: number) => names.get(entries[number]!.actorId ?? '') ?? '\uffff';
  const dayOf = (number: number) => entries[number]!.at.toLocaleDateString('sv-SE', { timeZone: 'Europe/London' });
  const found = NUMBERS.filter(
    (number) =>
      (!asked.type || entries[number]!.type === asked.type) &&
      (!asked.from || dayOf(number) >= asked.from) &&
      (!asked.to || dayOf(number) <= asked.to) &&
      (!asked.user || nameOf(number).startsWith(asked.user)),
  );
  const keys = {
    id: () => 0,
    user: (number: number) => nameOf(number),
    type: (number: number) => AUDIT_TYPES[entries[number]!.type].number,
    created_at: (number: number) => entries[number]!.at.getTime(),
  };
  const key = keys[(asked.sortBy ?? 'id') as keyof typeof keys];
  const compared = (one: number, other: number) => {
    const [a, b] = [key(one), key(other)];
    return a < b ? -1 : a > b ? 1 : one - other;
  };
  const sorted = found.toSorted(compared);
  return idsOf(asked.sortOrder === 'asc' ? sorted : sorted.toReversed());
}

const SORTS = ['id', 'user', 'type', 'created_at'].flatMap((sortBy) =>
  ['asc', 'desc'].map((sortOrder) => ({ sortBy, sortOrder })),
);
const FILTERS: readonly Asked[] = [
  {},
  { type: 'LOGIN' },
  { user: 'ailsa' },
  { user: 'ina n' },
  { from: '2026-05-03' },
  { from: '2026-05-02', to: '2026-05-05' },
  { type: 'LOGIN', user: 'z', to: '2026-05-08' },
];

test.each(SORTS)('by $sortBy $sortOrder every page of every question holds what it should', async (sort) => {
  for (const filter of FILTERS) {
    const all = expected({ ...filter, ...sort });
    const pages = [
      await list({ ...filter, ...sort }),
      await list({ ...filter, ...sort, page: 2 }),
      await list({ ...filter, ...sort, page: 3 }),
    ];
    expect(pages.map(({ total }) => total)).toEqual([all.length, all.length, all.length]);
    expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(all);
    const lines = await exported(activityBindings(db), exportAuditLogs, admin, { ...filter, ...sort });
    expect(lines.slice(1).map((line) => Number(line.split(',', 1)[0]))).toEqual(all);
  }
});

test('the order of names has an entry as soon as it is written', async () => {
  const asked = { sortBy: 'user', sortOrder: 'desc', user: 'zora' };
  const before = await list(asked);
  await db.transaction().execute(async (trx) => {
    await recordAudit(trx, { type: 'LOGOUT', actorId: admin.id, at: new Date() });
  });
  const after = await list(asked);
  expect(after.total).toBe(before.total + 1);
  expect(after.data[0]!.id).toBeGreaterThan(before.data[0]!.id);
});

test('says whose account an act was about, and what was done', async () => {
  const at = new Date();
  await db.transaction().execute(async (trx) => {
    const by = { actorId: admin.id, at };
    await recordAudit(trx, { ...by, type: 'ACCOUNT_DELETED', details: { userId: ina.id } });
    await recordAudit(trx, {
      ...by,
      type: 'OWNERSHIP_CHANGED',
      locationId: mill,
      details: { from: null, to: ailsa.id },
    });
    await recordAudit(trx, {
      ...by,
      type: 'OPTIONS_CHANGED',
      details: { field: 'century', renamed: '19th', to: '1800s' },
    });
    await recordAudit(trx, { ...by, type: 'MAINTENANCE_SWITCHED', details: { on: true } });
    const gone = { ...by, locationId: randomUUID(), details: { title: 'Weir mill' } };
    await recordAudit(trx, { ...gone, type: 'LOCATION_DELETED' });
  });
  const { data } = await list();
  expect(data.slice(0, 5).map(({ concerned, note }) => [concerned?.first_name, note])).toEqual([
    [undefined, 'Weir mill'],
    [undefined, 'Begun'],
    [undefined, 'century: 19th'],
    ['Ailsa', ''],
    ['Ìna', ''],
  ]);
  const lines = await exported(activityBindings(db), exportAuditLogs, admin);
  expect(lines[5]).toMatch(/,Zora Young,Account deleted,.*,Ìna NicLeòid \(Deleted user\),$/);
});

test('a kind that is not known any more has its number', async () => {
  await sql`insert into audit_logs (type) values (999)`.execute(db);
  const lines = await exported(activityBindings(db), exportAuditLogs, admin);
  expect(lines[1]).toMatch(/^\d+,,Unknown,/);
});

test('asks for days that exist and kinds that are known', async () => {
  for (const wrong of [{ from: '2026-02-30' }, { to: '0000-01-01' }, { type: 'NONSENSE' }, { sortBy: 'details' }])
    await expect(list(wrong)).rejects.toMatchObject({ errorType: 'INVALID' });
});

test('a user with odd signs in the name of the question is nobody', async () => {
  for (const user of ['%', '_', '\\', "'"]) expect((await list({ user })).total).toBe(0);
  expect((await list({ user: randomUUID() })).total).toBe(0);
});

test('a part of the list is found among the entries of each user', () => {
  const roll = { users: ['a', 'b', 'c', null], ends: Float64Array.of(3, 4, 10, 12) };
  expect(stretchesOf(roll, 0, 3)).toEqual([{ user: 'a', from: 0, size: 3 }]);
  expect(stretchesOf(roll, 2, 4)).toEqual([
    { user: 'a', from: 2, size: 1 },
    { user: 'b', from: 0, size: 1 },
    { user: 'c', from: 0, size: 2 },
  ]);
  expect(stretchesOf(roll, 9, 5)).toEqual([
    { user: 'c', from: 5, size: 1 },
    { user: null, from: 0, size: 2 },
  ]);
  expect(stretchesOf(roll, 12, 5)).toEqual([]);
});
