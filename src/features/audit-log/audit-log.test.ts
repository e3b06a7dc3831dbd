import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createCallContext } from '../../../tests/support/call-context.ts';
import { featureHandlers, testServices } from '../../../tests/support/services.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { exportLines } from '../../../tests/support/export-lines.ts';
import { addLocation } from '../../../tests/support/locations.ts';
import { addPerson } from '../../../tests/support/people.ts';
import { createInProcessCaller, createJsonApi } from '../../platform/http/route-handlers.ts';
import { recordAudit } from './commands.server.ts';
import { AUDIT_TYPES, type AuditType } from './entry-types.ts';
import { auditLogs, exportAuditLogs } from './contract.ts';
import { auditLogFeature } from './feature.ts';

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
const handlers = featureHandlers(auditLogFeature, testServices(db));
const api = createJsonApi(createInProcessCaller(handlers, createCallContext(admin)));

type Params = Partial<Record<'type' | 'user' | 'from' | 'to' | 'sortBy' | 'sortOrder', string>> & { page?: number };
const list = async (params: Params = {}) => api(auditLogs, params as object);
const ids = async (params: Params = {}) => (await list(params)).data.map(({ id }) => id);

/** Sixty entries, four hours apart, of four types, by three people and the command line in turn. */
const TYPES: readonly AuditType[] = ['LOGIN', 'LOCATION_UPDATED', 'BOARD_CREATED', 'LOGOUT', 'LOGIN'];
const ACTORS = [admin.id, ailsa.id, ina.id, null] as const;
const entries = Array.from({ length: 60 }, (_, number) => ({
  type: TYPES[number % TYPES.length]!,
  actorId: ACTORS[number % ACTORS.length]!,
  at: new Date(Date.UTC(2026, 4, 1, 4 * number)),
  locationId: number % TYPES.length === 1 ? mill : undefined,
}));
await db.transaction().execute(async (trx) => {
  for (const { locationId, ...entry } of entries)
    await recordAudit(trx, { ...entry, ...(locationId && { locationId }) });
});
const byId = await db.selectFrom('audit_logs').select('id').orderBy('id').execute();
const getId = (number: number) => byId[number]!.id;
const getIds = (numbers: readonly number[]) => numbers.map(getId);
const NUMBERS = entries.map((_, number) => number);

test('lists the latest first, 25 a page, with who acted and the subject', async () => {
  const first = await list();
  expect({ ...first, data: first.data.length }).toEqual({ data: 25, total: 60, current_page: 1, per_page: 25 });
  expect(first.data[3]).toEqual({
    id: getId(56),
    content: null,
    revision: null,
    type: AUDIT_TYPES.LOCATION_UPDATED.number,
    created_at: entries[56]!.at.toISOString(),
    user_id: admin.id,
    user: { id: admin.id, first_name: 'Zora', last_name: 'Young', enabled_at: expect.any(String) },
    location_id: mill,
    location: { id: mill, title: 'Weir Mill' },
    board_id: null,
    board: null,
    concerned: null,
    service_token: null,
    note: '',
  });
  expect(await ids({ page: 3 })).toEqual(getIds([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]));
  expect(await ids({ page: 4 })).toEqual([]);
});

test('names deleted users, and says that the account is deleted', async () => {
  const { data } = await list({ user: 'ina' });
  expect(data[0]!.user).toEqual({ id: ina.id, first_name: 'Ìna', last_name: 'NicLeòid', enabled_at: null });
});

/** The expected ids, filtered and sorted in JavaScript. */
function expected(params: Params): number[] {
  const names = new Map([
    [admin.id, 'zora young'],
    [ailsa.id, 'ailsa grant'],
    [ina.id, 'ina nicleoid'],
  ]);
  const getName = (number: number) => names.get(entries[number]!.actorId ?? '') ?? '\uffff';
  const getDay = (number: number) => entries[number]!.at.toLocaleDateString('sv-SE', { timeZone: 'Europe/London' });
  const matching = NUMBERS.filter(
    (number) =>
      (!params.type || entries[number]!.type === params.type) &&
      (!params.from || getDay(number) >= params.from) &&
      (!params.to || getDay(number) <= params.to) &&
      (!params.user || getName(number).startsWith(params.user)),
  );
  const keys = {
    id: () => 0,
    user: (number: number) => getName(number),
    type: (number: number) => AUDIT_TYPES[entries[number]!.type].number,
    created_at: (number: number) => entries[number]!.at.getTime(),
  };
  const key = keys[(params.sortBy ?? 'id') as keyof typeof keys];
  const compared = (one: number, other: number) => {
    const [a, b] = [key(one), key(other)];
    return a < b ? -1 : a > b ? 1 : one - other;
  };
  const sorted = matching.toSorted(compared);
  return getIds(params.sortOrder === 'asc' ? sorted : sorted.toReversed());
}

