/** Measures one engine at one size, in a process of its own: `node --expose-gc bench/search/measure.ts ENGINE SIZE`. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CatalogueDocument } from '../../src/features/locations/schema.ts';
import { MemoryIndex } from '../../src/features/search/engine/memory-index.ts';
import { World, syntheticCatalogue, syntheticDocument } from './synthetic-catalogue.ts';
import type { BenchAnswer, BenchEngine } from './engines/bench-engine.ts';
import { ENGINES } from './engines/engines.ts';
import { Recce } from './engines/recce.ts';
import { type LoggedQuery, type QueryKind, queryLog } from './query-log.ts';
import { seeded } from './random.ts';
import { percentile } from '../percentile.ts';

/** What is measured; times in milliseconds, memory in megabytes. */
export interface Measurement {
  readonly p50: number;
  readonly p99: number;
  /** By kind of query. */
  readonly kinds: readonly { readonly kind: QueryKind; readonly p50: number; readonly p99: number }[];
  readonly build: number;
  readonly memory: number;
  /** By query of the log, a digest of total and facet counts. */
  readonly answers: readonly string[];
  /** The same queries, where none of their words has been asked for since the catalogue changed. */
  readonly anew?: { readonly p50: number; readonly p99: number };
  readonly typeahead?: Typeahead;
  readonly write?: { readonly p50: number; readonly p99: number };
  readonly file?: { readonly save: number; readonly load: number };
  /** Longest time that other work had to wait while writes were merged. */
  readonly blocked?: number;
}

interface Typeahead {
  readonly p50: number;
  readonly p95: number;
  /** The median where nothing has been typed since the catalogue changed. */
  readonly anew: number;
}

/**
 * Rounds over the log, of which the last count: a node answers for days, with code that has long been compiled. An engine
 * stops after the round that ends past the time.
 */
const ROUNDS = 30;
const COUNTED_ROUNDS = 9;
const TIME = 60_000;
const WRITES = 500;

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Memory in use. What a collection frees outside the heap is only counted after another turn. */
async function memory(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    globalThis.gc!();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

/** Each work's median time over the counted rounds, from the call until its answer is there. A round begins with `forget`. */
async function medians(works: readonly (() => unknown)[], forget?: () => Promise<void>): Promise<number[]> {
  const times: number[][] = works.map(() => []);
  const start = performance.now();
  for (let round = 0; round < ROUNDS && performance.now() - start < TIME; round++) {
    await forget?.();
    for (const [i, work] of works.entries()) times[i]!.push(await timed(work));
  }
  return times.map((of) => percentile(of.slice(-COUNTED_ROUNDS), 0.5));
}

/** Counts the time that making the documents takes, for it is not the engine's. */
class Source implements Iterable<CatalogueDocument> {
  readonly #documents: Iterator<CatalogueDocument>;
  spent = 0;

  constructor(documents: Iterator<CatalogueDocument>) {
    this.#documents = documents;
  }

  *[Symbol.iterator](): Generator<CatalogueDocument, void, undefined> {
    for (;;) {
      const start = performance.now();
      const { done, value } = this.#documents.next();
      this.spent += performance.now() - start;
      if (done) return;
      yield value;
    }
  }
}

function digest({ total, counts }: BenchAnswer): string {
  const lines = [...counts].map(([key, count]) => `${key} ${count}`).sort();
  return createHash('sha256')
    .update([total, ...lines].join('\n'))
    .digest('base64')
    .slice(0, 16);
}

async function measureEngine(
  engine: BenchEngine,
  world: World,
  log: readonly LoggedQuery[],
  size: number,
): Promise<Measurement> {
  const before = await memory();
  const source = new Source(syntheticCatalogue(world, size));
  const build = (await timed(() => engine.build(source))) - source.spent;
  const used = (await memory()) - before + ((await engine.outside?.()) ?? 0);
  const times = await medians(
    log.map(
      ({ query }) =>
        () =>
          engine.search(query),
    ),
  );
  const answers: string[] = [];
  for (const { query } of log) answers.push(digest(engine.read(await engine.search(query))));
  const kinds = [...new Set(log.map(({ kind }) => kind))].map((kind) => {
    const own = times.filter((_, i) => log[i]!.kind === kind);
    return { kind, p50: percentile(own, 0.5), p99: percentile(own, 0.99) };
  });
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), kinds, build, memory: used, answers };
}

async function measureAnew(engine: Recce, log: readonly LoggedQuery[]): Promise<{ p50: number; p99: number }> {
  const works = log.map(
    ({ query }) =>
      () =>
        engine.search(query),
  );
  const times = await medians(works, () => engine.forget());
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

/** What a visitor sees while typing the words of the log, letter by letter. */
async function measureTypeahead(engine: Recce, log: readonly LoggedQuery[]): Promise<Typeahead> {
  const typed = log.flatMap(({ query: { words } }) => Array.from(words.slice(0, 12), (_, i) => words.slice(0, i + 1)));
  const works = typed.map((words) => () => engine.index!.suggest(words, 4));
  const times = await medians(works);
  const anew = await medians(works, () => engine.forget());
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), anew: percentile(anew, 0.5) };
}

/** From handing over a changed location to finding it. */
async function measureWrites(index: MemoryIndex, world: World, size: number) {
  const random = seeded(6);
  const ids = [...syntheticCatalogue(world, Math.min(size, 10_000))].map(({ id }) => id);
  const times: number[] = [];
  let blocked = 0;
  let beat = performance.now();
  const heart = setInterval(() => {
    blocked = Math.max(blocked, performance.now() - beat);
    beat = performance.now();
  }, 1);
  for (let i = 0; i < WRITES; i++) {
    const document = {
      ...syntheticDocument(world, random, ids[Math.floor(random() * ids.length)]!),
      title: `Written ${i}`,
    };
    times.push(
      await timed(async () => {
        await index.apply({ upserts: [document], removals: [] }, i + 2);
        const { ids: found } = await index.search({ words: `written ${i}`, filters: {} }, { offset: 0, limit: 20 });
        if (!found.includes(document.id)) throw new Error('A written location is not found.');
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await index.settled();
  clearInterval(heart);
  return { write: { p50: percentile(times, 0.5), p99: percentile(times, 0.99) }, blocked };
}

/** Until a loaded index can answer; what only saves time is made while it does. */
async function measureFile(index: MemoryIndex): Promise<{ save: number; load: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'recce-bench-'));
  try {
    const file = join(folder, 'index');
    const save = await timed(() => index.save(file));
    return { save, load: await timed(() => MemoryIndex.load(file)) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What only the product's index is asked for. */
async function measureOwn(engine: Recce): Promise<Partial<Measurement>> {
  const index = engine.index!;
  return {
    anew: await measureAnew(engine, log),
    typeahead: await measureTypeahead(engine, log),
    file: await measureFile(index),
    ...(await measureWrites(index, world, size)),
  };
}

const [name, size] = [process.argv[2]!, Number(process.argv[3])];
const world = new World();
const log = queryLog(world);
const engine: BenchEngine = await ENGINES[name]!();
const measurement = await measureEngine(engine, world, log, size);
process.send!({ ...measurement, ...(engine instanceof Recce && (await measureOwn(engine))) });
await engine.close?.();
process.disconnect();
