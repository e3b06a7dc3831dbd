import { MAX_QUERY_LENGTH, MAX_WITHIN_KM, NEAR_KM } from '../schema.ts';
import { STOP_WORDS, type Token, analyze, tokenize } from '../text/analysis.ts';
import type { FoundPlace, Vocabulary } from '../vocabulary/vocabulary.ts';
import { type Distance, getNearKilometres, joinDecimals, parseDistance } from './distances.ts';
import { parsePeriod } from '../vocabulary/periods.ts';
import { type QueryPart, type Span, mergeRepeated } from './query-part.ts';
import { isNamedPlace, joinAlternatives, joinCenturies } from './alternatives.ts';
import { findNegationBeforeQuote, isAfterMinus, isNegation, toExcluded } from './exclusions.ts';
import { findNearMe, parseNearMe } from './near-me.ts';
import { followsPreposition, toTermPart } from './term-parts.ts';
import { toInsidePart, toNearPart } from './place-parts.ts';
import { findPosition, toPositionPart } from './positions.ts';
import { parsePosition } from '../../geography/positions/parse-position.server.ts';

/** Later ones are not searched. */
const MAX_PARTS = 12;

/** The number of other places that are offered for a name that several share. */
const MAX_OTHER_PLACES = 4;

/** Names of places that are looked up with typing mistakes, since each takes milliseconds. */
const MAX_MISSPELT = 3;

const QUOTED = /"([^"]+)"|“([^”]+)”/g;
const INSIDE: ReadonlySet<string> = new Set(['at', 'in', 'inside', 'on', 'within']);

/** Whether any location contains a word. If none does, it may be the name of a small place. */
type IsKnown = (word: string) => boolean;

/**
 * Parses a query: its places, terms of the trade and periods. All other words are plain. Words in quotes are literal, a part after
 * a plus sign is required, and one after a minus sign, "not", "no" or "without" excluded.
 */
export function parseQuery(query: string, vocabulary: Vocabulary, isKnown: IsKnown = () => true): QueryPart[] {
  const text = query.slice(0, MAX_QUERY_LENGTH);
  const position = parsePosition(text);
  if (position) return [toPositionPart(toPart(text.trim(), [0, text.length]), text.trim(), position, NEAR_KM)];
  const parts: QueryPart[] = [];
  let end = 0;
  for (const match of text.matchAll(QUOTED)) {
    const before = text.slice(end, match.index);
    const negation = findNegationBeforeQuote(before);
    const start = negation === undefined ? match.index : end + negation;
    parts.push(...parseUnquoted(text.slice(end, start), end, vocabulary, isKnown));
    const words = analyze(match[1] ?? match[2]!);
    end = match.index + match[0].length;
    if (words.length === 0) continue;
    const part = { ...toPart(text.slice(start, end), [start, end], words), isLiteral: true, isRequired: true };
    parts.push(negation === undefined ? part : toExcluded({ ...part, isExcluded: true }));
  }
  parts.push(...parseUnquoted(text.slice(end), end, vocabulary, isKnown));
  return mergeRepeated(parts).slice(0, MAX_PARTS);
}

/** @param offset of the text in the query */
function parseUnquoted(text: string, offset: number, vocabulary: Vocabulary, isKnown: IsKnown): QueryPart[] {
  const parts = new Parser(text, offset, vocabulary, isKnown).parse();
  if (parts.length > 0 || findNearMe(text)) return parts;
  // Nothing but words without meaning: search for these, as options if they are the names of some.
  const named = new Parser(text, offset, vocabulary, isKnown, true).parse();
  if (named.length > 0) return named;
  const words = new Set(analyze(text));
  return tokenize(text)
    .filter(({ word }) => words.has(word))
    .map(({ word, start, end }) => toPart(text.slice(start, end), [offset + start, offset + end], [word]));
}

class Parser {
  readonly #text: string;
  readonly #offset: number;
  readonly #vocabulary: Vocabulary;
  readonly #tokens: readonly Token[];
  readonly #words: readonly string[];
  readonly #isKnown: IsKnown;
  readonly #keepIgnored: boolean;
  #misspeltTries = 0;

  /** @param keepIgnored whether names of options count that otherwise mean nothing, such as "Good" */
  constructor(text: string, offset: number, vocabulary: Vocabulary, isKnown: IsKnown, keepIgnored = false) {
    this.#isKnown = isKnown;
    this.#keepIgnored = keepIgnored;
    this.#text = text;
    this.#offset = offset;
    this.#vocabulary = vocabulary;
    this.#tokens = joinDecimals(tokenize(text), text);
    this.#words = this.#tokens.map(({ word }) => word);
  }

