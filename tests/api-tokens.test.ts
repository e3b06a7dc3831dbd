import { afterEach, describe, expect, test } from 'vitest';
import { addLink } from './support/links.ts';
import { PASSWORD, addSignedInPerson } from './support/people.ts';
import type { TestDatabase } from './support/database.ts';
import { startSite } from './support/site.ts';
import { resetPassword } from '../src/features/accounts/contract.ts';
import { changePassword } from '../src/features/accounts/passwords/contract.ts';
import { auditLogs } from '../src/features/audit-log/contract.ts';
import { deleteLink } from '../src/features/boards/contract.ts';
import type { Permission } from '../src/platform/http/contract.ts';
import { PERMISSIONS } from '../src/features/accounts/permissions.ts';
import { MAX_TOKENS, PERMISSION_NOT_YOURS, tokenLimit } from '../src/features/api-tokens/messages.ts';
import { TOKEN_PERMISSION_NAMES, type TokenPermission } from '../src/features/api-tokens/token-permissions.ts';
import { createPrivateBoard } from '../src/features/boards/contract.ts';
import { deleteOldTokens } from '../src/features/api-tokens/commands.server.ts';
import { addDays, toDay } from '../src/platform/text/days.ts';
import { apiTokens, createApiToken, revokeApiToken } from '../src/features/api-tokens/contract.ts';

const DAY = 86_400_000;
let clock = 0;
const now = () => new Date(Date.now() + clock);
const site = await startSite({ now });
const database = { url: site.databaseUrl } as TestDatabase;
const otherNode = await startSite({ database, now });
const env = { RATE_LIMIT: 'on' };
const limitingNodes = [await startSite({ database, env }), await startSite({ database, env })];
const admin = await addSignedInPerson(site, 'ADMIN');
const dayAfter = (days: number) => addDays(toDay(now()), days);

afterEach(async () => {
  clock = 0;
  await site.db.deleteFrom('api_tokens').execute();
});

const form = (permissions: TokenPermission[], others: object = {}) => ({
  name: 'Call sheets',
  permissions,
  expires_on: dayAfter(30),
  ...others,
});
const create = (permissions: TokenPermission[], others: object = {}) =>
  admin.api(createApiToken, form(permissions, others));

