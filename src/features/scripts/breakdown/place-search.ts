import { tokenize } from '../../search/text/analysis.ts';
import { type SearchParams, parseSearchParams } from '../../search/search-params.ts';
import { parsePeriod } from '../../search/vocabulary/periods.ts';
import { type Constraint, isYear } from './constraints.ts';
import { findPhrases } from './phrases.ts';
import type { LanguageWords } from './words.ts';

/** A search of the site for a story location. */
export interface PlaceSearch {
  /** What it asks for, such as "by the water" or "prison"; empty for the place by its name alone. */
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

/** What is known of a place that is searched for. */
interface SearchedStoryLocation {
  readonly name: string;
  /** What it is, if its name does not say so. */
  readonly kind: string | undefined;
  readonly constraints: readonly Constraint[];
}

/**
 * Returns the searches for a story location: by what it is, if its name does not say so, by its name, and with each constraint that locations
 * have facts about. They contain the name, words of this feature and centuries, and no other word of the script.
 * @param characters names of those who speak in the script, which say nothing about the place
 */
export function listPlaceSearches(
  { name, kind, constraints }: SearchedStoryLocation,
  characters: readonly string[],
  language: LanguageWords,
): PlaceSearch[] {
  const byName = toSearchWords(name, characters, language);
  const query = kind ?? byName;
  if (query === '') return [];
  const search = (words: string, filters: SearchParams = {}): PlaceSearch => ({
    with: words,
    params: parseSearchParams({ query, ...filters }),
  });
  const searches = kind === undefined ? [] : [search(kind)];
  if (byName !== '') searches.push(search('', { query: byName }));
  for (const { kind: constraint, words } of constraints) {
    if (constraint === 'WATER') searches.push(search('by the water', { query: `${query} by the water` }));
    if (constraint === 'VEHICLES') searches.push(search('with parking', { parkingspaces: '1-' }));
    if (constraint === 'PERIOD')
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
 * else is left, and so are articles and what only says where the camera is ("ROAD THROUGH THE GLEN"). What the site has other words for gets these, such as
 * those of other languages. In lower case, since the search takes capital letters for names of places.
 */
function toSearchWords(
  name: string,
  characters: readonly string[],
  { kinds, positions, articles }: LanguageWords,
): string {
  const people = new Set(characters.flatMap((character) => tokenize(character).map(({ word }) => word)));
  const tokens = tokenize(name);
  const words = tokens.map(({ start, end }) => name.slice(start, end).toLowerCase());
  for (const { meaning, at, length } of findPhrases(tokens, kinds))
    words.splice(at, length, meaning, ...Array.from({ length: length - 1 }, () => ''));
  const named = words.flatMap((text, index) => {
    const { word } = tokens[index]!;
    return text === '' || positions.has(word) || articles.has(word) ? [] : [{ word, text }];
  });
  const others = named.filter(({ word, text }) => !(POSSESSIVE.test(text) && people.has(word.slice(0, -1))));
  return (others.length > 0 ? others : named).map(({ text }) => text).join(' ');
}
