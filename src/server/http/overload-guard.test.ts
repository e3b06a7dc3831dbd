import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fastify } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import type { ApiError } from '../../platform/http/contract.ts';
import { rejectBeyondCapacity } from './overload-guard.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Starts a server with routes that block the event loop, wait for `release`, or respond at once. */
async function startServer(limits: { turnMs: number; perRoute: number }) {
  const release = Promise.withResolvers<void>();
  const handled: string[] = [];
  const server = fastify({ forceCloseConnections: true });
  rejectBeyondCapacity(server, limits);
  server.setErrorHandler((error: ApiError, _request, reply) =>
    reply.code(error.status).header('retry-after', error.retryAfter).send(error.body),
  );
  server.get('/api/block', async () => {
    const until = performance.now() + 30;
    while (performance.now() < until);
    return 'done';
  });
  server.post('/api/wait', async () => {
    handled.push('wait');
    await release.promise;
    return 'done';
  });
  server.get('/api/fast', async () => 'done');
  server.get('/api/health', async () => 'done');
  await server.listen({ port: 0, host: '127.0.0.1' });
  closing.push(() => server.close());
  const { port } = server.server.address() as AddressInfo;
  const send = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
  return { send, handled, release };
}

test('rejects requests that the event loop handles too late, except the checks of the load balancer', async () => {
  const { send } = await startServer({ turnMs: 100, perRoute: 1_000 });
  // The connections exist before the requests, so that all of them arrive in few turns.
  await Promise.all(Array.from({ length: 60 }, () => send('/api/fast')));
  const blocking = Array.from({ length: 40 }, () => send('/api/block'));
  const checks = Array.from({ length: 10 }, () => send('/api/health'));
  const responses = await Promise.all(blocking);
  const rejected = responses.filter(({ status }) => status === 503);
  expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  expect(rejected.length).toBeGreaterThan(0);
  expect(rejected[0]!.headers.get('retry-after')).toBe('2');
  expect(await rejected[0]!.json()).toMatchObject({
    errorType: 'UNAVAILABLE',
    message: 'Too many people are using the site at the moment. Please try again in a few seconds.',
  });
  expect((await Promise.all(checks)).map(({ status }) => status)).toEqual(checks.map(() => 200));
  await sleep(1);
  expect((await send('/api/fast')).status).toBe(200);
});

test('rejects requests of a route beyond its limit before they are handled, and none of other routes', async () => {
  const { send, handled, release } = await startServer({ turnMs: 60_000, perRoute: 5 });
  const write = () =>
    send('/api/wait', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } });
  const waiting = Array.from({ length: 5 }, write);
  await expect.poll(() => handled.length).toBe(5);
  const rejected = await write();
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '2']);
  expect((await send('/api/fast')).status).toBe(200);
  release.resolve();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect((await write()).status).toBe(200);
  expect(handled.length).toBe(6);
});

test('does not count clients that send their body slowly or have left', async () => {
  const { send, handled, release } = await startServer({ turnMs: 60_000, perRoute: 2 });
  const slow = new AbortController();
  const sendSlowly = () =>
    send('/api/wait', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new ReadableStream({ pull: () => new Promise(() => {}) }),
      duplex: 'half',
      signal: slow.signal,
    } as RequestInit).catch(() => undefined);
  const pending = Array.from({ length: 4 }, sendSlowly);
  const left = new AbortController();
  const leaving = Array.from({ length: 2 }, () =>
    send('/api/wait', { method: 'POST', signal: left.signal }).catch(() => undefined),
  );
  await expect.poll(() => handled.length).toBe(2);
  left.abort();
  await Promise.all(leaving);
  release.resolve();
  await expect.poll(async () => (await send('/api/wait', { method: 'POST' })).status).toBe(200);
  slow.abort();
  await Promise.all(pending);
});
