import { pickOne, createRandom, randomInteger } from '../search/random.ts';
import { percentile } from '../percentile.ts';
import { withServer } from '../server-process.ts';
import { type SeededData, LARGE } from './seed.ts';

/**
 * Measures the response times of boards over HTTP, with 10,000 boards in the database, 200 of them with 300 locations. Requests are
 * sent one after the other. Exits with 1 if a goal is missed.
 */
const GOAL_MS = 100;
/** For the request that every page of a user with boards makes. */
const EVERY_PAGE_GOAL_MS = 10;
const CALLS = 300;
/** Calls before the measurement starts. */
const WARM_UP = 60;
const PORT = 3901;
const ORIGIN = `http://127.0.0.1:${PORT}`;
const PAGE_SIZE = 12;

interface BenchRequest {
  readonly path: string;
  readonly method?: string;
  readonly body?: object;
}

interface Case {
  readonly name: string;
  /** Whether the goal applies: to reads, not to writes. */
  readonly hasGoal: boolean;
  readonly goalMs?: number;
  readonly token?: string;
  readonly next: () => BenchRequest;
  /** Sent before each request, and not measured. */
  readonly before?: () => BenchRequest;
  /** Compression of random ids takes longer than the rest of the request. */
  readonly encoding?: 'identity';
}

await withServer<SeededData>(new URL('./server.ts', import.meta.url), PORT, async (data) => {
  console.log(`| request | bytes | fastest ms | p50 ms | p95 ms | goal |\n|---|---|---|---|---|---|`);
  for (const benchCase of createCases(data)) console.log(await measure(benchCase));
});

function createCases({ scout, admin, full, fullBoard, boards, locations }: SeededData): Case[] {
  const random = createRandom(1);
  const board = () => pickOne(random, boards);
  const locationPath = ({ id, places }: SeededData['boards'][number]) =>
    `/boards/${id}/locations/${pickOne(random, places)}`;
  const page = () => randomInteger(random, 1, LARGE.locations / PAGE_SIZE);
  const get = (name: string, token: string | undefined, path: () => string): Case => ({
    name: `GET ${name}`,
    hasGoal: true,
    ...(token && { token }),
    next: () => ({ path: path() }),
  });
  const list = (name: string, { token }: { token: string }, pages: number) =>
    get(name, token, () => `${name}?page=${randomInteger(random, 1, pages)}`);
  return [
    list('/user/boards', scout, 5),
    get('/user/boards, with a location', scout.token, () => `/user/boards?locationId=${pickOne(random, locations)}`),
    get('/health, for comparison', undefined, () => '/health'),
    get('/user/board-locations', scout.token, () => '/user/board-locations'),
    {
      ...get('/user/board-locations, at the limits, not compressed', full.token, () => '/user/board-locations'),
      goalMs: EVERY_PAGE_GOAL_MS,
      encoding: 'identity',
    },
    get('/user/board-locations, at the limits', full.token, () => '/user/board-locations'),
    {
      ...get('/user/board-locations, at the limits, after a change', full.token, () => '/user/board-locations'),
      before: () => ({ path: `/boards/${fullBoard}`, method: 'PUT', body: { title: `Full ${random()}` } }),
    },
    list('/user/archived-boards', scout, 2),
    list('/user/shared-boards', scout, 2),
    list('/user/private-boards', admin, 5),
    get('/users/{id}/boards', admin.token, () => `/users/${scout.id}/boards?page=${randomInteger(random, 1, 5)}`),
    get('/boards/{id}, first page', scout.token, () => `/boards/${board().id}`),
    get('/boards/{id}, any page', scout.token, () => `/boards/${board().id}?page=${page()}`),
    get('/boards/{id}, 48 per page', scout.token, () => `/boards/${board().id}?size=48`),
    get('/boards/{id} of another user', admin.token, () => `/boards/${board().id}?page=${page()}`),
    get('/boards/{id}/shares', scout.token, () => `/boards/${board().id}/shares`),
    get('/boards/{id}/candidates', scout.token, () => `/boards/${board().id}/candidates?query=castle`),
    get('/boards/public/{link}', undefined, () => `/boards/public/${board().link}?page=${page()}`),
    get('/boards/{id}/locations/{id}', scout.token, () => locationPath(board())),
    {
      name: 'PUT /boards/{id}/locations/{id}, moved',
      hasGoal: false,
      token: scout.token,
      next: () => ({
        path: locationPath(board()),
        method: 'PUT',
        body: { position: randomInteger(random, 0, LARGE.locations) },
      }),
    },
  ];
}

async function measure({ name, hasGoal, goalMs = GOAL_MS, token, encoding, next, before }: Case): Promise<string> {
  const times: number[] = [];
  let bytes = 0;
  for (let n = -WARM_UP; n < CALLS; n++) {
    if (before) await send(name, before(), { token });
    const { text, ms } = await send(name, next(), { token, encoding });
    if (n >= 0) times.push(ms);
    bytes += Buffer.byteLength(text) / (WARM_UP + CALLS);
  }
  const [fastest, p50 = 0, p95 = 0] = [0, 0.5, 0.95].map((share) => percentile(times, share));
  if (hasGoal && p95 >= goalMs) process.exitCode = 1;
  const figures = [fastest, p50, p95].map((ms) => ms?.toFixed(1));
  return `| ${[name, Math.round(bytes), ...figures, hasGoal ? goalMs : ''].join(' | ')} |`;
}

async function send(
  name: string,
  { path, method = 'GET', body }: BenchRequest,
  { token, encoding }: { readonly token: string | undefined; readonly encoding?: string | undefined },
): Promise<{ text: string; ms: number }> {
  const headers = new Headers(body && { 'content-type': 'application/json' });
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (encoding) headers.set('accept-encoding', encoding);
  const start = performance.now();
  const response = await fetch(`${ORIGIN}/api${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${name}: ${response.status} ${text}`);
  return { text, ms: performance.now() - start };
}
