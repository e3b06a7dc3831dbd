import { oneOf, seeded, whole } from '../search/random.ts';
import { percentile } from '../percentile.ts';
import { withServer } from '../server-process.ts';
import { type SeededData, LARGE } from './seed.ts';

/**
 * How long boards take to answer, over HTTP and signed in, with 10,000 boards in the database of which 200 have 300 locations:
 * each answer is asked for many times, one after the other. Ends with an error where one misses the goal.
 */
const GOAL_MS = 100;
/** Of what every page asks of whoever keeps boards. */
const GOAL_OF_EVERY_PAGE_MS = 50;
const CALLS = 300;
/** Before it counts. */
const WARM_UP = 60;
const PORT = 3901;
const ORIGIN = `http://127.0.0.1:${PORT}`;
const PAGE_SIZE = 12;

interface Case {
  readonly name: string;
  /** Whether it must keep to the goal: lists and views must, acts are measured beside them. */
  readonly bound: boolean;
  readonly goalMs?: number;
  readonly token?: string;
  readonly next: () => { readonly path: string; readonly method?: string; readonly body?: object };
}

await withServer<SeededData>(new URL('./server.ts', import.meta.url), PORT, async (filled) => {
  console.log(`| answer | bytes | p50 ms | p95 ms | goal |\n|---|---|---|---|---|`);
  for (const one of casesOf(filled)) console.log(await measure(one));
});

function casesOf({ scout, admin, full, boards, locations }: SeededData): Case[] {
  const random = seeded(1);
  const board = () => oneOf(random, boards);
  const placeOn = ({ id, places }: SeededData['boards'][number]) => `/boards/${id}/locations/${oneOf(random, places)}`;
  const page = () => whole(random, 1, LARGE.locations / PAGE_SIZE);
  const get = (name: string, token: string | undefined, address: () => string): Case => ({
    name: `GET ${name}`,
    bound: true,
    ...(token && { token }),
    next: () => ({ path: address() }),
  });
  const list = (name: string, { token }: { token: string }, pages: number) =>
    get(name, token, () => `${name}?page=${whole(random, 1, pages)}`);
  return [
    list('/user/boards', scout, 5),
    get(
      '/user/boards, which hold a location',
      scout.token,
      () => `/user/boards?locationId=${oneOf(random, locations)}`,
    ),
    get('/user/board-locations', scout.token, () => '/user/board-locations'),
    {
      ...get('/user/board-locations, with as many as can be', full.token, () => '/user/board-locations'),
      goalMs: GOAL_OF_EVERY_PAGE_MS,
    },
    list('/user/archived-boards', scout, 2),
    list('/user/shared-boards', scout, 2),
    list('/user/private-boards', admin, 5),
    get('/users/{id}/boards', admin.token, () => `/users/${scout.id}/boards?page=${whole(random, 1, 5)}`),
    get('/boards/{id}, first page', scout.token, () => `/boards/${board().id}`),
    get('/boards/{id}, any page', scout.token, () => `/boards/${board().id}?page=${page()}`),
    get('/boards/{id}, 48 a page', scout.token, () => `/boards/${board().id}?size=48`),
    get('/boards/{id} of another', admin.token, () => `/boards/${board().id}?page=${page()}`),
    get('/boards/{id}/shares', scout.token, () => `/boards/${board().id}/shares`),
    get('/boards/{id}/candidates', scout.token, () => `/boards/${board().id}/candidates?query=castle`),
    get('/boards/public/{link}', undefined, () => `/boards/public/${board().link}?page=${page()}`),
    get('/boards/{id}/locations/{id}', scout.token, () => placeOn(board())),
    {
      name: 'PUT /boards/{id}/locations/{id}, moved',
      bound: false,
      token: scout.token,
      next: () => ({ path: placeOn(board()), method: 'PUT', body: { position: whole(random, 0, LARGE.locations) } }),
    },
  ];
}

async function measure({ name, bound, goalMs = GOAL_MS, token, next }: Case): Promise<string> {
  const times: number[] = [];
  let bytes = 0;
  for (let n = -WARM_UP; n < CALLS; n++) {
    const { path: address, method = 'GET', body } = next();
    const headers = new Headers(body && { 'content-type': 'application/json' });
    if (token) headers.set('authorization', `Bearer ${token}`);
    const from = performance.now();
    const answer = await fetch(`${ORIGIN}/api${address}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (n >= 0) times.push(performance.now() - from);
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${text}`);
    bytes += Buffer.byteLength(text) / (WARM_UP + CALLS);
  }
  const p50 = percentile(times, 0.5);
  const p95 = percentile(times, 0.95);
  if (bound && p95 >= goalMs) process.exitCode = 1;
  return `| ${name} | ${Math.round(bytes)} | ${p50.toFixed(1)} | ${p95.toFixed(1)} | ${bound ? goalMs : ''} |`;
}
