import { STOP_WORDS, tokenize } from '../text/analysis.ts';
import { type QueryPart, isPlain } from './query-part.ts';

/** Plain words beside each other, which may be a name: "Old Man of Storr". */
export interface Name {
  /** Indexes of its parts. */
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  /** How many of its words begin with a capital, unless all of the query is in capitals. */
  readonly capitals: number;
  /** Whether it is a term with "of", which only a title can have: "Isle of Man" are not the isles whose texts name a man. */
  readonly startsWithTerm: boolean;
  /** The indexes from which and up to which a title has to have it: with capitalised terms beside it, as in "Forest of Dean". */
  readonly title: readonly [from: number, to: number];
}

const CAPITAL = /^\p{Lu}/u;
const OF = /^\s+of\s+$/;

/** Lists the possible names in a query. Words in quotes and excluded ones are none. */
export function listNames(query: string, parts: readonly QueryPart[]): Name[] {
  const names: Name[] = [];
  for (let from = 0; from < parts.length; from++) {
    let to = from;
    while (to < parts.length && isNameWord(parts[to]!) && (to === from || isBeside(query, parts[to - 1]!, parts[to]!)))
      to++;
    if (to === from) continue;
    const isShouted = query === query.toUpperCase();
    const capitals = parts.slice(from, to).filter(({ text }) => CAPITAL.test(text)).length;
    const title = addTerms(query, parts, from, to);
    const startsWithTerm =
      title[0] < from && OF.test(query.slice(parts[from - 1]!.spans[0]![1], parts[from]!.spans[0]![0]));
    const start = startsWithTerm ? title[0] : from;
    names.push({ from: start, to, capitals: isShouted ? 0 : capitals, startsWithTerm, title });
    from = to - 1;
  }
  return names;
}

function addTerms(query: string, parts: readonly QueryPart[], from: number, to: number): Name['title'] {
  const isTerm = (part: QueryPart | undefined) =>
    part !== undefined && part.place === undefined && !part.isExcluded && CAPITAL.test(part.text);
  const isBefore = isTerm(parts[from - 1]) && isBeside(query, parts[from - 1]!, parts[from]!);
  const isAfter = isTerm(parts[to]) && isBeside(query, parts[to - 1]!, parts[to]!);
  return [isBefore ? from - 1 : from, isAfter ? to + 1 : to];
}

/** Joins the parts of a name that is not known into one. */
export function joinUnknown(query: string, parts: readonly QueryPart[]): QueryPart {
  const span = [parts[0]!.spans[0]![0], parts.at(-1)!.spans[0]![1]] as const;
  const words = parts.flatMap((part) => part.words);
  // Of a kind at the beginning only the word counts.
  const { label: _, filter: __, ...first } = parts[0]!;
  return { ...first, text: query.slice(...span), spans: [span], words, synonyms: [], options: [], isUnknown: true };
}

function isNameWord(part: QueryPart): boolean {
  return isPlain(part) && !part.isLiteral && !part.isRequired && !part.isExcluded && part.spans.length === 1;
}

/** Whether nothing but words such as "of" and "the" are between two parts. */
function isBeside(query: string, before: QueryPart, part: QueryPart): boolean {
  const between = query.slice(before.spans[0]![1], part.spans[0]![0]);
  return !/[,;:/&]/.test(between) && tokenize(between).every(({ word }) => STOP_WORDS.has(word));
}
