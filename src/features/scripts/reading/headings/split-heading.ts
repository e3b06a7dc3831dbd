import type { IntExt, ScenePlace } from '../script.ts';
import { toCapitals, withoutBrackets } from './capitals.ts';
import { type HeadingStart, type Vocabulary, readStart, readTime, skipSpaces } from './vocabulary.ts';

/** What a heading names: its places and the time of day. */
export interface HeadingContent {
  readonly places: [ScenePlace, ...ScenePlace[]];
  readonly timeOfDay: string | null;
  readonly time: 'DAY' | 'NIGHT' | 'CONTINUING' | undefined;
}

/**
 * Splits a heading into places, sub-places and time of day.
 * @param heading as written, without its number
 * @param start INT or EXT in it, if it has one
 */
export function splitHeading(vocabulary: Vocabulary, heading: string, start: HeadingStart | undefined): HeadingContent {
  const clauses = splitPlaces(vocabulary, heading, start).map((clause) => ({
    ...clause,
    ...splitClause(vocabulary, clause.text),
  }));
  const places = clauses.filter(({ names }, index) => names.length > 0 || index === 0).flatMap(toPlaces);
  const timed = clauses.findLast(({ timeOfDay }) => timeOfDay !== null);
  const [first = { intExt: null, name: '', subPlaces: [] }, ...others] = places;
  return { places: [first, ...others], timeOfDay: timed?.timeOfDay ?? null, time: timed?.time };
}

/** "INT./EXT. CAR / ROAD" names two places, the first of which is inside. */
function toPlaces({ intExt, joined, names: [name = '', ...subPlaces] }: Clause & ClauseContent): ScenePlace[] {
  const [first, second, ...others] = name.split(' / ');
  const [firstSide, secondSide] = joined;
  if (!first || !second || others.length > 0 || !firstSide || !secondSide) return [{ intExt, name, subPlaces }];
  return [
    { intExt: firstSide, name: first.trim(), subPlaces: [] },
    { intExt: secondSide, name: second.trim(), subPlaces },
  ];
}

interface Clause {
  readonly intExt: IntExt | null;
  readonly joined: readonly IntExt[];
  readonly text: string;
}

/** Splits a double heading before its second INT or EXT: "INT. CAR / EXT. ROAD". */
function splitPlaces(vocabulary: Vocabulary, heading: string, start: HeadingStart | undefined): Clause[] {
  if (!start) return [{ intExt: null, joined: [], text: heading }];
  const capitals = toCapitals(heading);
  const clauses: Clause[] = [];
  let current = start;
  for (const sign of findSigns(capitals, start.end)) {
    const next = sign < current.end ? undefined : readStart(vocabulary, capitals, skipSpaces(capitals, sign + 1));
    if (!next || !(next.isPunctuated || capitals[sign] === '/')) continue;
    clauses.push({ ...current, text: heading.slice(current.end, sign) });
    current = next;
  }
  return [...clauses, { ...current, text: heading.slice(current.end) }];
}

/** Positions of signs between two places. */
function findSigns(text: string, from: number): number[] {
  return [...text.slice(from).matchAll(/[/&+;–—-]/g)].map(({ index }) => from + index);
}

interface ClauseContent {
  readonly names: string[];
  readonly timeOfDay: string | null;
  readonly time: HeadingContent['time'];
}

/** A dash with a space, or a long one: "MILL - NIGHT", "MILL- NIGHT", "MILL—NIGHT". */
const DASHES = /\s-{1,2}\s?|-{1,2}\s|\s?[–—]\s?/;
/** What stands before the time, in the order of preference. Names of places contain those with a sign. */
const SEPARATORS = [
  { pattern: DASHES, sign: null },
  { pattern: /\.\s/, sign: '. ' },
  { pattern: /,\s?/, sign: null },
  { pattern: /\s\/\s/, sign: ' / ' },
  { pattern: /-/, sign: '-' },
] as const;
/** Between sub-places: "MÜHLE. KÜCHE". After fewer letters it belongs to an abbreviation: "ST. ANDREWS". */
const FULL_STOPS = /(?<=\p{L}{4})\.\s/u;
/** A slash after INT is followed by the time: "INNEN/NACHT". */
const LEADING_SIGNS = /^[\s./:,–—-]+/;

function splitClause(vocabulary: Vocabulary, text: string): ClauseContent {
  const clause = trimEnd(text.replace(LEADING_SIGNS, ''));
  const [word = '', ...rest] = text.startsWith('/') ? clause.split(' ') : [];
  const time = readTime(vocabulary, word);
  if (time) return { names: splitNames(rest.join(' ').replace(LEADING_SIGNS, '')), timeOfDay: word, time };
  for (const { pattern, sign } of SEPARATORS) {
    const segments = clause
      .split(pattern)
      .map((segment) => segment.trim())
      .filter((segment) => segment !== '');
    const found = findTime(vocabulary, segments);
    if (!found) continue;
    const places = sign === null ? found.places : found.places.join(sign).split(FULL_STOPS);
    return { ...found, names: places.flatMap(splitNames) };
  }
  return findTimeWithoutSign(vocabulary, clause) ?? { names: splitNames(clause), timeOfDay: null, time: undefined };
}

/** Finds the time among segments of a heading: after the place, or before it as in "INT. NUIT - MOULIN". */
function findTime(vocabulary: Vocabulary, segments: readonly string[]) {
  const times = segments.map((segment) => readTime(vocabulary, segment));
  const later = times.findIndex((time, index) => index > 0 && time !== undefined);
  if (later > 0) {
    const places = segments.slice(0, later);
    return { places, timeOfDay: segments[later] ?? null, time: times[later] };
  }
  if (times[0] === undefined) return undefined;
  return { places: segments.slice(1), timeOfDay: segments[0] ?? null, time: times[0] };
}

/** "INT. MILL NIGHT": only a single word is a time without a sign before it. */
function findTimeWithoutSign(vocabulary: Vocabulary, clause: string): ClauseContent | undefined {
  const space = Math.max(clause.lastIndexOf(' '), clause.lastIndexOf('/'));
  const word = clause.slice(space + 1);
  const time = readTime(vocabulary, word);
  if (space < 1 || (time !== 'DAY' && time !== 'NIGHT')) return undefined;
  const names = splitNames(clause.slice(0, space));
  return names.length > 0 ? { names, timeOfDay: word, time } : undefined;
}

function splitNames(text: string): string[] {
  return text
    .split(DASHES)
    .flatMap((name) => name.split(/,\s?/))
    .map((name) => trimEnd(withoutBrackets(name)))
    .filter((name) => name !== '');
}

/** Removes spaces, and punctuation at the end that is not that of an abbreviation such as "ST." */
function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t,;:/–—-'.includes(text[end - 1] ?? 'x')) end -= 1;
  if (text[end - 1] === '.' && !/(?<![\p{L}])\p{L}{1,3}$/u.test(text.slice(Math.max(0, end - 6), end - 1))) end -= 1;
  return text.slice(0, end).trim();
}
