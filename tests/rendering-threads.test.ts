import fastify from 'fastify';
import { expect, test } from 'vitest';
import { ApiError } from '../src/platform/http/contract.ts';
import type { Ask } from '../src/platform/http/server.ts';
import { builtPages } from '../src/server/rendering/threads.ts';
import { startSite } from './support/site.ts';

const site = await startSite();
const HOME = 'http://localhost/';

const html = ({ html: bytes }: { html: Uint8Array }) => Buffer.from(bytes).toString();

/** Asks a running site. */
const ask: Ask = async (route, input) => {
  const [, path] = route.split(' ');
  const given = input as Record<string, string>;
  const filled = path!.replace(/\{(\w+)\}/, (_, name: string) => given[name]!);
  const answer = await fetch(`${site.url}/api${filled}?${new URLSearchParams({ n: given['n'] ?? '1' })}`);
  return answer.text();
};

test('pages under way are finished before the host has closed', async () => {
  const host = fastify();
  const { render } = await builtPages(1)(host);
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
  expect(html(await page)).toContain('</html>');
  await closed;
});

test('a thread that has ended is followed by another', async () => {
  const host = fastify();
  const { render } = await builtPages(1)(host);
  await host.close();
  const again = await render(HOME, ask);
  expect([again.status, html(again).includes('Featured locations')]).toEqual([200, true]);
});

test('what a page asks in vain reaches it as the error that it is', async () => {
  const host = fastify();
  const { render } = await builtPages(1)(host);
  const page = await render(`${HOME}about`, async (route, input) => {
    if (route === 'GET /pages/{name}') throw new ApiError('NOT_FOUND', 'Page not found');
    return ask(route, input);
  });
  expect(page.status).toBe(404);
  await host.close();
});
