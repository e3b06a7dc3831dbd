/** Measures one engine at one catalogue size: `node --expose-gc bench/search/measure.ts ENGINE SIZE`. */
import { createHash } from 'node:crypto';
import type { SearchDocument } from '../../src/features/locations/catalogue/schema.ts';
import { MemoryIndex } from '../../src/features/search/engine/memory-index.ts';
import { SyntheticData, syntheticCatalogue, syntheticDocument } from './synthetic-catalogue.ts';
import type { BenchResult, BenchEngine } from './engines/bench-engine.ts';
import { ENGINES } from './engines/engines.ts';
import { Recce } from './engines/recce.ts';
import { type ParsedKind, PARSED_KINDS, createParsedWords, createSyntheticVocabulary } from './parsed-queries.ts';
import { type LoggedQuery, createQueryLog } from './query-log.ts';
import { createRandom } from './random.ts';
import { percentile } from '../percentile.ts';
import { selectRegion } from '../../src/features/geography/region/queries.server.ts';
import { DEFAULT_REGION } from '../../src/platform/settings/config.ts';

selectRegion(DEFAULT_REGION);

/** Times in milliseconds, memory in megabytes. */
export interface Measurement {
  readonly p50: number;
  readonly p99: number;
  /** By kind of query. */
  readonly kinds: readonly KindTimes[];
  readonly build: number;
  readonly memory: number;
  /** By query of the log: a digest of total and facet counts. */
  readonly results: readonly string[];
  /** The same queries with cold caches. */
  readonly cold?: { readonly p50: number; readonly p99: number };
  /** Queries with terms, places and distances, each for the first time, by kind. */
  readonly parsed?: readonly KindTimes[];
  readonly typeahead?: Typeahead;
  readonly write?: { readonly p50: number; readonly p99: number };
  /** The longest time for which writes, and building the index again, blocked the event loop. */
  readonly blocked?: number;
}

interface KindTimes {
  readonly kind: string;
  readonly p50: number;
  readonly p99: number;
}

interface Typeahead {
  readonly p50: number;
  readonly p95: number;
  /** Median with cold caches. */
  readonly cold: number;
}

/**
 * Rounds over the log, of which the last are counted, since a node runs for days with compiled code. No round starts
 * after MAX_MS.
 */
const ROUNDS = 30;
const COUNTED_ROUNDS = 9;
const MAX_MS = 60_000;
const WRITES = 500;
/** Queries of each kind, of which the second half is counted. */
const PARSED_QUERIES = 1_000;

async function measureTime(task: () => unknown): Promise<number> {
  const start = performance.now();
  await task();
  return performance.now() - start;
}

/** Returns the memory in use. External memory is released only in the event loop turn after a collection. */
async function getUsedMemory(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    globalThis.gc!();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

/** Returns the median time of each task over the counted rounds. @param reset runs before each round */
async function measureMedians(tasks: readonly (() => unknown)[], reset?: () => Promise<void>): Promise<number[]> {
  const times: number[][] = tasks.map(() => []);
  const start = performance.now();
  for (let round = 0; round < ROUNDS && performance.now() - start < MAX_MS; round++) {
    await reset?.();
    for (const [i, task] of tasks.entries()) times[i]!.push(await measureTime(task));
  }
  return times.map((all) => percentile(all.slice(-COUNTED_ROUNDS), 0.5));
}

/** Measures the time for generating the documents, to subtract it from the build time. */
class TimedDocuments implements Iterable<SearchDocument> {
  readonly #documents: Iterator<SearchDocument>;
  elapsed = 0;

  constructor(documents: Iterator<SearchDocument>) {
    this.#documents = documents;
  }

  *[Symbol.iterator](): Generator<SearchDocument, void, undefined> {
    for (;;) {
      const start = performance.now();
      const { done, value } = this.#documents.next();
      this.elapsed += performance.now() - start;
      if (done) return;
      yield value;
    }
  }
}

function digest({ total, counts }: BenchResult): string {
  const lines = [...counts].map(([key, count]) => `${key} ${count}`).sort();
  return createHash('sha256')
    .update([total, ...lines].join('\n'))
    .digest('base64')
    .slice(0, 16);
}

async function measureEngine(
  engine: BenchEngine,
  data: SyntheticData,
  log: readonly LoggedQuery[],
  size: number,
): Promise<Measurement> {
  const before = await getUsedMemory();
  const source = new TimedDocuments(syntheticCatalogue(data, size));
  const build = (await measureTime(() => engine.build(source))) - source.elapsed;
  const used = (await getUsedMemory()) - before + ((await engine.outside?.()) ?? 0);
  const times = await measureMedians(
    log.map(
      ({ query }) =>
        () =>
          engine.search(query),
    ),
  );
  const results: string[] = [];
  for (const { query } of log) results.push(digest(engine.read(await engine.search(query))));
  const kinds = [...new Set(log.map(({ kind }) => kind))].map((kind) => {
    const ofKind = times.filter((_, i) => log[i]!.kind === kind);
    return { kind, p50: percentile(ofKind, 0.5), p99: percentile(ofKind, 0.99) };
  });
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), kinds, build, memory: used, results };
}

