import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fastify } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { getBodyTimeoutMs, limitBodyTime } from './body-timeouts.ts';

const MB = 1024 * 1024;

test('gives a picture of 25 MB enough time on 1 Mbit/s, even beside three other uploads', () => {
  const seconds = (25 * MB) / (1_000_000 / 8 / 4);
  expect(getBodyTimeoutMs(25 * MB, { baseMs: 30_000, bytesPerSecond: 32 * 1024 })).toBeGreaterThan(seconds * 900);
});

test('gives no body more time than the largest that is accepted', () => {
  const timeouts = { baseMs: 30_000, bytesPerSecond: 32 * 1024 };
  expect(getBodyTimeoutMs(1e15, timeouts)).toBe(getBodyTimeoutMs(25 * MB, timeouts));
});

// A thousandth of the real sizes and times.
const server = fastify({ bodyLimit: 25_000 });
limitBodyTime(server, { baseMs: 150, bytesPerSecond: 8_000 });
server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
server.post('/upload', (request, reply) => reply.send({ bytes: (request.body as Buffer).length }));
server.post('/rejected', (_request, reply) => reply.send({}));
server.addHook('onRequest', async ({ url }, reply) => {
  if (url === '/rejected') await reply.code(401).send({});
});
await server.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => server.close());

/** Sends a body in `parts`, a tenth of a second apart, until the server ends the connection. Returns the response and the parts sent. */
async function sendSlowly(path: string, headers: string, part: string, parts: number) {
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  // What was received before a reset counts: the server ends the connection while it is written to.
  let response = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (response += chunk));
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: image/jpeg\r\n${headers}\r\n\r\n`);
  let sent = 0;
  for (; sent < parts && socket.writable; sent++) {
    await sleep(100);
    socket.write(part);
  }
  socket.end();
  await closed;
  return { response, sent };
}

test('receives a large body over a slow connection', async () => {
  const { response } = await sendSlowly('/upload', 'Content-Length: 25000', 'x'.repeat(2_500), 10);
  expect(response).toMatch(/^HTTP\/1\.1 200 [^]*\{"bytes":25000\}$/);
});

test.each([
  ['Content-Length: 100', 'x'],
  ['Transfer-Encoding: chunked', '1\r\nx\r\n'],
])('ends a small body or one of unknown size that takes as long, with 408: %s', async (headers, part) => {
  const { response, sent } = await sendSlowly('/upload', headers, part, 100);
  expect(response).toMatch(/^HTTP\/1\.1 408 /);
  expect(sent).toBeLessThan(100);
});

test('does not wait for the body of a request that it has rejected', async () => {
  const { response, sent } = await sendSlowly('/rejected', 'Content-Length: 25000', 'x', 100);
  expect(response).toMatch(/^HTTP\/1\.1 401 /);
  expect(sent).toBeLessThan(100);
});
