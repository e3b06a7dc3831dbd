import type { IntExt, ScenePlace } from '../script.ts';
import { isLetter, toCapitals } from './capitals.ts';
import { isRoom } from './rooms.ts';
import { type ClauseContent, splitClause, trimEnd, trimStart } from './split-clause.ts';
import { type HeadingStart, type Vocabulary, readStart, skipSpaces } from './vocabulary.ts';

/** What a heading names: its places and the time of day. */
export interface HeadingContent extends Pick<ClauseContent, 'timeOfDay' | 'time'> {
  readonly places: [ScenePlace, ...ScenePlace[]];
}

/**
 * Splits a heading into places, sub-places and time of day.
 * @param heading as written, without its number
 * @param start INT or EXT in it, if it has one
 */
export function splitHeading(vocabulary: Vocabulary, heading: string, start: HeadingStart | undefined): HeadingContent {
  const content = withoutClosingSign(heading.replace(TRANSITION, ''));
  const clauses = splitPlaces(vocabulary, content, start).map((clause) => ({
    ...clause,
    ...splitClause(vocabulary, clause.text),
  }));
  const places = clauses.filter(({ names }, index) => names.length > 0 || index === 0).flatMap(toPlaces);
  const timed = clauses.findLast(({ timeOfDay }) => timeOfDay !== null);
  const [first = { intExt: null, name: '', subPlaces: [] }, ...others] = places;
  return { places: [first, ...others], timeOfDay: timed?.timeOfDay ?? null, time: timed?.time };
}

/** "EXT. ROAD - DAY   CUT TO:" */
const TRANSITION = /\s(?:(?:SMASH|MATCH|JUMP|HARD|QUICK) )?(?:CUT|DISSOLVE|FADE|WIPE) (?:TO|OUT|IN)(?: BLACK)?[:.]$/;

const CLOSING_SIGNS: Readonly<Record<string, string>> = { '[': ']', '(': ')', '“': '”', '„': '“', '«': '»', '"': '"' };

/** "[INT. MILL - DAY]", but not "(12) INT. MILL (NIGHT)". */
function withoutClosingSign(heading: string): string {
  const closing = CLOSING_SIGNS[heading[0] ?? ''];
  if (closing === undefined || heading.indexOf(closing, 1) !== heading.length - 1) return heading;
  return heading.slice(0, -1);
}

/** "INT./EXT. CAR / ROAD" names two places, the first of which is inside. */
function toPlaces({ intExt, joined, names }: Clause & ClauseContent): ScenePlace[] {
  const [whole = '', ...subPlaces] = names;
  const [first, second, ...others] = whole.split(/ \/ |(?<=\p{L})\/(?=\p{L})/u);
  const [firstSide, secondSide] = joined;
  if (first && second && others.length === 0 && firstSide && secondSide)
    return [
      { intExt: firstSide, name: first.trim(), subPlaces: [] },
      { intExt: secondSide, name: second.trim(), subPlaces },
    ];
  const [name = '', ...inside] = names.flatMap(splitBeforeRooms);
  return [{ intExt, name, subPlaces: inside }];
}

/** "MORAG'S FLAT/KITCHEN" names a place and a room of it, "CAR / ROAD" and "KITCHEN / DINING ROOM" are one name. */
function splitBeforeRooms(name: string): string[] {
  const names: string[] = [];
  let start = 0;
  for (const { index } of name.matchAll(/\//g)) {
    const before = name.slice(start, index).trim();
    const [after = ''] = name.slice(index + 1).split('/', 1);
    if (!isLetter(before.at(-1)) || !isRoom(after) || isRoom(before)) continue;
    names.push(before);
    start = index + 1;
  }
  return [...names, name.slice(start).trim()];
}

interface Clause {
  readonly intExt: IntExt | null;
  readonly joined: readonly IntExt[];
  readonly text: string;
}

/** Splits a double heading before its second INT or EXT: "INT. CAR / EXT. ROAD". */
function splitPlaces(vocabulary: Vocabulary, heading: string, start: HeadingStart | undefined): Clause[] {
  if (!start) return [{ intExt: null, joined: [], text: heading }];
  if (start.form === 'after place') {
    const time = trimStart(heading.slice(start.end));
    return [{ ...start, text: [trimEnd(heading.slice(0, start.start)), ...(time === '' ? [] : [time])].join(' - ') }];
  }
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
