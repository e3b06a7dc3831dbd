import { expect, test, vi } from 'vitest';
import { PageCache } from './page-cache.ts';

/** A third of the cache. */
const LARGE = 10 * 1024 * 1024;
const page = (nonce: string, bytes = 1_000, status = 200, headers: [string, string][] = []) => ({
  nonce,
  html: new Uint8Array(bytes),
  status,
  headers,
});

test('renders a page once for concurrent requests, and then caches it', async () => {
  const cache = new PageCache('1');
  const render = vi.fn(async () => page('home'));
  const pages = await Promise.all([cache.get('/', render), cache.get('/', render)]);
  expect(pages).toEqual([page('home'), page('home')]);
  expect(await cache.get('/', render)).toEqual(page('home'));
  expect(render).toHaveBeenCalledTimes(1);
});

test('evicts the least recently used page', async () => {
  const cache = new PageCache('1');
  const get = async (url: string, nonce: string) => (await cache.get(url, async () => page(nonce, LARGE))).nonce;
  for (const url of ['/a', '/b', '/c', '/a', '/d']) await get(url, 'first');
  const nonces: string[] = [];
  for (const url of ['/a', '/c', '/d', '/b']) nonces.push(await get(url, 'again'));
  expect(nonces).toEqual(['first', 'first', 'first', 'again']);
});

test('does not cache missing, failed or incomplete pages', async () => {
  const cache = new PageCache('1');
  await cache.get('/gone', async () => page('gone', 10, 404));
  await cache.get('/part', async () => page('part', 10, 200, [['cache-control', 'no-store']]));
  await expect(cache.get('/broken', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  for (const url of ['/gone', '/part', '/broken']) {
    expect(await cache.get(url, async () => page('mended'))).toEqual(page('mended'));
  }
});
