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

/** "MORAG'S FLAT", "THE MACLEODS' HOUSE". */
const POSSESSIVE = /\p{L}(?:['’]s|s['’])(?!\p{L})/iu;

/**
 * Returns the place of a heading. Years, flashbacks and weather are left out. "KITCHEN, MORAG'S HOUSE" names the room first: where what follows
 * a room belongs to somebody or is a place elsewhere in the script, that is the place. Otherwise it cannot be known whether
 * "KITCHEN, HOTEL" is in the hotel, or "HALL, STAGE" in the hall: both names together are a place of their own.
 * @param names keys of the names that headings of the script begin with
 */
export function toPlace({ name, subPlaces }: ScenePlace, language: LanguageWords, names: ReadonlySet<string>): Place {
  const areas = subPlaces.filter((area) => !isDescription(area, language) && !isCondition(area, language));
  const [first = name, ...others] = isDescription(name, language) ? areas : [name, ...areas];
  const last = others.at(-1);
  const create = (text: string, inside: readonly string[]) => ({
    name: text,
    subPlaces: inside,
    key: toPlaceKey(text, language),
  });
  if (last === undefined || !isRoom(toKey(first), language) || isRoom(toKey(last), language))
    return create(first, others);
  if (POSSESSIVE.test(last) || names.has(toPlaceKey(last, language)))
    return create(last, [first, ...others.slice(0, -1)]);
  return create([first, ...others].join(', '), []);
}

const CLOCK_TIME = /^\d{1,2}(?:[ h]\d\d|(?: \d\d)? ?(?:am|pm|a m|p m|oclock|uhr|h))$/;

/** Whether a text is no place but says how or when it is shown: "FLASHBACK", "1893", "3 AM", "MORAG'S DREAM". */
function isDescription(text: string, language: LanguageWords): boolean {
  const key = toKey(text.replace(/^\S+['’]s\s/i, ''));
  return CLOCK_TIME.test(key) || isDescribing(withoutDescription(key, language), language);
}

/** Whether a text is weather, a season or a time: "RAIN", "WINTER". */
function isCondition(text: string, { phrases }: LanguageWords): boolean {
  return ['NIGHT', 'RAIN', 'SEASON'].includes(phrases.meanings.get(toKey(text)) ?? '');
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
export function withoutDescription(key: string, language: LanguageWords): string {
  let words = key.split(' ');
  for (let length = words.length - 1; length > 0; length--) {
    if (isDescribing(words.slice(0, length).join(' '), language)) words = words.slice(length);
    else if (isDescribing(words.slice(-length).join(' '), language)) words = words.slice(0, -length);
    else continue;
    // Begins again with what is left.
    length = words.length;
  }
  return words.join(' ');
}

/** Whether a key is a phrase that describes, or a year or decade. */
function isDescribing(key: string, { describing }: LanguageWords): boolean {
  return describing.has(key) || /^(?:1\d|20)\d\ds?$/.test(key);
}

const MIN_SIMILAR_LENGTH = 5;

/** Whether two words differ in one letter: "harbor" and "harbour". Numbers must be equal. */
export function isSimilarWord(word: string, other: string): boolean {
  if (Math.max(word.length, other.length) < MIN_SIMILAR_LENGTH || /\d/.test(word + other)) return false;
  return editDistance(word, other, 0, other.length, 1) === 1;
}