async function measureCold(engine: Recce, log: readonly LoggedQuery[]): Promise<{ p50: number; p99: number }> {
  const tasks = log.map(
    ({ query }) =>
      () =>
        engine.search(query),
  );
  const times = await measureMedians(tasks, () => engine.reset());
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

/** Measures queries that the vocabulary understands. All are different, so that no cache helps. */
async function measureParsed(index: MemoryIndex, data: SyntheticData): Promise<KindTimes[]> {
  index.setVocabulary(createSyntheticVocabulary(data));
  const random = createRandom(7);
  const times = new Map<ParsedKind, number[]>(PARSED_KINDS.map((kind) => [kind, []]));
  const start = performance.now();
  for (let i = 0; i < PARSED_QUERIES && performance.now() - start < MAX_MS; i++) {
    for (const kind of PARSED_KINDS) {
      const query = { words: createParsedWords(random, kind, data), filters: {} };
      times.get(kind)!.push(await measureTime(() => index.search(query, { offset: 0, limit: 20 })));
    }
  }
  return PARSED_KINDS.map((kind) => {
    const counted = times.get(kind)!.slice(times.get(kind)!.length / 2);
    return { kind, p50: percentile(counted, 0.5), p99: percentile(counted, 0.99) };
  });
}

/** Measures suggestions while the words of the log are typed letter by letter. */
async function measureTypeahead(engine: Recce, log: readonly LoggedQuery[]): Promise<Typeahead> {
  const typed = log.flatMap(({ query: { words } }) => Array.from(words.slice(0, 12), (_, i) => words.slice(0, i + 1)));
  const tasks = typed.map((words) => () => engine.index!.suggest(words, 4));
  const times = await measureMedians(tasks);
  const cold = await measureMedians(tasks, () => engine.reset());
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), cold: percentile(cold, 0.5) };
}

/** Measures the time from writing a location until a search finds it, and how long this and building the index again block other work. */
async function measureWrites(index: MemoryIndex, data: SyntheticData, size: number) {
  const random = createRandom(6);
  const ids = [...syntheticCatalogue(data, Math.min(size, 10_000))].map(({ id }) => id);
  const times: number[] = [];
  let blocked = 0;
  let last = performance.now();
  const heartbeat = setInterval(() => {
    blocked = Math.max(blocked, performance.now() - last);
    last = performance.now();
  }, 1);
  for (let i = 0; i < WRITES; i++) {
    const document = {
      ...syntheticDocument(data, random, ids[Math.floor(random() * ids.length)]!),
      title: `Written ${i}`,
    };
    times.push(
      await measureTime(async () => {
        await index.apply({ upserts: [document], removals: [] }, index.generation + 1);
        const { ids: found } = await index.search({ words: `written ${i}`, filters: {} }, { offset: 0, limit: 20 });
        if (!found.includes(document.id)) throw new Error('A written location is not found.');
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  // As a node does it after so many changes, with the old index in use.
  await MemoryIndex.build(syntheticCatalogue(data, size), 1);
  clearInterval(heartbeat);
  return { write: { p50: percentile(times, 0.5), p99: percentile(times, 0.99) }, blocked };
}

/** Measurements of our index only. */
async function measureOwn(engine: Recce): Promise<Partial<Measurement>> {
  const index = engine.index!;
  return {
    cold: await measureCold(engine, log),
    parsed: await measureParsed(index, data),
    typeahead: await measureTypeahead(engine, log),
    ...(await measureWrites(index, data, size)),
  };
}

const [name, size] = [process.argv[2]!, Number(process.argv[3])];
const data = new SyntheticData();
const log = createQueryLog(data);
const engine: BenchEngine = await ENGINES[name]!();
const measurement = await measureEngine(engine, data, log, size);
process.send!({ ...measurement, ...(engine instanceof Recce && (await measureOwn(engine))) });
await engine.close?.();
process.disconnect();
