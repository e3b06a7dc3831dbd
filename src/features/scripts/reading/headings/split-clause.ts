import { toCapitals, withoutBrackets } from './capitals.ts';
import { type Vocabulary, isRemark, isTimeOrRemark, readTime } from './vocabulary.ts';

/** What a clause of a heading names: a place with its sub-places, and the time of day. */
export interface ClauseContent {
  readonly names: string[];
  readonly timeOfDay: string | null;
  readonly time: 'DAY' | 'NIGHT' | 'CONTINUING' | undefined;
}

/** A dash with a space, a long or double one, and a colon: "MILL - NIGHT", "MILL- NIGHT", "MILL—NIGHT", "MILL--NIGHT", "FLAT: KITCHEN". */
const DASH = String.raw`\s-{1,3}\s?|-{1,3}\s|-{2,3}|\s?[–—]\s?|:\s`;
const DASHES = new RegExp(DASH, 'g');
const NAME_SEPARATORS = new RegExp(String.raw`${DASH}|,\s?`, 'g');
/** What stands before the time, in the order of preference. Names of places contain full stops and slashes. */
const TIME_SEPARATORS: readonly { readonly pattern: RegExp; readonly hasFullStops?: true }[] = [
  { pattern: DASHES },
  { pattern: new RegExp(String.raw`${DASH}|\.\s`, 'g'), hasFullStops: true },
  { pattern: NAME_SEPARATORS },
  { pattern: new RegExp(String.raw`${DASH}|\s\/\s`, 'g') },
];
/** Between sub-places: "MÜHLE. KÜCHE". After fewer letters it belongs to an abbreviation: "ST. ANDREWS". */
const FULL_STOPS = /(?<=\p{L}{4})\.\s/u;
const BRACKETS = /\([^()]*\)/g;

/** A text that names places. */
interface NameText {
  readonly text: string;
  readonly isAfterTime: boolean;
}

/** Splits what stands after INT or EXT: "MILL, FLOOR 2 - NIGHT". */
export function splitClause(vocabulary: Vocabulary, text: string): ClauseContent {
  const clause = trimEnd(trimStart(text));
  const { texts, ...rest } = findTime(vocabulary, clause, text.startsWith('/')) ?? {
    texts: [{ text: clause, isAfterTime: false }],
    timeOfDay: null,
    time: undefined,
  };
  const names = texts.flatMap((named) => splitNames(vocabulary, named));
  const places = names.filter((name, index) =>
    // A place may be called "THE DREAM".
    index === 0 ? !vocabulary.remarks.has(toCapitals(name)) : !isRemark(vocabulary, name),
  );
  return { ...rest, names: places.length > 0 ? places : names };
}

interface FoundTime extends Omit<ClauseContent, 'names'> {
  readonly timeOfDay: string;
  readonly texts: readonly NameText[];
}

function findTime(vocabulary: Vocabulary, clause: string, isAfterSlash: boolean): FoundTime | undefined {
  if (isAfterSlash) {
    const [word = '', ...rest] = clause.split(' ');
    const time = readTime(vocabulary, word);
    if (time) return { timeOfDay: word, time, texts: [{ text: trimStart(rest.join(' ')), isAfterTime: false }] };
  }
  for (const { pattern, hasFullStops } of TIME_SEPARATORS) {
    const found = findTimeSegment(vocabulary, clause, pattern);
    if (!found) continue;
    if (!hasFullStops) return found;
    const texts = found.texts.flatMap((named) => named.text.split(FULL_STOPS).map((text) => ({ ...named, text })));
    return { ...found, texts };
  }
  return (
    findLastWord(vocabulary, clause) ?? findAfterHyphen(vocabulary, clause) ?? findTimeInBrackets(vocabulary, clause)
  );
}

interface Segment {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly time: ClauseContent['time'];
}

/** Finds the time among segments of a heading: after the place, or before it as in "INT. NUIT - MOULIN". */
function findTimeSegment(vocabulary: Vocabulary, clause: string, pattern: RegExp): FoundTime | undefined {
  const segments = splitSegments(clause, pattern).map((segment): Segment => ({
    ...segment,
    time: readTime(vocabulary, segment.text),
  }));
  const isNamedByTime = segments.slice(1).some(({ time }) => time === 'DAY' || time === 'NIGHT');
  const isTime = (segment: Segment) => segment.time !== undefined && !(segment === segments[0] && isNamedByTime);
  const chosen = chooseTime(segments.filter(isTime));
  if (!chosen) return undefined;
  const texts: NameText[] = [];
  let first: Segment | undefined;
  let isAfterTime = false;
  for (const [index, segment] of segments.entries()) {
    if (isTime(segment)) {
      isAfterTime = index > 0;
      first = undefined;
      continue;
    }
    if (first) texts.pop();
    first ??= segment;
    texts.push({ text: clause.slice(first.start, segment.end), isAfterTime });
  }
  return { timeOfDay: chosen.text, time: chosen.time, texts };
}

