import { once } from 'node:events';
import { Agent, type IncomingMessage, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, expect, inject, test } from 'vitest';
import { testDatabase } from '../support/database.ts';
import { type SiteProcess, startSiteProcess } from '../support/site-process.ts';

/** Longer than the test: a second signal ends the drain once the proxy has noticed. */
const DRAIN = { DRAIN_SECONDS: '600', STORAGE_URL: inject('demo').storageUrl };
const CHECK_EVERY_MS = 20;
/** Concurrent requests. */
const VISITORS = 8;
const ADDRESSES = ['/', '/api/locations?query=castle', '/find-a-location?query=loch', '/api/health'];

const database = await testDatabase(inject('demo').template);
// Processing the pictures of the demo would only take CPU time.
await sql`delete from pgboss.job`.execute(database.kysely);
const [first, second, third] = await Promise.all([1, 2, 3].map(() => startSiteProcess(database.url, DRAIN)));

interface Upstream {
  readonly node: SiteProcess;
  isReady: boolean;
}

/** Starts a round-robin proxy with keep-alive connections to the nodes that report to be ready. */
async function startProxy() {
  const upstreams: Upstream[] = [];
  const agent = new Agent({ keepAlive: true });
  let count = 0;
  const server = createServer((from, to) => {
    const ready = upstreams.filter(({ isReady }) => isReady);
    const target = ready[count++ % ready.length];
    if (!target) return to.writeHead(502).end();
    return request(target.node.url + from.url!, { agent, headers: from.headers }, (response) => {
      const { connection: _, ...headers } = response.headers;
      response.on('error', () => to.destroy());
      response.pipe(to.writeHead(response.statusCode!, headers));
    })
      .on('error', () => to.writeHead(502).end())
      .end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const check = async (upstream: Upstream) => {
    upstream.isReady = await fetch(`${upstream.node.url}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  };
  const timer = setInterval(() => void Promise.all(upstreams.map(check)), CHECK_EVERY_MS);
  afterAll(() => {
    clearInterval(timer);
    agent.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  /** Adds a node and waits until it is ready. */
  const add = async (node: SiteProcess) => {
    const upstream: Upstream = { node, isReady: false };
    upstreams.push(upstream);
    await expect.poll(() => upstream.isReady).toBe(true);
    return upstream;
  };
  return { url: `http://127.0.0.1:${port}`, add };
}

/** Sends requests without a pause until aborted. Returns the number of successful ones and the failures. */
async function visit(url: string, signal: AbortSignal): Promise<{ succeeded: number; failures: unknown[] }> {
  const failures: unknown[] = [];
  let succeeded = 0;
  const visitor = async (n: number) => {
    for (let i = n; !signal.aborted; i++) {
      const path = ADDRESSES[i % ADDRESSES.length]!;
      try {
        const response = await fetch(url + path);
        await response.arrayBuffer();
        if (response.ok) succeeded++;
        else failures.push([path, response.status]);
      } catch (error) {
        failures.push([path, error]);
      }
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, (_, n) => visitor(n)));
  return { succeeded, failures };
}

const proxy = await startProxy();

test('restarts the nodes one after another without a failed request', async () => {
  const [one, other] = [await proxy.add(first!), await proxy.add(second!)];
  const controller = new AbortController();
  const visits = visit(proxy.url, controller.signal);
  for (const leaving of [one, other]) {
    const { process, url } = leaving.node;
    const exit = once(process, 'exit');
    process.kill('SIGTERM');
    await expect.poll(() => leaving.isReady).toBe(false);
    // A draining node still responds.
    const response = await fetch(url);
    expect([response.status, response.headers.get('connection')]).toEqual([200, 'close']);
    process.kill('SIGINT');
    expect((await exit)[0]).toBe(0);
    if (leaving === one) await proxy.add(third!);
  }
  controller.abort();
  const { succeeded, failures } = await visits;
  expect(failures).toEqual([]);
  expect(succeeded).toBeGreaterThan(VISITORS);
});

test('completes open requests on shutdown, and then closes keep-alive connections', async () => {
  const { process, url } = third!;
  const body = JSON.stringify({ email: 'nobody@crew.example', password: 'a lamp on the weir' });
  const headers = { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' };
  const agent = new Agent({ keepAlive: true });
  const login = request(`${url}/api/login`, { method: 'POST', headers, agent });
  const answered = once(login, 'response') as Promise<[IncomingMessage]>;
  login.flushHeaders();
  await once(login, 'continue');
  const exit = once(process, 'exit');
  process.kill('SIGINT');
  await expect.poll(() => fetch(`${url}/api/health`).catch(() => 'closed')).toBe('closed');

  login.end(body);
  const [answer] = await answered;
  expect([answer.statusCode, answer.headers.connection]).toEqual([422, 'close']);
  answer.resume();
  expect((await exit)[0]).toBe(0);
});
