import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '../../platform/settings/config.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { Caller } from '../../platform/http/route-handlers.ts';
import { createHttpServer } from './http-server.ts';
import { rememberCaller } from './rejected-access.ts';

const USER = '5f8cf4b2-7e7a-4a56-9a38-0d1f0c8d9a11';
const LOCATION = 'a3f1c7de-0b5a-4c43-8f1e-6f2b8f0e7c22';
const TOKEN = 'b4a2d8ef-1c6b-4d54-9a2f-7a3c9a1f8d33';

const lines: Record<string, unknown>[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
const server = await createHttpServer(readConfig({}), log);
const actor = { id: USER, permissions: {}, verified: true };
const callers: Record<string, Caller> = {
  person: { actor, session: null, isConfirmed: false },
  program: {
    actor: { ...actor, serviceToken: { id: TOKEN, name: 'Planner', isReadOnly: true } },
    session: null,
    isConfirmed: false,
  },
};
server.get('/api/locations/:id/:word', (request) => {
  rememberCaller(request, callers[String(request.headers['x-caller'])] ?? null);
  if (request.headers['x-refused']) throw new ApiError('FORBIDDEN', 'No.');
  return {};
});

server.get('/api/ready', (request, reply) => reply.code(request.headers['x-refused'] ? 503 : 200).send({}));

async function getLine(path: string, headers: Record<string, string>) {
  lines.length = 0;
  await server.inject({ url: path, headers, remoteAddress: '192.0.2.77' });
  return lines.find(({ msg }) => msg === 'request completed');
}

test('logs the account and the ids of a rejected request, without the rest of the URL', async () => {
  const refused = { 'x-refused': '1' };
  const path = `/api/locations/${LOCATION}/secretword?query=secretword`;
  const what = { route: '/api/locations/:id/:word', status: 403, objects: [LOCATION] };
  expect(await getLine(path, { ...refused, 'x-caller': 'person' })).toMatchObject({ ...what, user: USER });
  const program = { ...what, user: USER, serviceToken: TOKEN };
  expect(await getLine(path, { ...refused, 'x-caller': 'program' })).toMatchObject(program);
  expect(await getLine(path, refused)).toMatchObject({ ...what, network: '192.0.2.x' });
  expect(JSON.stringify(lines)).not.toContain('secretword');
});

test('logs nobody for requests that are allowed', async () => {
  const line = await getLine(`/api/locations/${LOCATION}/word`, { 'x-caller': 'person' });
  expect(Object.keys(line ?? {}).filter((key) => ['user', 'network', 'objects'].includes(key))).toEqual([]);
});

test('logs probes of load balancers only when they fail', async () => {
  expect(await getLine('/api/ready', {})).toBeUndefined();
  expect(await getLine('/api/ready', { 'x-refused': '1' })).toMatchObject({ route: '/api/ready', status: 503 });
});