const SORTS = ['id', 'user', 'type', 'created_at'].flatMap((sortBy) =>
  ['asc', 'desc'].map((sortOrder) => ({ sortBy, sortOrder })),
);
const FILTERS: readonly Params[] = [
  {},
  { type: 'LOGIN' },
  { user: 'ailsa' },
  { user: 'ina n' },
  { from: '2026-05-03' },
  { from: '2026-05-02', to: '2026-05-05' },
  { type: 'LOGIN', user: 'z', to: '2026-05-08' },
];

test.each(SORTS)('pages and exports the matching entries in order of $sortBy $sortOrder', async (sort) => {
  for (const filter of FILTERS) {
    const all = expected({ ...filter, ...sort });
    const pages = [
      await list({ ...filter, ...sort }),
      await list({ ...filter, ...sort, page: 2 }),
      await list({ ...filter, ...sort, page: 3 }),
    ];
    expect(pages.map(({ total }) => total)).toEqual([all.length, all.length, all.length]);
    expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(all);
    const lines = await exportLines(handlers, exportAuditLogs, admin, { ...filter, ...sort });
    expect(lines.slice(1).map((line) => Number(line.split(',', 1)[0]))).toEqual(all);
  }
});

test('the order by name includes an entry as soon as it is written', async () => {
  const params = { sortBy: 'user', sortOrder: 'desc', user: 'zora' };
  const before = await list(params);
  await db.transaction().execute(async (trx) => {
    await recordAudit(trx, { type: 'LOGOUT', actorId: admin.id, at: new Date() });
  });
  const after = await list(params);
  expect(after.total).toBe(before.total + 1);
  expect(after.data[0]!.id).toBeGreaterThan(before.data[0]!.id);
});

test('names the account concerned, and notes the details', async () => {
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
    const deletion = { ...by, locationId: randomUUID(), details: { title: 'Weir mill' } };
    await recordAudit(trx, { ...deletion, type: 'LOCATION_DELETED' });
  });
  const { data } = await list();
  expect(data.slice(0, 5).map(({ concerned, note }) => [concerned?.first_name, note])).toEqual([
    [undefined, 'Weir mill'],
    [undefined, 'Started'],
    [undefined, 'century: 19th'],
    ['Ailsa', ''],
    ['Ìna', ''],
  ]);
  const lines = await exportLines(handlers, exportAuditLogs, admin);
  expect(lines[5]).toMatch(/,Zora Young,Account deleted,.*,Ìna NicLeòid \(Deleted user\),$/);
});

test('exports an entry of a type that no longer exists as Unknown', async () => {
  await sql`insert into audit_logs (type) values (999)`.execute(db);
  const lines = await exportLines(handlers, exportAuditLogs, admin);
  expect(lines[1]).toMatch(/^\d+,,Unknown,/);
});

test('rejects days that do not exist, unknown types and unknown columns', async () => {
  for (const wrong of [{ from: '2026-02-30' }, { to: '0000-01-01' }, { type: 'NONSENSE' }, { sortBy: 'details' }])
    await expect(list(wrong)).rejects.toMatchObject({ errorType: 'INVALID' });
});

test('takes wildcards in the name of a user literally', async () => {
  for (const user of ['%', '_', '\\', "'"]) expect((await list({ user })).total).toBe(0);
  expect((await list({ user: randomUUID() })).total).toBe(0);
});

test('says why single sign-on was refused, and exports hostile names as text', async () => {
  const name = `=HYPERLINK("https://evil.example","x")`;
  const { id } = await addPerson(db, 'SCOUT', { first_name: name, last_name: '<img src=x onerror=alert(1)>' });
  const at = new Date(Date.UTC(2027, 0, 1));
  await db
    .transaction()
    .execute((trx) =>
      recordAudit(
        trx,
        { type: 'SINGLE_SIGN_ON_REFUSED', actorId: null, details: { reason: 'no-role' }, at },
        { type: 'SINGLE_SIGN_ON_REFUSED', actorId: id, details: { reason: 'other-account', userId: id }, at },
      ),
    );
  const type = 'SINGLE_SIGN_ON_REFUSED';
  expect((await list({ type })).data.map(({ note }) => note)).toEqual(['Account of another role', 'No role']);
  const lines = await exportLines(handlers, exportAuditLogs, admin, { type });
  expect(lines.join('\n')).toContain(`"'=HYPERLINK(""https://evil.example"",""x"") <img src=x onerror=alert(1)>"`);
});
