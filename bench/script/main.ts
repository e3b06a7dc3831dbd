import scotland from '../../regions/scotland/heading-words.json' with { type: 'json' };
import type { SearchDocument } from '../../src/features/locations/catalogue/schema.ts';
import { MemoryIndex } from '../../src/features/search/engine/memory-index.ts';
import { searchInput } from '../../src/features/search/schema.ts';
import { toQuery } from '../../src/features/search/to-query.ts';
import { createVocabularyLoader } from '../../src/features/search/vocabulary/queries.server.ts';
import { createBreakdown } from '../../src/features/scripts/breakdown/breakdown.ts';
import { findAllConstraints } from '../../src/features/scripts/breakdown/constraints.ts';
import { findPlaceKind } from '../../src/features/scripts/breakdown/place-kinds.ts';
import { listPlaceSearches } from '../../src/features/scripts/breakdown/place-search.ts';
import { summarize } from '../../src/features/scripts/breakdown/summaries.ts';
import { detectLanguage } from '../../src/features/scripts/breakdown/words.ts';
import { readScript } from '../../tests/support/read-script.ts';
import { withDemoCatalogue } from '../relevance/demo-catalogue.ts';
import { measureReading } from './reading-times.ts';
import { type JudgedStoryLocation, STORY_LOCATIONS } from './story-locations.ts';

/**
 * Measures whether the locations that are proposed for the places of scripts fit, over the demo catalogue, and how long reading takes.
 * Exits with 1 if a goal is missed: `node bench/script/main.ts [--verbose] [--held-back]`. With `--verbose` it says what was proposed for
 * the places for which nothing fitted, with `--held-back` it judges those held back as well.
 */
const GOAL = 0.85;
/** Locations that the page shows at first. */
const PROPOSED = 12;

/** What was proposed for a place. */
interface Outcome extends JudgedStoryLocation {
  readonly heading: string;
  /** The words that were searched for. */
  readonly words: string;
  readonly proposed: readonly SearchDocument[];
  /** Locations of the catalogue that fit. */
  readonly acceptable: number;
}

const withHeldBack = process.argv.includes('--held-back');

await withDemoCatalogue(async (owner, documents) => {
  const index = await MemoryIndex.build(documents, 1);
  index.setVocabulary(await createVocabularyLoader(owner)());
  const byId = new Map(documents.map((document) => [document.id, document]));
  const judged = STORY_LOCATIONS.filter(({ isHeldBack }) => withHeldBack || !isHeldBack);
  const outcomes: Outcome[] = [];
  for (const location of judged) {
    const { heading, params } = await findSearch(location.script);
    const query = searchInput.parse(params);
    const { ids } = await index.search(toQuery(query), { offset: 0, limit: PROPOSED });
    const acceptable = documents.filter(location.accepts).length;
    outcomes.push({ ...location, heading, words: query.query, acceptable, proposed: ids.map((id) => byId.get(id)!) });
  }
  console.log(
    `Places of scripts, over ${documents.length} locations\n| places | of them served | a fitting one among ${PROPOSED} |\n|---|---|---|`,
  );
  report(
    'for tuning',
    outcomes.filter(({ isHeldBack }) => !isHeldBack),
  );
  if (withHeldBack) {
    report(
      'held back',
      outcomes.filter(({ isHeldBack }) => isHeldBack),
    );
    report('all', outcomes);
  }
  if (process.argv.includes('--verbose')) listFailures(outcomes);
});
const missed = await measureReading();
if (missed.length > 0) {
  console.error(`Reading misses the goals of ${missed.join(', ')}.`);
  process.exitCode = 1;
}

/** Reads a script as the page does, and returns the search that it proposes locations with for the place with the most pages. */
async function findSearch(text: string) {
  const script = await readScript({ text }, { headingWords: scotland });
  const language = detectLanguage(script.scenes);
  const constraints = await findAllConstraints(script.scenes, language);
  const [summary] = summarize(script, createBreakdown(script, language).locations, constraints);
  const heading = script.scenes[0]?.heading;
  if (!summary || heading === undefined) throw new Error(`No place was found in:\n${text}`);
  const characters = script.scenes.flatMap((scene) => scene.characters);
  const [search] = listPlaceSearches(
    {
      name: summary.location.name,
      kind: findPlaceKind(script, summary.location, language),
      constraints: summary.constraints,
    },
    characters,
    language,
  );
  if (!search) throw new Error(`Nothing is searched for ${heading}.`);
  return { heading, params: search.params };
}

function isServed({ acceptable }: Outcome): boolean {
  return acceptable > 0;
}

function succeeded({ proposed, accepts }: Outcome): boolean {
  return proposed.some(accepts);
}

function report(title: string, outcomes: readonly Outcome[]): void {
  const served = outcomes.filter(isServed);
  const share = served.filter(succeeded).length / served.length;
  console.log(`| ${outcomes.length} ${title} | ${served.length} | ${(100 * share).toFixed(1)} % |`);
  if (share >= GOAL) return;
  console.error(`The places ${title} miss the goal of ${100 * GOAL} %.`);
  process.exitCode = 1;
}

function listFailures(outcomes: readonly Outcome[]): void {
  for (const outcome of outcomes.filter((one) => !isServed(one) || !succeeded(one))) {
    const { heading, words, acceptable, proposed } = outcome;
    console.log(`  ${heading}: '${words}', ${acceptable} acceptable`);
    for (const { title, options } of proposed) console.log(`    ${title} (${options.category.join(', ')})`);
  }
}
