import { tokenize } from '../../search/text/analysis.ts';
import type { Scene } from '../reading/script.ts';
import { type Phrases, createPhrases } from './phrases.ts';
import de from './words/de.json' with { type: 'json' };
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import fr from './words/fr.json' with { type: 'json' };
import ga from './words/ga.json' with { type: 'json' };
import gd from './words/gd.json' with { type: 'json' };

/** What a scene can ask of its place, in the order of the page. */
export const CONSTRAINTS = [
  'NIGHT',
  'RAIN',
  'WATER',
  'FIRE',
  'VEHICLES',
  'ANIMALS',
  'CROWD',
  'QUIET',
  'PERIOD',
  'SEASON',
] as const;
export type ConstraintKind = (typeof CONSTRAINTS)[number];

/** The words of one language, folded. A phrase is words joined by spaces. */
export interface LanguageWords {
  /** BCP 47. */
  readonly language: string;
  /** Frequent words, by which the language of a script is recognised. */
  readonly common: ReadonlySet<string>;
  readonly articles: ReadonlySet<string>;
  /** What describes a place without making it another one: "old", "derelict". */
  readonly describing: ReadonlySet<string>;
  /** What says where something is, and nothing about the place: "through", "behind". */
  readonly positions: ReadonlySet<string>;
  /** Rooms and other areas that a place has: "kitchen", "garden". */
  readonly rooms: ReadonlySet<string>;
  /** Kinds of places, each with the English words that the site is searched for it: "farmhouse" and "Bauernhof" are a "farm". */
  readonly kinds: Phrases<string>;
  /** Phrases of constraints; null for phrases that ask for nothing, such as "glass of water". */
  readonly phrases: Phrases<ConstraintKind | null>;
}

/** English first: it is taken for a script without a known word. */
const LANGUAGES: readonly LanguageWords[] = [en, gd, ga, de, fr, es].map(
  ({ language, constraints, ignored, kinds, ...lists }): LanguageWords => ({
    language,
    common: new Set(splitList(lists.common)),
    articles: new Set(splitList(lists.articles)),
    describing: new Set(splitList(lists.describing)),
    positions: new Set(splitList(lists.positions)),
    rooms: new Set(splitList(lists.rooms)),
    kinds: createPhrases(listMeanings<string>(kinds)),
    phrases: createPhrases<ConstraintKind | null>([
      ...listMeanings(constraints),
      ...splitList(ignored).map((phrase) => [phrase, null] as const),
    ]),
  }),
);

/** Lists the phrases of an object whose keys are their meanings. */
function listMeanings<T extends string>(lists: Readonly<Record<T, string>>): (readonly [string, T])[] {
  return (Object.entries(lists) as [T, string][]).flatMap(([meaning, list]) =>
    splitList(list).map((phrase) => [phrase, meaning] as const),
  );
}

function splitList(list: string): string[] {
  return list.split(', ');
}

/** Returns the words of a language; English for one that is not known. @param code BCP 47 */
export function getLanguage(code: string): LanguageWords {
  return LANGUAGES.find(({ language }) => language === code) ?? LANGUAGES[0]!;
}

/** Number of words of the action that tell the language. */
const SAMPLE_WORDS = 5_000;

/**
 * Returns the words of the language in which the action of most scenes is written. Words of several languages at once would mislead:
 * "chat" is a cat in French, and "each" are horses in Gaelic.
 */
export function detectLanguage(scenes: readonly Scene[]): LanguageWords {
  const counts = LANGUAGES.map(() => 0);
  let read = 0;
  for (const { action } of scenes) {
    if (read > SAMPLE_WORDS) break;
    for (const { word } of tokenize(action)) {
      read++;
      for (const [index, { common }] of LANGUAGES.entries()) if (common.has(word)) counts[index]!++;
    }
  }
  return LANGUAGES[counts.indexOf(Math.max(...counts))]!;
}
