import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
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

const text = ({ html }: { html: Uint8Array }) => Buffer.from(html).toString();

/** Same as in the pool. */
const PAGES_PER_WORKER = 32;

/** Worker threads in the order of their start. */
const workers: Worker[] = [];
diagnostics.subscribe('worker_threads', (message) => workers.push((message as { worker: Worker }).worker));

/** Calls the API of the running site. */
const callSite: CallRoute = async (route, input) => {
  const [, path] = route.split(' ');
  const params = input as Record<string, string>;
  const filled = path!.replace(/\{(\w+)\}/, (_, name: string) => params[name]!);
  const response = await fetch(`${site.url}/api${filled}?${new URLSearchParams({ n: params['n'] ?? '1' })}`);
  return response.text();
};

/** Lists the URLs of all scripts loaded by the worker threads of this process. */
async function listLoadedScripts(): Promise<string[]> {
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
    // The response follows the events of all loaded scripts.
    if (id === 1) listed.resolve();
  });
  await inspector.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
  await listed.promise;
  inspector.disconnect();
  return [...loaded];
}

test('renders with the production build of React whatever NODE_ENV is', async () => {
  expect(process.env['NODE_ENV']).not.toBe('production');
  const code = await listLoadedScripts();
  // React is part of the build. Its development build warns about missing keys.
  const built = code.filter((address) => address.includes('/dist/server/'));
  const texts = await Promise.all(built.map((address) => readFile(fileURLToPath(address), 'utf8')));
  expect(texts.filter((script) => script.includes('react.transitional.element')).length).toBeGreaterThan(0);
  expect(texts.filter((script) => script.includes('unique "key" prop'))).toEqual([]);
  expect(code.filter((address) => /\/node_modules\/react/.test(address))).toEqual([]);
});

test('limits the pages of a worker, and rejects a page that does not start within a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const server = fastify();
  const { render } = await createRenderPool(1)(server);
  const workerCount = workers.length;
  const release = Promise.withResolvers<void>();
  const started = new Set<number>();
  const allStarted = Promise.withResolvers<void>();
  const pages = Array.from({ length: PAGES_PER_WORKER + 8 }, (_, n) =>
    render(`${HOME}?n=${n}`, async (...call) => {
      if (started.add(n).size === PAGES_PER_WORKER) allStarted.resolve();
      await release.promise;
      return callSite(...call);
    }),
  );
  const settled = Promise.allSettled(pages);
  await allStarted.promise;
  vi.advanceTimersByTime(1_000);
  const rejected = await Promise.allSettled(pages.slice(PAGES_PER_WORKER));
  for (const page of rejected)
    expect(page).toMatchObject({ status: 'rejected', reason: { errorType: 'UNAVAILABLE', retryAfter: 2 } });
  vi.advanceTimersByTime(13_500);
  const next = render(HOME, callSite);
  vi.advanceTimersByTime(400);
  release.resolve();
  expect(text(await next)).toContain('</html>');
  expect((await settled).filter(({ status }) => status === 'fulfilled')).toHaveLength(PAGES_PER_WORKER);
  // The worker's timeout does not include the time in the queue, so it was not restarted.
  expect(workers).toHaveLength(workerCount);
  await server.close();
});

test('finishes started pages before the server closes', async () => {
  const server = fastify();
  const { render } = await createRenderPool(1)(server);
  // The first page of a worker takes many times as long as the next one.
  await render(HOME, callSite);
  const release = Promise.withResolvers<void>();
  const called = Promise.withResolvers<void>();
  const page = render(HOME, async (...call) => {
    called.resolve();
    await release.promise;
    return callSite(...call);
  });
  await called.promise;
  const closed = server.close();
  release.resolve();
  expect(text(await page)).toContain('</html>');
  await closed;
});

test('rejects queued pages when the server closes, without starting a worker', async () => {
  const server = fastify();
  const { render } = await createRenderPool(1)(server);
  const workerCount = workers.length;
  const release = Promise.withResolvers<void>();
  const holding: CallRoute = async (...call) => {
    await release.promise;
    return callSite(...call);
  };
  const started = Array.from({ length: PAGES_PER_WORKER }, () => render(HOME, holding));
  const waiting = render(HOME, callSite);
  const rejected = expect(waiting).rejects.toMatchObject({ errorType: 'UNAVAILABLE' });
  const closed = server.close();
  release.resolve();
  // On a busy machine the time to finish may not be enough for all of them.
  await Promise.allSettled(started);
  await Promise.all([rejected, closed]);
  expect(workers).toHaveLength(workerCount);
});

test('fails the pages of a crashed worker, and renders the next ones with another', async () => {
  const server = fastify();
  const { render } = await createRenderPool(1)(server);
  const release = Promise.withResolvers<void>();
  const called = Promise.withResolvers<void>();
  const page = render(HOME, async () => {
    called.resolve();
    await release.promise;
    return '{"late":true}';
  });
  await called.promise;
  const [worker] = [...workers].slice(-1);
  await Promise.all([worker!.terminate(), expect(page).rejects.toThrow('exited')]);

  const next = render(HOME, async (...call) => {
    // The response to the crashed worker's call arrives now and must be discarded.
    release.resolve();
    return callSite(...call);
  });
  expect(text(await next)).toContain('Featured locations');
  await server.close();
});

test('passes the error of an API call to the page', async () => {
  const server = fastify();
  const { render } = await createRenderPool(1)(server);
  const page = await render(`${HOME}about`, async (route, input) => {
    if (route === 'GET /pages/{name}') throw new ApiError('NOT_FOUND', 'Page not found');
    return callSite(route, input);
  });
  expect(page.status).toBe(404);
  await server.close();
});
