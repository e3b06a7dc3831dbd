/**
 * Compares the search engine of the product with PostgreSQL full text search and common JavaScript search libraries on a synthetic catalogue and a fixed
 * log of 500 queries: `node bench/search/main.ts [--million]`.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { SyntheticData } from './synthetic-catalogue.ts';
import { ENGINES } from './engines/engines.ts';
import type { Measurement } from './measure.ts';
import { type QueryKind, createQueryLog } from './query-log.ts';

const OWN = 'Recce';
const SIZES = process.argv.includes('--million') ? [10_000, 100_000, 1_000_000] : [10_000, 100_000];
/** The largest catalogue that an engine handles in reasonable time and memory. */
const MAX_SIZE: Readonly<Record<string, number>> = { 'PostgreSQL full text': 100_000, 'Orama 3': 100_000 };
/**
 * Kinds of queries whose totals and counts are comparable with the own index. Words that a location has only similarly, and rare ones,
 * differ: the others do not look for typing mistakes. Orama treats every word as a prefix, so its results for words differ.
 */
const COMPARABLE: Readonly<Record<string, readonly QueryKind[]>> = {
  'PostgreSQL full text': ['browse', 'facets', 'words', 'words and facets'],
  'MiniSearch 7 + bitsets': ['browse', 'facets', 'words', 'words and facets'],
  'Orama 3': ['browse', 'facets'],
};

function measure(engine: string, size: number): Promise<Measurement> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('measure.ts', import.meta.url)), [engine, String(size)], {
      execArgv: ['--expose-gc', '--max-old-space-size=16000'],
    });
    child.once('message', (measurement) => resolve(measurement as Measurement));
    child.once('exit', (code) => reject(new Error(`${engine} at ${size} exited with ${code}.`)));
  });
}

function format(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(2);
}

const kinds = createQueryLog(new SyntheticData()).map(({ kind }) => kind);

/** Counts the comparable queries for which an engine returns the same total and counts as the own index. */
function formatAgreement(engine: string, { results }: Measurement, own: Measurement): string {
  const compared = kinds.map((kind, i) => ({ kind, i })).filter(({ kind }) => COMPARABLE[engine]?.includes(kind));
  const same = compared.filter(({ i }) => results[i] === own.results[i]).length;
  return `${same} of ${compared.length}`;
}

const results = new Map<number, Measurement>();
console.log(
  '| engine | locations | p50 ms | p99 ms | build s | memory MB | same results |\n|---|---|---|---|---|---|---|',
);
for (const size of SIZES) {
  for (const engine of Object.keys(ENGINES)) {
    if (size > (MAX_SIZE[engine] ?? Infinity)) continue;
    const measurement = await measure(engine, size);
    if (engine === OWN) results.set(size, measurement);
    const { p50, p99, build, memory } = measurement;
    const same = engine === OWN ? '–' : formatAgreement(engine, measurement, results.get(size)!);
    console.log(
      `| ${engine} | ${size} | ${format(p50)} | ${format(p99)} | ${format(build / 1_000)} | ${memory.toFixed(0)} | ${same} |`,
    );
  }
}

console.log(
  '\n| Recce | cold caches p50 / p99 ms | typeahead p50 / p95, cold cache p50 ms | write to searchable p50 / p99 ms | longest pause ms |\n|---|---|---|---|---|',
);
for (const [size, { cold, typeahead, write, blocked }] of results) {
  console.log(
    `| ${size} | ${format(cold!.p50)} / ${format(cold!.p99)} | ${format(typeahead!.p50)} / ${format(typeahead!.p95)}, ${format(typeahead!.cold)} | ${format(write!.p50)} / ${format(write!.p99)} ` +
      `| ${format(blocked!)} |`,
  );
}

console.log('\n| Recce | queries | p50 ms | p99 ms |\n|---|---|---|---|');
for (const [size, { kinds: byKind, parsed }] of results) {
  for (const { kind, p50, p99 } of [...byKind, ...parsed!])
    console.log(`| ${size} | ${kind} | ${format(p50)} | ${format(p99)} |`);
}
