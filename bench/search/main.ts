/**
 * Measures the product's search beside engines that a JavaScript team would pick, over a synthetic catalogue and a fixed
 * log of 500 queries, and prints a table: `node bench/search/main.ts [--million]`.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { World } from './synthetic-catalogue.ts';
import { ENGINES } from './engines/engines.ts';
import type { Measurement } from './measure.ts';
import { type QueryKind, queryLog } from './query-log.ts';

const OWN = 'Recce';
const SIZES = process.argv.includes('--million') ? [10_000, 100_000, 1_000_000] : [10_000, 100_000];
/** Largest catalogue that an engine gets through in reasonable time and memory. */
const LARGEST: Readonly<Record<string, number>> = { 'PostgreSQL full text': 100_000, 'Orama 3': 100_000 };
/** Queries whose totals and counts must be the same in every engine; words that Orama takes as beginnings are not. */
const SAME: Readonly<Record<string, readonly QueryKind[]>> = {
  'PostgreSQL full text': [
    'browse',
    'facets',
    'words',
    'words and facets',
    'prefix',
    'prefix and facets',
    'typo',
    'area',
  ],
  'MiniSearch 7 + bitsets': ['browse', 'facets', 'words', 'words and facets'],
  'Orama 3': ['browse', 'facets'],
};

function measure(engine: string, size: number): Promise<Measurement> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('measure.ts', import.meta.url)), [engine, String(size)], {
      execArgv: ['--expose-gc', '--max-old-space-size=16000'],
    });
    child.once('message', (measurement) => resolve(measurement as Measurement));
    child.once('exit', (code) => reject(new Error(`${engine} at ${size} ended with ${code}.`)));
  });
}

function number(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(2);
}

const kinds = queryLog(new World()).map(({ kind }) => kind);

/** How many of the comparable queries an engine answers with the same total and counts as the product's. */
function agreement(engine: string, { answers }: Measurement, own: Measurement): string {
  const compared = kinds.map((kind, i) => ({ kind, i })).filter(({ kind }) => SAME[engine]?.includes(kind));
  const same = compared.filter(({ i }) => answers[i] === own.answers[i]).length;
  return `${same} of ${compared.length}`;
}

const results = new Map<number, Measurement>();
console.log(
  '| engine | locations | p50 ms | p99 ms | build s | memory MB | same answers |\n|---|---|---|---|---|---|---|',
);
for (const size of SIZES) {
  for (const engine of Object.keys(ENGINES)) {
    if (size > (LARGEST[engine] ?? Infinity)) continue;
    const measurement = await measure(engine, size);
    if (engine === OWN) results.set(size, measurement);
    const { p50, p99, build, memory } = measurement;
    const same = engine === OWN ? '–' : agreement(engine, measurement, results.get(size)!);
    console.log(
      `| ${engine} | ${size} | ${number(p50)} | ${number(p99)} | ${number(build / 1_000)} | ${memory.toFixed(0)} | ${same} |`,
    );
  }
}

console.log(
  '\n| Recce | first asked p50 / p99 ms | typeahead p50 / p95, first typed p50 ms | write to searchable p50 / p99 ms | save / load ms | longest pause ms |\n|---|---|---|---|---|---|',
);
for (const [size, { anew, typeahead, write, file, blocked }] of results) {
  console.log(
    `| ${size} | ${number(anew!.p50)} / ${number(anew!.p99)} | ${number(typeahead!.p50)} / ${number(typeahead!.p95)}, ${number(typeahead!.anew)} | ${number(write!.p50)} / ${number(write!.p99)} ` +
      `| ${number(file!.save)} / ${number(file!.load)} | ${number(blocked!)} |`,
  );
}

console.log('\n| Recce | queries | p50 ms | p99 ms |\n|---|---|---|---|');
for (const [size, { kinds: byKind }] of results) {
  for (const { kind, p50, p99 } of byKind) console.log(`| ${size} | ${kind} | ${number(p50)} | ${number(p99)} |`);
}
