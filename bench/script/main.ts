import { createBreakdown } from '../../src/features/scripts/breakdown/breakdown.ts';
import { findAllConstraints } from '../../src/features/scripts/breakdown/constraints.ts';
import { listPlaceSearches } from '../../src/features/scripts/breakdown/place-search.ts';
import { summarize } from '../../src/features/scripts/breakdown/summaries.ts';
import { detectLanguage } from '../../src/features/scripts/breakdown/words.ts';
import { buildScript } from '../../src/features/scripts/reading/build-script.ts';
import { createVocabulary } from '../../src/features/scripts/reading/headings/vocabulary.ts';
import { readDocument } from '../../src/features/scripts/reading/read-document.ts';
import { listHeadingWords } from '../../src/features/scripts/queries.server.ts';
import { MemoryIndex } from '../../src/features/search/engine/memory-index.ts';
import { findLocations } from '../../src/features/search/queries.server.ts';
import type { SearchParams } from '../../src/features/search/search-params.ts';
import { createVocabularyLoader } from '../../src/features/search/vocabulary/queries.server.ts';
import { withDemoCatalogue } from '../relevance/demo-catalogue.ts';
import { HELD_OUT_PLACES, type JudgedPlace, KNOWN_PLACES } from './places.ts';

/**
 * Measures for how many places of scripts a location that a scout would accept is among the twelve that the page proposes first. The search
 * is the one that it begins with: by the name of the place. Exits with 1 below the goal. `-- --failures` lists the places without one, but not
 * those that are held out.
 */
const GOAL = 0.85;
/** As many as the page shows at first. */
const PROPOSED = 12;

interface Outcome {
  readonly heading: string;
  readonly query: string;
  /** Whether each of the proposed locations is acceptable. */
  readonly accepted: readonly boolean[];
  /** Acceptable locations in the catalogue. */
  readonly acceptable: number;
}

await withDemoCatalogue(async (owner, documents) => {
  const engine = await MemoryIndex.build(documents, 1);
  engine.setVocabulary(await createVocabularyLoader(owner)());
  const byId = new Map(documents.map((document) => [document.id, document]));
  const judge = async ({ script, accepts }: JudgedPlace): Promise<Outcome> => {
    const { heading, params } = await proposeSearch(script);
    const { ids } = await findLocations({ engine }, params, PROPOSED);
    return {
      heading,
      query: params.query ?? '',
      accepted: ids.map((id) => accepts(byId.get(id)!)),
      acceptable: documents.filter(accepts).length,
    };
  };
  const known = await Promise.all(KNOWN_PLACES.map(judge));
  const heldOut = await Promise.all(HELD_OUT_PLACES.map(judge));
  console.log(`${known.length + heldOut.length} places over ${documents.length} locations`);
  console.log(
    '| places | can be served | a fitting one among the twelve | fitting ones of the twelve |\n|---|---|---|---|',
  );
  for (const [title, outcomes] of Object.entries({ known, 'held out': heldOut, all: [...known, ...heldOut] }))
    console.log(formatRow(title, outcomes));
  if (process.argv.includes('--failures'))
    for (const outcome of known.filter(hasFailed)) console.log(describe(outcome));
  if (getShare([...known, ...heldOut]) < GOAL) {
    console.error(`A fitting location is among the twelve for less than ${GOAL * 100} % of the places.`);
    process.exitCode = 1;
  }
});

/** Reads a script as the page does, and returns the search that it begins with for the first place. */
async function proposeSearch(text: string): Promise<{ heading: string; params: SearchParams }> {
  const script = buildScript(await readDocument({ text }, () => {}), createVocabulary(listHeadingWords()));
  const language = detectLanguage(script.scenes);
  const { locations } = createBreakdown(script, language);
  const [first] = summarize(script, locations, await findAllConstraints(script.scenes, language));
  const characters = script.scenes.flatMap((scene) => scene.characters);
  const [search] = listPlaceSearches(first!.location.name, first!.constraints, characters);
  return { heading: script.scenes[0]!.heading, params: search!.params };
}

function canBeServed({ acceptable }: Outcome): boolean {
  return acceptable > 0;
}

function hasFailed(outcome: Outcome): boolean {
  return canBeServed(outcome) && !outcome.accepted.includes(true);
}

/** Of the places that the catalogue can serve. */
function getShare(outcomes: readonly Outcome[]): number {
  const served = outcomes.filter(canBeServed);
  return 1 - served.filter(hasFailed).length / served.length;
}

function formatRow(title: string, outcomes: readonly Outcome[]): string {
  const served = outcomes.filter(canBeServed);
  const fitting = served.flatMap(({ accepted }) => accepted);
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const shares = [getShare(outcomes), fitting.filter(Boolean).length / fitting.length].map(percent);
  return `| ${title} | ${served.length} of ${outcomes.length} | ${shares.join(' | ')} |`;
}

function describe({ heading, query, accepted, acceptable }: Outcome): string {
  return `  ${heading}: '${query}' found ${accepted.length || 'nothing'} (${acceptable} acceptable)`;
}
