import { tokenize } from '../../search/text/analysis.ts';
import { type SearchParams, parseSearchParams } from '../../search/search-params.ts';
import { parsePeriod } from '../../search/vocabulary/periods.ts';
import { type Constraint, isYear } from './constraints.ts';

/** A search of the site for a story location. */
export interface PlaceSearch {
  /** The words after its name that ask for more, such as "by the water"; empty for the place alone. */
  readonly with: string;
  readonly params: SearchParams;
}

/** Words of a period that the search of the site understands as centuries. */
const PERIODS: ReadonlySet<string> = new Set(
  'victorian,edwardian,georgian,regency,medieval,mediaeval,tudor,jacobean,wartime,first world war,second world war'.split(
    ',',
  ),
);
const POSSESSIVE = /\P{L}s$/u;
/** Number of searches with a period for one place. */
const MAX_PERIODS = 2;

/**
 * Returns the searches for a story location: by its name alone, and with each constraint that locations have facts about. They contain the
 * name, words of this file and centuries, and no other word of the script.
 * @param characters names of those who speak in the script, which say nothing about the place
 */
export function listPlaceSearches(
  name: string,
  constraints: readonly Constraint[],
  characters: readonly string[],
): PlaceSearch[] {
  const query = toSearchWords(name, characters);
  if (query === '') return [];
  const search = (words: string, filters: SearchParams = {}): PlaceSearch => ({
    with: words,
    params: parseSearchParams({ query, ...filters }),
  });
  const searches = [search('')];
  for (const { kind, words } of constraints) {
    if (kind === 'WATER') searches.push(search('by the water', { query: `${query} by the water` }));
    if (kind === 'VEHICLES') searches.push(search('with parking', { parkingspaces: '1-' }));
    if (kind === 'PERIOD')
      for (const period of [...new Set(words.flatMap(toPeriod))].slice(0, MAX_PERIODS))
        searches.push(search(period, { query: `${query} ${period}` }));
  }
  return searches;
}

/** Of a year only its century is sent: "1893" could tell which script it is. */
function toPeriod(word: string): string[] {
  if (PERIODS.has(word)) return [word];
  const period = isYear(word) ? parsePeriod([word.slice(0, 4)]) : undefined;
  return period ? [`${period.century} century`] : [];
}

/**
 * Returns the words of a name to search for. Characters whom a place belongs to are left out ("MORAG'S HOUSE" is a house), unless nothing
 * else is left. In lower case, since the search takes capital letters for names of places.
 */
function toSearchWords(name: string, characters: readonly string[]): string {
  const people = new Set(characters.flatMap((character) => tokenize(character).map(({ word }) => word)));
  const words = tokenize(name).map(({ word, start, end }) => ({ word, text: name.slice(start, end).toLowerCase() }));
  const others = words.filter(({ word, text }) => !(POSSESSIVE.test(text) && people.has(word.slice(0, -1))));
  return (others.length > 0 ? others : words).map(({ text }) => text).join(' ');
}
