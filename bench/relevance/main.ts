import type { SearchDocument } from '../../src/features/locations/catalogue/schema.ts';
import { createVocabularyLoader } from '../../src/features/search/vocabulary/queries.server.ts';
import { withDemoCatalogue } from './demo-catalogue.ts';
import { MiniSearchEngine } from './engines/minisearch.ts';
import { OramaEngine } from './engines/orama.ts';
import { PostgresFullText } from './engines/postgres.ts';
import { Recce } from './engines/recce.ts';
import type { RelevanceEngine } from './engines/relevance-engine.ts';
import { judgeHonesty } from './honesty.ts';
import { HELD_OUT_QUERIES } from './held-out-queries.ts';
import type { JudgedQuery } from './judgement.ts';
import { TUNING_QUERIES } from './tuning-queries.ts';

/**
 * Measures how well the results of judged queries fit, over the demo catalogue and beside other engines. Exits with 1 if the product
 * misses a goal: `node bench/relevance/main.ts [--failures]`. With `--failures` it lists the tuning queries that found too little.
 */
const OWN = 'Recce';
/** Shares of the queries. */
const GOALS = { success: 0.95, precision: 0.8, empty: 0.02 };
const TOP = 5;

/** The results of one query. */
interface Outcome {
  readonly query: string;
  /** Of the first ten results, in their order, whether they are acceptable. */
  readonly accepted: readonly boolean[];
  /** Acceptable locations in the catalogue. */
  readonly acceptable: number;
}

await withDemoCatalogue(async (owner, documents) => {
  const recce = new Recce(await createVocabularyLoader(owner)());
  const engines: Record<string, RelevanceEngine> = {
    [OWN]: recce,
    'PostgreSQL full text': new PostgresFullText(owner),
    'MiniSearch 7': new MiniSearchEngine(),
    'Orama 3': new OramaEngine(),
  };
  for (const engine of Object.values(engines)) await engine.build(documents);
  for (const [title, queries] of Object.entries({ tuning: TUNING_QUERIES, 'held out': HELD_OUT_QUERIES })) {
    console.log(`\n${queries.length} ${title} queries over ${documents.length} locations`);
    console.log('| engine | success@10 | precision@5 | MRR | empty |\n|---|---|---|---|---|');
    for (const [name, engine] of Object.entries(engines)) {
      const outcomes = await judge(engine, queries, documents);
      console.log(formatRow(name, outcomes));
      if (name !== OWN) continue;
      checkGoals(title, outcomes);
      if (title === 'tuning' && process.argv.includes('--failures')) listFailures(outcomes);
    }
  }
  const missed = await judgeHonesty(recce, documents);
  if (missed.length > 0) reportMiss('honest', missed);
});

async function judge(
  engine: RelevanceEngine,
  queries: readonly JudgedQuery[],
  documents: readonly SearchDocument[],
): Promise<Outcome[]> {
  const byId = new Map(documents.map((document) => [document.id, document]));
  const outcomes: Outcome[] = [];
  for (const { query, accepts } of queries) {
    const acceptable = documents.filter(accepts).length;
    if (acceptable === 0) throw new Error(`Nothing in the catalogue is acceptable for '${query}'.`);
    const ids = await engine.search(query);
    outcomes.push({ query, acceptable, accepted: ids.map((id) => accepts(byId.get(id)!)) });
  }
  return outcomes;
}

function succeeded({ accepted }: Outcome): number {
  return accepted.includes(true) ? 1 : 0;
}

/** Of the first five, or of as many as the catalogue has acceptable locations. */
function getPrecision({ accepted, acceptable }: Outcome): number {
  return accepted.slice(0, TOP).filter(Boolean).length / Math.min(TOP, acceptable);
}

function getReciprocalRank({ accepted }: Outcome): number {
  return accepted.includes(true) ? 1 / (accepted.indexOf(true) + 1) : 0;
}

function isEmpty({ accepted }: Outcome): number {
  return accepted.length === 0 ? 1 : 0;
}

function average(outcomes: readonly Outcome[], measure: (outcome: Outcome) => number): number {
  return outcomes.reduce((sum, outcome) => sum + measure(outcome), 0) / outcomes.length;
}

function formatRow(name: string, outcomes: readonly Outcome[]): string {
  const percent = (measure: (outcome: Outcome) => number) => `${(100 * average(outcomes, measure)).toFixed(1)} %`;
  const rank = average(outcomes, getReciprocalRank).toFixed(2);
  return `| ${name} | ${percent(succeeded)} | ${percent(getPrecision)} | ${rank} | ${percent(isEmpty)} |`;
}

function checkGoals(title: string, outcomes: readonly Outcome[]): void {
  const missed = [
    average(outcomes, succeeded) < GOALS.success && 'success@10',
    average(outcomes, getPrecision) < GOALS.precision && 'precision@5',
    average(outcomes, isEmpty) > GOALS.empty && 'empty results',
  ].filter((goal) => goal !== false);
  if (missed.length > 0) reportMiss(title, missed);
}

function reportMiss(title: string, goals: readonly string[]): void {
  console.error(`The ${title} queries miss the goals of ${goals.join(', ')}.`);
  process.exitCode = 1;
}

function listFailures(outcomes: readonly Outcome[]): void {
  for (const outcome of outcomes.filter((one) => getPrecision(one) < GOALS.precision)) {
    const { query, accepted, acceptable } = outcome;
    console.log(
      `  ${query}: ${accepted.map((good) => (good ? '+' : '-')).join('') || 'nothing'} (${acceptable} acceptable)`,
    );
  }
}
