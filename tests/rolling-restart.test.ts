import { once } from 'node:events';
import { Agent, type IncomingMessage, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, expect, inject, test } from 'vitest';
import { testDatabase } from './support/database.ts';
import { type SiteProcess, startSiteProcess } from './support/site-process.ts';

/** Long: a second signal ends it once the proxy has noticed, so that the test does not depend on how soon that is. */
const DRAIN = { DRAIN_SECONDS: '600', STORAGE_URL: inject('demo').storageUrl };
const CHECK_EVERY_MS = 20;
/** Requests that are under way at a time. */
const VISITORS = 8;
const ADDRESSES = ['/', '/api/locations?query=castle', '/find-a-location?query=loch', '/api/health'];

const database = await testDatabase(inject('demo').template);
// The pictures of the demo are none of this test's business, and would keep the processors busy.
await sql`delete from pgboss.job`.execute(database.kysely);
const [first, second, third] = await Promise.all([1, 2, 3].map(() => startSiteProcess(database.url, DRAIN)));

interface Upstream {
  readonly node: SiteProcess;
  isReady: boolean;
}

/** What stands before the nodes: gives requests in turn to those that say that they are ready, on connections that it keeps. */
async function startProxy() {
  const upstreams: Upstream[] = [];
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = createServer((from, to) => {
    const ready = upstreams.filter(({ isReady }) => isReady);
    const target = ready[turn++ % ready.length];
    if (!target) return to.writeHead(502).end();
    return request(target.node.url + from.url!, { agent, headers: from.headers }, (answer) => {
      const { connection: _, ...headers } = answer.headers;
      answer.on('error', () => to.destroy());
      answer.pipe(to.writeHead(answer.statusCode!, headers));
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
  /** Gives requests to one more node. */
  const add = async (node: SiteProcess) => {
    const upstream: Upstream = { node, isReady: false };
    upstreams.push(upstream);
    await expect.poll(() => upstream.isReady).toBe(true);
    return upstream;
  };
  return { url: `http://127.0.0.1:${port}`, add };
}

/** Asks without a pause until told to stop, and gives what went wrong. */
async function visit(url: string, signal: AbortSignal): Promise<{ answered: number; failures: unknown[] }> {
  const failures: unknown[] = [];
  let answered = 0;
  const visitor = async (n: number) => {
    for (let i = n; !signal.aborted; i++) {
      const path = ADDRESSES[i % ADDRESSES.length]!;
      try {
        const answer = await fetch(url + path);
        await answer.arrayBuffer();
        if (answer.ok) answered++;
        else failures.push([path, answer.status]);
      } catch (error) {
        failures.push([path, error]);
      }
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, (_, n) => visitor(n)));
  return { answered, failures };
}

const proxy = await startProxy();

test('nodes are restarted one after another, and no visitor notices', async () => {
  const [one, other] = [await proxy.add(first!), await proxy.add(second!)];
  const over = new AbortController();
  const visits = visit(proxy.url, over.signal);
  for (const leaving of [one, other]) {
    const { process, url } = leaving.node;
    const exit = once(process, 'exit');
    process.kill('SIGTERM');
    await expect.poll(() => leaving.isReady).toBe(false);
    // It serves whoever has not noticed.
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    process.kill('SIGINT');
    expect((await exit)[0]).toBe(0);
    if (leaving === one) await proxy.add(third!);
  }
  over.abort();
  const { answered, failures } = await visits;
  expect(failures).toEqual([]);
  expect(answered).toBeGreaterThan(VISITORS);
});

test('a node that stops answers what is under way, and then closes the connection that stays open', async () => {
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