  parse(): QueryPart[] {
    const parts: QueryPart[] = [];
    for (let at = 0; at < this.#words.length;) {
      const { part, length } = this.#parseExcluded(at) ?? this.#parsePart(at);
      const join = part && this.#findJoin(at, parts.at(-1), part);
      if (part) parts.push(join ? this.#join(join, parts.pop()!, part) : part);
      at += length;
    }
    return parts.map((part) => (part.isExcluded ? toExcluded(part) : part));
  }

  /** "-castle", "not ruined", "without any cars". */
  #parseExcluded(at: number): { part?: QueryPart; length: number } | undefined {
    if (this.#isAfterSign(at, '-')) {
      const { part, length } = this.#parsePart(at);
      return { ...(part && { part: { ...part, isExcluded: true } }), length };
    }
    // "not far from Glasgow" and "not for profit" are no exclusions.
    if (!isNegation(this.#words[at], this.#words[at + 1]) || this.#parseNear(at) || this.#parseKnown(at))
      return undefined;
    for (let from = at + 1; from < this.#words.length;) {
      const { part, length } = this.#parsePart(from);
      from += length;
      if (part) return { part: { ...this.#extend(part, at), isExcluded: true }, length: from - at };
    }
    return { length: 1 };
  }

  /** How a part and the one before are one: "castle or mansion", "Glasgow and Edinburgh", "Skye, Mull", "18th to 19th century". */
  #findJoin(at: number, before: QueryPart | undefined, part: QueryPart): typeof joinAlternatives | undefined {
    if (!before || part.isExcluded) return undefined;
    const between = this.#text.slice(before.spans[0]![1] - this.#offset, this.#tokens[at]!.start).trim();
    if (before.filter?.century && part.filter?.century && /^(?:to|-|–)$/i.test(between)) return joinCenturies;
    const areAlternatives =
      isNamedPlace(before) && isNamedPlace(part)
        ? /^(?:or|and|&|,|\/)$/i.test(between)
        : before.options.length > 0 && part.options.length > 0 && /^(?:or|\/)$/i.test(between);
    return areAlternatives ? joinAlternatives : undefined;
  }

  #join(join: typeof joinAlternatives, a: QueryPart, b: QueryPart): QueryPart {
    const span: Span = [a.spans[0]![0], b.spans[0]![1]];
    const text = this.#text.slice(span[0] - this.#offset, span[1] - this.#offset);
    return { ...join(a, b), text, spans: [span] };
  }

  /** A part that starts with an earlier word. */
  #extend(part: QueryPart, at: number): QueryPart {
    const span: Span = [this.#offset + this.#tokens[at]!.start, part.spans[0]![1]];
    return { ...part, text: this.#text.slice(span[0] - this.#offset, span[1] - this.#offset), spans: [span] };
  }

  /** Whether a sign stands directly before a word, and none of the text directly before the sign. */
  #isAfterSign(at: number, sign: '+' | '-'): boolean {
    const before = this.#text.slice(0, this.#tokens[at]!.start);
    return sign === '+' ? /(?:^|\s)\+$/.test(before) : isAfterMinus(before);
  }

  #parsePart(at: number): { part?: QueryPart; length: number } {
    const words = this.#words.slice(at);
    const { part, length } = this.#parseNear(at) ??
      this.#parsePosition(at, 0, NEAR_KM) ??
      this.#parseInside(at) ??
      this.#parsePeriod(at) ??
      this.#parseKnown(at) ?? {
        ...(!STOP_WORDS.has(words[0]!) && { part: this.#toPart(at, 1, [words[0]!]) }),
        length: 1,
      };
    return { ...(part && { part: { ...part, isRequired: part.isRequired || this.#isAfterSign(at, '+') } }), length };
  }

  /** "near Glasgow", "within 20 miles of the Trossachs". */
  #parseNear(at: number): { part?: QueryPart; length: number } | undefined {
    // The page asks for the position; until then it is left out.
    const nearMe = parseNearMe(this.#words.slice(at));
    if (nearMe) return { length: nearMe.length };
    const distance = parseDistance(this.#words.slice(at));
    const position = distance && this.#parsePosition(at, distance.length, Math.round(distance.kilometres ?? NEAR_KM));
    if (position) return position;
    const found = distance && this.#findPlace(at + distance.length);
    if (!found) return distance && this.#parseUnknownPlace(at, distance);
    const length = distance.length + found.length;
    const within = Math.min(MAX_WITHIN_KM, Math.round(distance.kilometres ?? getNearKilometres(found.entry.reach)));
    const part = toNearPart(this.#toPlacePart(at, length, found), found.entry, within, this.#vocabulary);
    // A distance is a limit: nothing beyond it is a result.
    return { part: { ...part, isRequired: true }, length };
  }

  /** "within 20 miles of Carlisle": nothing is within a distance of a place that is not known. */
  #parseUnknownPlace(at: number, { kilometres, length: before, isFromPlace }: Distance) {
    const first = at + before + (this.#words[at + before] === 'the' ? 1 : 0);
    const length = this.#countNameWords(first);
    const words = this.#words.slice(first, first + length);
    if (length === 0 || !isFromPlace) return undefined;
    // What stands near may also be in the words of a location: "hotel near Drumlanrig Castle".
    if (kilometres === undefined && words.some(this.#isKnown)) return undefined;
    const part = this.#toPart(at, first + length - at, words);
    const name = this.#text.slice(this.#tokens[first]!.start, this.#tokens[first + length - 1]!.end);
    const start = part.text.slice(0, part.text.length - name.length);
    const otherPlaces = this.#vocabulary
      .listSimilarPlaceNames(name)
      .map((other) => ({ name: other, text: start + other }));
    const unknown = { text: name, otherPlaces, isUnknown: true, isRequired: true };
    return { part: { ...part, ...unknown }, length: first + length - at };
  }

  /** The number of words from a token that may be the name of a place: one, or several with capitals. */
  #countNameWords(first: number): number {
    const isCapital = (at: number) => /^\p{Lu}/u.test(this.#text.slice(this.#tokens[at]?.start));
    const word = this.#words[first];
    if (word === undefined || STOP_WORDS.has(word)) return 0;
    if (!isCapital(first)) return this.#vocabulary.findMeaning([word]) ? 0 : 1;
    let length = 1;
    while (first + length < this.#tokens.length && isCapital(first + length)) length++;
    return length;
  }

  /** "NN166712", "within 5 km of 56.1, -4.5". @param before number of words before the position */
  #parsePosition(at: number, before: number, within: number) {
    const found = findPosition(this.#text, this.#tokens.slice(at + before));
    if (!found) return undefined;
    const length = before + found.length;
    const name = this.#text.slice(this.#tokens[at + before]!.start, this.#tokens[at + length - 1]!.end);
    return { part: toPositionPart(this.#toPart(at, length), name, found.position, within), length };
  }

  /** "in Fife", "on the Isle of Mull". */
  #parseInside(at: number) {
    if (!INSIDE.has(this.#words[at]!)) return undefined;
    const found = this.#findPlace(at + 1);
    if (!found) return undefined;
    const length = 1 + found.length;
    return { part: toInsidePart(this.#toPlacePart(at, length, found), found, this.#vocabulary), length };
  }

  /** @param length in words, of the part, which ends with the name of the place */
  #toPlacePart(at: number, length: number, { others, length: ofName }: FoundPlace): QueryPart {
    const part = this.#toPart(at, length);
    if (others.length === 0) return part;
    const article = this.#words[at + length - ofName] === 'the' ? 1 : 0;
    const start = part.spans[0]![0] - this.#offset;
    const before = this.#text.slice(start, this.#tokens[at + length - ofName + article]!.start);
    const otherPlaces = others
      .filter((place) => this.#vocabulary.getPlace(this.#vocabulary.getName(place)) === place)
      .map((place) => ({
        name: this.#vocabulary.getPlaceName(place),
        text: before + this.#vocabulary.getName(place),
      }));
    return { ...part, otherPlaces: otherPlaces.slice(0, MAX_OTHER_PLACES) };
  }

  #findPlace(at: number) {
    const article = this.#words[at] === 'the' ? 1 : 0;
    const found = this.#vocabulary.findPlace(this.#words.slice(at + article), true);
    return found && { ...found, length: article + found.length };
  }

  #parsePeriod(at: number) {
    const period = parsePeriod(this.#words.slice(at));
    if (!period) return undefined;
    const { century, length } = period;
    const words = length === 1 ? [this.#words[at]!] : [];
    const options = [{ field: 'century' as const, name: century, related: false }];
    const known = { label: `${century} century`, options, filter: { century: [century] } };
    return { part: { ...this.#toPart(at, length, words), ...known }, length };
  }

  /** The longer one of a term and a place. */
  #parseKnown(at: number) {
    const words = this.#words.slice(at);
    const term = this.#vocabulary.findMeaning(words);
    const place = this.#findMeantPlace(words);
    if (place && place.length > (term?.length ?? 0)) {
      const part = this.#toPlacePart(at, place.length, place);
      return { part: toInsidePart(part, place, this.#vocabulary), length: place.length };
    }
    if (!term) return undefined;
    const isIgnored = term.entry.ignored && !(this.#keepIgnored && term.entry.options.length > 0);
    if (isIgnored) return { length: term.length };
    const own = words.slice(0, term.length).filter((word) => !STOP_WORDS.has(word));
    const part = this.#toPart(at, term.length, own);
    return { part: toTermPart(part, term.entry, followsPreposition(this.#words, at)), length: term.length };
  }

  /** A word that no location has may be the name of a small place, or a place with a typing mistake. */
  #findMeantPlace(words: readonly string[]): FoundPlace | undefined {
    const place = this.#vocabulary.findPlace(words, !this.#isKnown(words[0]!));
    if (place || words.every(this.#isKnown) || this.#misspeltTries++ >= MAX_MISSPELT) return place;
    return this.#vocabulary.findMisspeltPlace(words, this.#isKnown);
  }

  #toPart(at: number, length: number, words: readonly string[] = []): QueryPart {
    const isSigned = this.#isAfterSign(at, '+') || this.#isAfterSign(at, '-');
    const start = this.#tokens[at]!.start - (isSigned ? 1 : 0);
    const { end } = this.#tokens[at + length - 1]!;
    return toPart(this.#text.slice(start, end), [this.#offset + start, this.#offset + end], words);
  }
}

function toPart(text: string, span: Span, words: readonly string[] = []): QueryPart {
  return {
    text,
    spans: [span],
    words,
    synonyms: [],
    options: [],
    isLiteral: false,
    isRequired: false,
    isExcluded: false,
  };
}