/** "NEXT DAY - NIGHT" and "NIGHT - DAY 2" are at night: the last time counts, unless it is the number of a day of the story. */
function chooseTime(times: readonly Segment[]): Segment | undefined {
  const certain = times.filter(({ time }) => time !== 'CONTINUING');
  return certain.findLast(({ text }) => !/\d/.test(withoutBrackets(text))) ?? certain.at(-1) ?? times[0];
}

/** Splits a text at separators that are not in brackets, and drops what is empty. */
function splitSegments(text: string, pattern: RegExp): Omit<Segment, 'time'>[] {
  const mask = text.replace(BRACKETS, (bracket) => '_'.repeat(bracket.length));
  const signs = [...mask.matchAll(pattern)];
  const starts = [0, ...signs.map(({ index, 0: sign }) => index + sign.length)];
  const ends = [...signs.map(({ index }) => index), text.length];
  return starts
    .map((start, index) => ({ start, end: ends[index]!, text: text.slice(start, ends[index]).trim() }))
    .filter((segment) => segment.text !== '');
}

/** "INT. MILL NIGHT": only a single word is a time without a sign before it. */
function findLastWord(vocabulary: Vocabulary, clause: string): FoundTime | undefined {
  let end = clause.length;
  while (clause[end - 1] === ')') end = clause.slice(0, Math.max(0, clause.lastIndexOf('(', end - 1))).trimEnd().length;
  const space = Math.max(clause.lastIndexOf(' ', end - 1), clause.lastIndexOf('/', end - 1));
  const word = clause.slice(space + 1, end);
  const time = readTime(vocabulary, word);
  if (space < 1 || (time !== 'DAY' && time !== 'NIGHT')) return undefined;
  const names = [clause.slice(0, space), clause.slice(end)];
  return { timeOfDay: word, time, texts: names.map((text, index) => ({ text, isAfterTime: index > 0 })) };
}

/** "MILL-MID-MORNING": only where no dash with a space separates the time. */
function findAfterHyphen(vocabulary: Vocabulary, clause: string): FoundTime | undefined {
  if (clause.search(DASHES) >= 0) return undefined;
  for (const { index } of clause.matchAll(/-/g)) {
    const timeOfDay = clause.slice(index + 1);
    const time = readTime(vocabulary, timeOfDay);
    if (time) return { timeOfDay, time, texts: [{ text: clause.slice(0, index), isAfterTime: false }] };
  }
  return undefined;
}

/** "MILL (NIGHT)". */
function findTimeInBrackets(vocabulary: Vocabulary, clause: string): FoundTime | undefined {
  for (const [bracket] of clause.matchAll(BRACKETS)) {
    const timeOfDay = bracket.slice(1, -1).trim();
    const time = isRemark(vocabulary, timeOfDay) ? undefined : readTime(vocabulary, timeOfDay);
    if (time) return { timeOfDay, time, texts: [{ text: clause, isAfterTime: false }] };
  }
  return undefined;
}

/** Splits "KITCHEN (MORAG'S FLAT), PANTRY" into its names. Years and remarks in brackets or after the time are none. */
function splitNames(vocabulary: Vocabulary, { text, isAfterTime }: NameText): string[] {
  return splitSegments(text, NAME_SEPARATORS).flatMap((segment) => {
    const name = trimEnd(withoutBrackets(segment.text).split(/\s+/).join(' '));
    const inBrackets = [...segment.text.matchAll(BRACKETS)]
      .flatMap(([bracket]) => bracket.slice(1, -1).split(NAME_SEPARATORS))
      .map(trimEnd)
      .filter((content) => !isTimeOrRemark(vocabulary, content));
    return [...(isAfterTime && isTimeOrRemark(vocabulary, name) ? [] : [name]), ...inBrackets].filter(
      (place) => place !== '',
    );
  });
}

/** Removes signs at the beginning: a slash after INT is followed by the time, as in "INNEN/NACHT". */
export function trimStart(text: string): string {
  return text.replace(/^[\s./:,–—-]+/, '');
}

/** Removes spaces, and punctuation at the end that is not that of an abbreviation such as "ST." */
export function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t,;:/–—-'.includes(text[end - 1] ?? 'x')) end -= 1;
  if (text[end - 1] === '.' && !/(?<![\p{L}])\p{L}{1,3}$/u.test(text.slice(Math.max(0, end - 6), end - 1))) end -= 1;
  return text.slice(0, end).trim();
}
