import { editDistance } from '../../../platform/text/edit-distance.ts';
import { toKey } from '../../search/text/analysis.ts';
import type { ScenePlace } from '../reading/script.ts';
import type { LanguageWords } from './words.ts';

/** The place of a scene heading, with what is inside it. */
export interface Place {
  /** As written. */
  readonly name: string;
  readonly subPlaces: readonly string[];
  /** Equal for names that differ only in case, accents, punctuation and articles. */
  readonly key: string;
}

/**
 * Returns the place of a heading. "KITCHEN, MORAG'S HOUSE" names the room first: if the name is a room and the last sub-place is none, that
 * is the place.
 */
export function toPlace({ name, subPlaces }: ScenePlace, language: LanguageWords): Place {
  const last = subPlaces.at(-1);
  const isReversed = last !== undefined && isRoom(toKey(name), language) && !isRoom(toKey(last), language);
  const place = isReversed ? { name: last, subPlaces: [name, ...subPlaces.slice(0, -1)] } : { name, subPlaces };
  return { ...place, key: toPlaceKey(place.name, language) };
}

/** The folded words of a name without its article. */
export function toPlaceKey(name: string, { articles }: LanguageWords): string {
  const words = toKey(name).split(' ');
  return (words.length > 1 && articles.has(words[0]!) ? words.slice(1) : words).join(' ');
}

/** Whether a key names a room: "kitchen", "floor 2". */
export function isRoom(key: string, { rooms }: LanguageWords): boolean {
  return rooms.has(key.replace(/ ?\b\d+[a-z]?\b/g, '').trim());
}

/** The key without the words that describe the place at either end: "old mill" and "mill 1746" become "mill". */
export function withoutDescription(key: string, { describing }: LanguageWords): string {
  let words = key.split(' ');
  for (let length = words.length - 1; length > 0; length--) {
    const isDescribing = (phrase: readonly string[]) =>
      describing.has(phrase.join(' ')) || (phrase.length === 1 && /^(?:1\d|20)\d\ds?$/.test(phrase[0]!));
    if (isDescribing(words.slice(0, length))) words = words.slice(length);
    else if (isDescribing(words.slice(-length))) words = words.slice(0, -length);
    else continue;
    // Begins again with what is left.
    length = words.length;
  }
  return words.join(' ');
}

const MIN_SIMILAR_LENGTH = 5;

/** Whether two words differ in one letter: "harbor" and "harbour". Numbers must be equal. */
export function isSimilarWord(word: string, other: string): boolean {
  if (Math.max(word.length, other.length) < MIN_SIMILAR_LENGTH || /\d/.test(word + other)) return false;
  return editDistance(word, other, 0, other.length, 1) === 1;
}
