import type { SearchDocument } from '../../src/features/locations/catalogue/schema.ts';
import type { SearchPage } from '../../src/features/search/search-engine.ts';
import type { Recce } from './engines/recce.ts';
import { HONEST_QUERIES, type HonestQuery } from './honest-queries.ts';

/** Shares of the queries of a topic that the product must answer well. Two words that one description happens to have are no unknown name. */
const GOALS: Readonly<Record<HonestQuery['topic'], number>> = {
  landmark: 0.9,
  wall: 1,
  unknown: 0.9,
  chips: 1,
  first: 0.95,
};
const TOP = 5;
/** One query in so many is kept aside. */
const KEPT_ASIDE = 3;

/** Prints by topic how many queries are answered well, those kept aside apart. Returns the topics that miss their goals. */
export async function judgeHonesty(recce: Recce, documents: readonly SearchDocument[]): Promise<string[]> {
  const byId = new Map(documents.map((document) => [document.id, document]));
  const outcomes = await Promise.all(
    HONEST_QUERIES.map(async (query, i) => {
      const page = await recce.find(query.query);
      const first = page.ids.slice(0, TOP).map((id) => byId.get(id)!);
      return { ...query, isAside: i % KEPT_ASIDE === KEPT_ASIDE - 1, isGood: isAnsweredWell(query, page, first) };
    }),
  );
  console.log(
    `\n${outcomes.length} queries that need an honest answer\n| topic | tuning | kept aside |\n|---|---|---|`,
  );
  const missed: string[] = [];
  for (const [topic, all] of Map.groupBy(outcomes, (outcome) => outcome.topic)) {
    const count = (isAside: boolean) => {
      const some = all.filter((outcome) => outcome.isAside === isAside);
      return `${some.filter(({ isGood }) => isGood).length} of ${some.length}`;
    };
    console.log(`| ${topic} | ${count(false)} | ${count(true)} |`);
    for (const { query } of all.filter(({ isGood }) => !isGood))
      console.log(`${topic}: '${query}' is not answered well`);
    if (all.filter(({ isGood }) => isGood).length / all.length < GOALS[topic]) missed.push(topic);
  }
  return missed;
}

function isAnsweredWell({ topic, accepts }: HonestQuery, page: SearchPage, first: readonly SearchDocument[]): boolean {
  if (topic === 'unknown') return page.total === 0 || page.understood.parts.some(({ unknown }) => unknown);
  if (topic === 'first') return first[0] !== undefined && accepts(first[0]);
  if (topic === 'landmark') return first.length > 0 && first.every(accepts);
  // A result below the line does not claim to have what the chips say.
  return (topic === 'chips' ? first.slice(0, page.fitting) : first).every(accepts);
}
