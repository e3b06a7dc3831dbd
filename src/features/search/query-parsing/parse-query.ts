import { MAX_QUERY_LENGTH, MAX_WITHIN_KM } from '../schema.ts';
import { STOP_WORDS, type Token, analyze, tokenize } from '../text/analysis.ts';
import type { FoundPlace, Meaning, Vocabulary } from '../vocabulary/vocabulary.ts';
import type { Place } from '../vocabulary/schema.ts';
import { toCircle } from './area-filters.ts';
import { type Distance, getNearKilometres, parseDistance } from './distances.ts';
import { parsePeriod } from './periods.ts';
import { type QueryPart, isPlain } from './query-part.ts';
import { getTermLabel } from './term-label.ts';
import { toSearchedPlace } from './area-bounds.ts';

/** Later ones are not searched. */
const MAX_PARTS = 12;

const QUOTED = /"([^"]+)"|“([^”]+)”/g;
const INSIDE: ReadonlySet<string> = new Set(['at', 'in', 'inside', 'on', 'within']);

/** Parses a query: its places, terms of the trade and periods. All other words are plain. */
export function parseQuery(query: string, vocabulary: Vocabulary): QueryPart[] {
  const text = query.slice(0, MAX_QUERY_LENGTH);
  const parts: QueryPart[] = [];
  let end = 0;
  for (const match of text.matchAll(QUOTED)) {
    parts.push(...parseUnquoted(text.slice(end, match.index), vocabulary));
    const quoted = match[1] ?? match[2]!;
    if (tokenize(quoted).length > 0) parts.push({ ...toPart(quoted, analyze(quoted)), isQuoted: true });
    end = match.index + match[0].length;
  }
  parts.push(...parseUnquoted(text.slice(end), vocabulary));
  const [first, ...others] = removeRepeated(parts).slice(0, MAX_PARTS);
  if (!first) return [];
  return others.length === 0 ? [first] : [first, ...others].map(preferTitled);
}

function parseUnquoted(text: string, vocabulary: Vocabulary): QueryPart[] {
  const parser = new Parser(text, vocabulary);
  const parts = parser.parse();
  if (parts.length > 0) return parts;
  // Nothing but words without meaning: search for these.
  return analyze(text).map((word) => toPart(word, [word]));
}

class Parser {
  readonly #text: string;
  readonly #vocabulary: Vocabulary;
  readonly #tokens: readonly Token[];
  readonly #words: readonly string[];

  constructor(text: string, vocabulary: Vocabulary) {
    this.#text = text;
    this.#vocabulary = vocabulary;
    this.#tokens = tokenize(text);
    this.#words = this.#tokens.map(({ word }) => word);
  }

  parse(): QueryPart[] {
    const parts: QueryPart[] = [];
    for (let at = 0; at < this.#words.length;) {
      const { part, length } = this.#parsePart(at);
      if (part) parts.push(part);
      at += length;
    }
    return parts;
  }

  #parsePart(at: number): { part?: QueryPart; length: number } {
    const words = this.#words.slice(at);
    return (
      this.#parseNear(at) ??
      this.#parseInside(at) ??
      this.#parsePeriod(at) ??
      this.#parseKnown(at) ?? {
        ...(!STOP_WORDS.has(words[0]!) && { part: toPart(this.#slice(at, 1), [words[0]!]) }),
        length: 1,
      }
    );
  }

  /** "near Glasgow", "within 20 miles of the Trossachs". */
  #parseNear(at: number) {
    const distance = parseDistance(this.#words.slice(at));
    const found = distance && this.#findPlace(at + distance.length);
    if (!found) return undefined;
    const length = distance.length + found.length;
    return { part: this.#toNearPart(this.#slice(at, length), found.entry, distance), length };
  }

  /** "in Fife", "on the Isle of Mull". */
  #parseInside(at: number) {
    if (!INSIDE.has(this.#words[at]!)) return undefined;
    const found = this.#findPlace(at + 1);
    if (!found) return undefined;
    const length = 1 + found.length;
    return { part: this.#toInsidePart(this.#slice(at, length), found), length };
  }

  #toInsidePart(text: string, { entry: place, postcode }: FoundPlace): QueryPart {
    const { name, names, area } = place;
    return {
      ...toPart(text, []),
      label: postcode ? `${name}, first ${postcode}` : name,
      place: {
        ...{ area, postcode, name: analyze(names[0]!), nearestFirst: false, titledFirst: false },
        searched: toSearchedPlace(name, place, area, place.reach),
      },
      filter: { place: this.#vocabulary.getName(place) },
    };
  }

  #toNearPart(text: string, place: Place, distance: Distance): QueryPart {
    const { name, reach } = place;
    const within = Math.min(MAX_WITHIN_KM, Math.round(distance.kilometres ?? getNearKilometres(reach)));
    const area = toCircle(place, within);
    return {
      ...toPart(text, []),
      label: `near ${name}, ${within} km`,
      place: {
        ...{ area, name: [], nearestFirst: true, titledFirst: false },
        searched: toSearchedPlace(name, place, area, reach),
      },
      filter: { place: this.#vocabulary.getName(place), within },
    };
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
    return { part: { ...toPart(this.#slice(at, length), words), ...known }, length };
  }

  /** The longer one of a term and a place. */
  #parseKnown(at: number) {
    const words = this.#words.slice(at);
    const term = this.#vocabulary.findMeaning(words);
    const place = this.#vocabulary.findPlace(words, false);
    if (place && place.length > (term?.length ?? 0)) {
      return { part: this.#toInsidePart(this.#slice(at, place.length), place), length: place.length };
    }
    if (!term) return undefined;
    if (term.entry.ignored) return { length: term.length };
    return {
      part: toTermPart(this.#slice(at, term.length), words.slice(0, term.length), term.entry),
      length: term.length,
    };
  }

  #slice(at: number, length: number): string {
    return this.#text.slice(this.#tokens[at]!.start, this.#tokens[at + length - 1]!.end);
  }
}

function toPart(text: string, words: readonly string[]): QueryPart {
  return { text, words, synonyms: [], options: [], isQuoted: false };
}

function toTermPart(text: string, words: readonly string[], { options, synonyms }: Meaning): QueryPart {
  const same = options.filter(({ related }) => !related);
  const names = [...new Set(same.map(({ name }) => name))];
  const label = getTermLabel(same);
  const [field, ...otherFields] = new Set(same.map((option) => option.field));
  return {
    ...toPart(
      text,
      words.filter((word) => !STOP_WORDS.has(word)),
    ),
    ...(label && { label }),
    // Options of several fields are alternatives here, but filters of several fields must all match.
    ...(field && otherFields.length === 0 && { filter: { [field]: names } }),
    options,
    synonyms: synonyms.filter(({ word }) => !words.includes(word)),
  };
}

function preferTitled(part: QueryPart): QueryPart {
  return part.place ? { ...part, place: { ...part.place, titledFirst: true } } : part;
}

/** Keeps the last of equal plain words, and the first of what means the same. */
function removeRepeated(parts: readonly QueryPart[]): QueryPart[] {
  const isSame = (a: QueryPart, b: QueryPart) =>
    a.isQuoted === b.isQuoted && a.label === b.label && a.words.join(' ') === b.words.join(' ');
  return parts.filter((part, i) =>
    isPlain(part)
      ? parts.findLastIndex((other) => isSame(part, other)) === i
      : parts.findIndex((other) => isSame(part, other)) === i,
  );
}