/** Calls with a token. */
function callWith(secret: string, method: string, path: string, body?: object, url = site.url): Promise<Response> {
  return fetch(`${url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${secret}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
}
const getStatus = async (...call: Parameters<typeof callWith>) => (await callWith(...call)).status;

describe('service token', () => {
  test('calls in the name of its maker, with its permissions only', async () => {
    const { secret, token } = await create(['user.view']);
    expect(secret).toMatch(/^recce_[\w-]{43}$/);
    expect(token).toMatchObject({ name: 'Call sheets', read_only: true, state: 'ACTIVE', last_used_at: null });
    expect(await getStatus(secret, 'GET', '/users')).toBe(200);
    expect(await getStatus(secret, 'GET', '/audit-logs')).toBe(403);
    const [used] = await admin.api(apiTokens, {});
    expect(used!.last_used_at).not.toBeNull();
  });

  test('reads private boards only with the permission for them', async () => {
    const board = await admin.api(createPrivateBoard, { title: 'Not announced yet' });
    const path = `/boards/${board.id}`;
    const { secret: without } = await create(['board.view', 'board.export', 'board.administer']);
    expect(await getStatus(without, 'GET', path)).toBe(404);
    expect(await getStatus(without, 'GET', `${path}/export`)).toBe(404);
    const { secret: withIt } = await create(['board.view', 'board.private']);
    expect(await getStatus(withIt, 'GET', path)).toBe(200);
  });

  test('is stored as a hash only', async () => {
    const { secret } = await create(['user.view']);
    const rows = await site.db.selectFrom('api_tokens').selectAll().execute();
    const audit = await site.db.selectFrom('audit_logs').selectAll().execute();
    expect(JSON.stringify([rows, audit])).not.toContain(secret.slice('recce_'.length, -4));
  });

  test('only reads unless it was made to change data', async () => {
    const readOnly = await create(['board.own', 'location.administer']);
    expect(await getStatus(readOnly.secret, 'POST', '/boards', { title: 'Mine' })).toBe(403);
    expect(await getStatus(readOnly.secret, 'POST', '/enquire', {})).toBe(403);
    expect(await getStatus(readOnly.secret, 'POST', '/admin/locations/search', {})).toBe(200);
    const changing = await create(['board.own'], { read_only: false });
    const response = await callWith(changing.secret, 'POST', '/boards', { title: 'Mine' });
    expect(response.status).toBe(201);
    const { id, user_id } = (await response.json()) as { id: string; user_id: string };
    expect(response.headers.get('location')).toBe(`/api/boards/${id}`);
    expect(user_id).toBe(admin.person.id);
  });

  test('is named by the entries of the audit log that its calls write, and by no others', async () => {
    const { secret } = await create(['board.own', 'board.link'], { name: 'Planner', read_only: false });
    await callWith(secret, 'POST', '/boards', { title: 'By a program' });
    const { id } = (await (await callWith(secret, 'POST', '/boards', { title: 'Again' })).json()) as { id: string };
    await callWith(secret, 'POST', `/boards/${id}/link`);
    await admin.api(deleteLink, { id });
    const { data } = await admin.api(auditLogs, { page: 1 });
    const ofBoard = data.filter(({ board_id }) => board_id === id);
    expect(ofBoard.map(({ user_id, service_token }) => [user_id, service_token])).toEqual([
      [admin.person.id, null],
      [admin.person.id, 'Planner'],
      [admin.person.id, 'Planner'],
    ]);
    const csv = await (await admin.fetch('/api/audit-logs/export')).text();
    expect(csv).toContain('(Planner)');
    expect(csv).not.toContain(secret.slice('recce_'.length));
  });

  test('is revoked when its maker resets the password, and at a change only if they want it', async () => {
    const maker = await addSignedInPerson(site, 'ADMIN');
    const { id: userId, email } = maker.person;
    const make = async () => (await maker.api(createApiToken, form(['user.view']))).secret;
    const kept = await make();
    const words = ['seven geese over the loch', 'eight geese over the loch', 'nine geese over the loch'] as const;
    await maker.api(changePassword, { currentPassword: PASSWORD, password: words[0] });
    expect(await getStatus(kept, 'GET', '/users')).toBe(200);
    const change = { currentPassword: words[0], password: words[1], revoke_service_tokens: true };
    await maker.api(changePassword, change);
    expect(await getStatus(kept, 'GET', '/users')).toBe(401);
    const another = await make();
    const link = { purpose: 'reset-password', userId, email, at: now() } as const;
    const token = await site.db.transaction().execute((trx) => addLink(trx, link));
    await maker.api(resetPassword, { token, password: words[2] });
    expect(await getStatus(another, 'GET', '/users')).toBe(401);
    const { data } = await admin.api(auditLogs, { page: 1, type: 'API_TOKEN_REVOKED' });
    expect(data.filter((entry) => entry.user_id === userId).map(({ note }) => note)).toEqual([
      'Call sheets',
      'Call sheets',
    ]);
    const mails = site.db.selectFrom('outbox').select('text').where('recipient', '=', email).orderBy('created_at');
    const told = (await mails.execute()).map(({ text }) =>
      text.includes('The service tokens of the account were revoked.'),
    );
    expect(told).toEqual([false, true, true]);
  });

  test.each([
    ['GET', '/api-tokens'],
    ['POST', '/api-tokens'],
    ['DELETE', '/api-tokens/00000000-0000-4000-8000-000000000000'],
    ['POST', '/login'],
    ['POST', '/logout'],
    ['POST', '/register'],
    ['PUT', '/profile'],
    ['GET', '/profile'],
    ['POST', '/users'],
    ['DELETE', '/users/00000000-0000-4000-8000-000000000000'],
  ])('cannot be used for %s %s', async (method, path) => {
    const { secret } = await create([...TOKEN_PERMISSION_NAMES], { read_only: false });
    expect(await getStatus(secret, method, path, method === 'GET' ? undefined : {})).toBe(403);
  });

  test('ends on all nodes at once when it is revoked, once', async () => {
    const { secret, token } = await create(['user.view']);
    expect(await getStatus(secret, 'GET', '/users', undefined, otherNode.url)).toBe(200);
    await admin.api(revokeApiToken, { id: token.id });
    expect(await getStatus(secret, 'GET', '/users', undefined, otherNode.url)).toBe(401);
    await expect(admin.api(revokeApiToken, { id: token.id })).rejects.toMatchObject({ errorType: 'CONFLICT' });
    expect(await admin.api(apiTokens, {})).toMatchObject([{ state: 'REVOKED' }]);
  });

  test('ends after its last day, and is deleted 90 days later', async () => {
    const { secret } = await create(['user.view'], { expires_on: dayAfter(1) });
    clock = DAY;
    expect(await getStatus(secret, 'GET', '/users')).toBe(200);
    clock = 2 * DAY;
    expect(await getStatus(secret, 'GET', '/users')).toBe(401);
    await deleteOldTokens(site.db, new Date(Date.now() + 80 * DAY));
    const count = async () => (await site.db.selectFrom('api_tokens').select('id').execute()).length;
    expect(await count()).toBe(1);
    await deleteOldTokens(site.db, new Date(Date.now() + 93 * DAY));
    expect(await count()).toBe(0);
  });

  test('loses what its maker loses', async () => {
    const maker = await addSignedInPerson(site, 'ADMIN');
    const { secret } = await maker.api(createApiToken, form(['user.view', 'board.own']));
    await site.db.updateTable('users').set({ role: 'SCOUT' }).where('id', '=', maker.person.id).execute();
    expect(await getStatus(secret, 'GET', '/users')).toBe(403);
    expect(await getStatus(secret, 'GET', '/user/boards')).toBe(200);
    await site.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', maker.person.id).execute();
    expect(await getStatus(secret, 'GET', '/user/boards')).toBe(403);
  });

  test('ends with the account of its maker', async () => {
    const maker = await addSignedInPerson(site, 'ADMIN');
    const { secret } = await maker.api(createApiToken, form(['user.view']));
    expect((await admin.fetch(`/api/users/${maker.person.id}`, { method: 'DELETE' })).status).toBe(200);
    expect(await getStatus(secret, 'GET', '/users')).toBe(401);
  });
});

describe('creating a token', () => {
  test.each([
    ['without a name', { name: '' }, 'name'],
    ['without permissions', { permissions: [] }, 'permissions'],
    ['with a permission for people only', { permissions: ['user.invite'] }, 'permissions.0'],
    ['that ends today', { expires_on: dayAfter(0) }, 'expires_on'],
    ['for more than a year', { expires_on: dayAfter(365) }, 'expires_on'],
    ['without an end', { expires_on: undefined }, 'expires_on'],
  ])('is rejected %s', async (_, others, field) => {
    await expect(create(['user.view'], others)).rejects.toMatchObject({
      errorType: 'INVALID',
      fields: { [field]: expect.any(String) },
    });
    expect(await admin.api(apiTokens, {})).toEqual([]);
  });

  test('is rejected with a permission that the maker lacks', async () => {
    await expect(create(['location.own' as TokenPermission])).rejects.toMatchObject({ errorType: 'INVALID' });
    const lacking = TOKEN_PERMISSION_NAMES.filter((name) => !('ADMIN' in PERMISSIONS[name]));
    for (const permission of lacking)
      await expect(create([permission])).rejects.toMatchObject({ message: PERMISSION_NOT_YOURS });
  });

  test('is rejected when there are too many', async () => {
    const rows = Array.from({ length: MAX_TOKENS }, (_, n) => ({
      name: `${n}`,
      user_id: admin.person.id,
      token_hash: Buffer.alloc(32, n),
      ending: 'abcd',
      read_only: true,
      permissions: ['user.view'],
      created_at: now(),
      expires_at: new Date(now().getTime() + DAY),
    }));
    await site.db.insertInto('api_tokens').values(rows).execute();
    await expect(create(['user.view'])).rejects.toMatchObject({
      errorType: 'CONFLICT',
      message: tokenLimit(MAX_TOKENS),
    });
  });

  test('never gives access that outlasts the token', () => {
    const forPeople = new Set<Permission>(['user.invite', 'user.edit', 'user.delete', 'api-token.manage']);
    expect(TOKEN_PERMISSION_NAMES.filter((name) => forPeople.has(name))).toEqual([]);
  });
});

test('the calls of a token are limited over all nodes', async () => {
  const { secret } = await create(['notification.view']);
  const statuses = new Set<number>();
  const call = (n: number) => getStatus(secret, 'GET', '/notifications/unread', undefined, limitingNodes[n % 2]!.url);
  for (let n = 0; n < 30; n++)
    for (const status of await Promise.all(Array.from({ length: 11 }, (_, i) => call(i)))) statuses.add(status);
  expect(statuses).toEqual(new Set([200, 429]));
});
