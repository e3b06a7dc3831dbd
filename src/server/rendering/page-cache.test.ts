import { expect, test, vi } from 'vitest';
import { KeptPages } from './page-cache.ts';

const HALF = 16 * 1024 * 1024;
const page = (name: string, bytes = 1_000, status = 200, headers: [string, string][] = []) => ({
  name,
  html: { length: bytes },
  status,
  headers,
});

test('a page is rendered once for all who ask meanwhile, and then kept', async () => {
  const kept = new KeptPages<ReturnType<typeof page>>('1');
  const render = vi.fn(async () => page('home'));
  const answers = await Promise.all([kept.render('/', render), kept.render('/', render)]);
  expect(answers).toEqual([page('home'), page('home')]);
  expect(render).toHaveBeenCalledTimes(1);
  expect(kept.get('/')).toEqual(page('home'));
});

test('the page asked for longest ago gives way', async () => {
  const kept = new KeptPages<ReturnType<typeof page>>('1');
  await kept.render('/a', async () => page('a', HALF));
  await kept.render('/b', async () => page('b', HALF));
  kept.get('/a');
  await kept.render('/c', async () => page('c', HALF));
  expect(['/a', '/b', '/c'].map((address) => kept.get(address)?.name)).toEqual(['a', undefined, 'c']);
});

test('neither what is not found nor what failed or is incomplete is kept', async () => {
  const kept = new KeptPages<ReturnType<typeof page>>('1');
  await kept.render('/gone', async () => page('gone', 10, 404));
  await kept.render('/part', async () => page('part', 10, 200, [['cache-control', 'no-store']]));
  expect(kept.get('/part')).toBeUndefined();
  await expect(kept.render('/broken', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect([kept.get('/gone'), kept.get('/broken')]).toEqual([undefined, undefined]);
  expect(await kept.render('/broken', async () => page('mended'))).toEqual(page('mended'));
});
