import diagnostics from 'node:diagnostics_channel';
import { Session } from 'node:inspector/promises';
import type { Worker } from 'node:worker_threads';
import fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from '../src/platform/http/contract.ts';
import type { CallRoute } from '../src/platform/http/route-handlers.ts';
import { createRenderPool } from '../src/server/rendering/render-pool.ts';
import { startSite } from './support/site.ts';

const site = await startSite();
const HOME = 'http://localhost/';
/** As the pool has it. */
const PAGES_A_THREAD = 32;

/** Threads in the order in which they were started. */
const workers: Worker[] = [];
diagnostics.subscribe('worker_threads', (message) => workers.push((message as { worker: Worker }).worker));

const text = ({ html }: { html: Uint8Array }) => Buffer.from(html).toString();

/** Asks a running site. */
const ask: CallRoute = async (route, input) => {
  const [, path] = route.split(' ');
  const given = input as Record<string, string>;
  const filled = path!.replace(/\{(\w+)\}/, (_, name: string) => given[name]!);
  const answer = await fetch(`${site.url}/api${filled}?${new URLSearchParams({ n: given['n'] ?? '1' })}`);
  return answer.text();
};

/** The addresses of all code that the threads of this process have loaded. */
async function codeOfThreads(): Promise<string[]> {
  const inspector = new Session();
  inspector.connect();
  const loaded = new Set<string>();
  const listed = Promise.withResolvers<void>();
  inspector.on('NodeWorker.attachedToWorker', ({ params: { sessionId } }) => {
    const message = JSON.stringify({ id: 1, method: 'Debugger.enable' });
    void inspector.post('NodeWorker.sendMessageToWorker', { sessionId, message });
  });
  inspector.on('NodeWorker.receivedMessageFromWorker', ({ params }) => {
    const { id, params: script } = JSON.parse(params.message) as { id?: number; params?: { url?: string } };
    if (script?.url) loaded.add(script.url);
    // The answer comes after all that was loaded before.
    if (id === 1) listed.resolve();
  });
  await inspector.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
  await listed.promise;
  inspector.disconnect();
  return [...loaded];
}

test('the production code of React renders, whatever NODE_ENV says', async () => {
  expect(process.env['NODE_ENV']).not.toBe('production');
  const code = await codeOfThreads();
  expect(code.filter((address) => address.endsWith('production.js')).length).toBeGreaterThan(0);
  expect(code.filter((address) => /\.development\.m?js$/.test(address))).toEqual([]);
});

test('a thread begins with some pages, and what it does not begin in a second is refused for now', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const host = fastify();
  const { render } = await createRenderPool(1)(host);
  const started = workers.length;
  const held = Promise.withResolvers<void>();
  const begun = new Set<number>();
  const allBegun = Promise.withResolvers<void>();
  const pages = Array.from({ length: PAGES_A_THREAD + 8 }, (_, n) =>
    render(`${HOME}?n=${n}`, async (...call) => {
      if (begun.add(n).size === PAGES_A_THREAD) allBegun.resolve();
      await held.promise;
      return ask(...call);
    }),
  );
  const settled = Promise.allSettled(pages);
  await allBegun.promise;
  vi.advanceTimersByTime(1_000);
  const rejected = await Promise.allSettled(pages.slice(PAGES_A_THREAD));
  for (const page of rejected)
    expect(page).toMatchObject({ status: 'rejected', reason: { errorType: 'UNAVAILABLE', retryAfter: 2 } });
  vi.advanceTimersByTime(13_500);
  const next = render(HOME, ask);
  vi.advanceTimersByTime(400);
  held.resolve();
  expect(text(await next)).toContain('</html>');
  expect((await settled).filter(({ status }) => status === 'fulfilled')).toHaveLength(PAGES_A_THREAD);
  // The time that a page has waited is none of the thread's: it lives.
  expect(workers).toHaveLength(started);
  await host.close();
});

test('pages under way are finished before the host has closed', async () => {
  const host = fastify();
  const { render } = await createRenderPool(1)(host);
  const held = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const page = render(HOME, async (...call) => {
    asked.resolve();
    await held.promise;
    return ask(...call);
  });
  await asked.promise;
  const closed = host.close();
  held.resolve();
  expect(text(await page)).toContain('</html>');
  await closed;
});

test('pages that still wait when the host closes are refused, and no thread is started for them', async () => {
  const host = fastify();
  const { render } = await createRenderPool(1)(host);
  const started = workers.length;
  const held = Promise.withResolvers<void>();
  const holding: CallRoute = async (...call) => {
    await held.promise;
    return ask(...call);
  };
  const begun = Array.from({ length: PAGES_A_THREAD }, () => render(HOME, holding));
  const waiting = render(HOME, ask);
  const rejected = expect(waiting).rejects.toMatchObject({ errorType: 'UNAVAILABLE' });
  const closed = host.close();
  held.resolve();
  for (const page of await Promise.all(begun)) expect(text(page)).toContain('</html>');
  await Promise.all([rejected, closed]);
  expect(workers).toHaveLength(started);
});

test('a thread that dies takes its pages with it, and another renders the next ones', async () => {
  const host = fastify();
  const { render } = await createRenderPool(1)(host);
  const held = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const page = render(HOME, async () => {
    asked.resolve();
    await held.promise;
    return '{"late":true}';
  });
  await asked.promise;
  const [thread] = [...workers].slice(-1);
  await Promise.all([thread!.terminate(), expect(page).rejects.toThrow('ended')]);

  const next = render(HOME, async (...call) => {
    // What the dead thread asked is answered now, and must reach nobody.
    held.resolve();
    return ask(...call);
  });
  expect(text(await next)).toContain('Featured locations');
  await host.close();
});

test('what a page asks in vain reaches it as the error that it is', async () => {
  const host = fastify();
  const { render } = await createRenderPool(1)(host);
  const page = await render(`${HOME}about`, async (route, input) => {
    if (route === 'GET /pages/{name}') throw new ApiError('NOT_FOUND', 'Page not found');
    return ask(route, input);
  });
  expect(page.status).toBe(404);
  await host.close();
});
