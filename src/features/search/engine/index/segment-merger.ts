import { type Bits, hasBit } from '../collections/bit-set.ts';
import { hashIds } from './id-lookup.ts';
import { PostingsMerger } from './postings-merger.ts';
import { NONE, Segment, type SegmentColumns } from './segment.ts';
import type { Steps } from '../../../../platform/time-slicing.ts';
import { onlyUsed, sortedUnion } from '../collections/sorted-union.ts';
import { TextColumn } from '../collections/string-column.ts';

/** A segment to merge, and which of its locations to take. */
export interface MergeSource {
  readonly columns: SegmentColumns;
  readonly living: Bits;
}

/** Units of work between two possible interruptions. */
const STEP = 1_024;

/** Where the locations of the merged segment come from. */
interface Numbering {
  readonly source: Uint8Array;
  readonly location: Uint32Array;
  /** New numbers of each source's locations; NONE for those not taken. Ascending, since every segment is in browse order. */
  readonly renumbered: readonly Uint32Array[];
}

/** Makes of some segments (at most 256) the one that their living locations would have been built into. */
export function* mergeSegments(sources: readonly MergeSource[]): Steps<Segment> {
  const numbering = yield* renumber(sources);
  const locations = yield* locationColumns(sources, numbering);
  return new Segment({
    ...locations,
    byId: yield* hashIds(locations.ids),
    ...(yield* townColumns(sources, numbering)),
    ...(yield* optionColumns(sources, numbering)),
    ...(yield* termColumns(sources, numbering)),
  });
}

function* renumber(sources: readonly MergeSource[]): Steps<Numbering> {
  const renumbered = sources.map(({ columns }) => new Uint32Array(columns.ranks.length).fill(NONE));
  const heads = sources.map((source) => nextAlive(source, 0));
  const alive = sources.reduce((sum, { living }) => sum + countBits(living), 0);
  const source = new Uint8Array(alive);
  const location = new Uint32Array(alive);
  for (let n = 0; n < alive; n++) {
    const first = firstInBrowseOrder(sources, heads);
    source[n] = first;
    location[n] = heads[first]!;
    renumbered[first]![heads[first]!] = n;
    heads[first] = nextAlive(sources[first]!, heads[first]! + 1);
    if (n % STEP === 0) yield;
  }
  return { source, location, renumbered };
}

function nextAlive({ columns, living }: MergeSource, from: number): number {
  let i = from;
  while (i < columns.ranks.length && !hasBit(living, i)) i++;
  return i;
}

function countBits(bits: Bits): number {
  let n = 0;
  for (let word of bits) for (; word !== 0; word &= word - 1) n++;
  return n;
}

function firstInBrowseOrder(sources: readonly MergeSource[], heads: readonly number[]): number {
  let first = -1;
  let rank = 0;
  for (let s = 0; s < sources.length; s++) {
    const { ranks, ids } = sources[s]!.columns;
    const head = heads[s]!;
    if (head >= ranks.length) continue;
    const other = ranks[head]!;
    if (first < 0 || other > rank || (other === rank && ids.at(head) < sources[first]!.columns.ids.at(heads[first]!))) {
      first = s;
      rank = other;
    }
  }
  return first;
}

function* locationColumns(sources: readonly MergeSource[], { source, location }: Numbering) {
  const size = location.length;
  const ids = yield* mergeTexts(
    sources.map(({ columns }) => columns.ids),
    source,
    location,
  );
  const titles = yield* mergeTexts(
    sources.map(({ columns }) => columns.titles),
    source,
    location,
  );
  const ranks = new Float64Array(size);
  const latitudes = new Float64Array(size);
  const longitudes = new Float64Array(size);
  for (let n = 0; n < size; n++) {
    const { columns } = sources[source[n]!]!;
    ranks[n] = columns.ranks[location[n]!]!;
    latitudes[n] = columns.latitudes[location[n]!]!;
    longitudes[n] = columns.longitudes[location[n]!]!;
    if (n % STEP === 0) yield;
  }
  return { ids, titles, ranks, latitudes, longitudes };
}

/** Joins texts in pieces, for one long concatenation would be a tree as deep. */
function* mergeTexts(columns: readonly TextColumn[], source: Uint8Array, location: Uint32Array): Steps<TextColumn> {
  const ends = new Uint32Array(location.length);
  const pieces: string[] = [];
  let end = 0;
  for (let from = 0; from < location.length; from += STEP) {
    const texts: string[] = [];
    for (let n = from; n < Math.min(from + STEP, location.length); n++) {
      const text = columns[source[n]!]!.at(location[n]!);
      texts.push(text);
      ends[n] = end += text.length;
    }
    pieces.push(texts.join(''));
    yield;
  }
  return new TextColumn(pieces.join(''), ends);
}

function* townColumns(sources: readonly MergeSource[], { source, location }: Numbering) {
  const union = yield* sortedUnion(sources.map(({ columns }) => TextColumn.of(columns.towns)));
  const used = new Uint8Array(union.names.length);
  const townOf = new Uint32Array(location.length).fill(NONE);
  for (let n = 0; n < townOf.length; n++) {
    const town = sources[source[n]!]!.columns.townOf[location[n]!]!;
    if (town !== NONE) used[(townOf[n] = union.places[source[n]!]![town]!)] = 1;
    if (n % STEP === 0) yield;
  }
  const { names: towns, places } = yield* onlyUsed(union.names, used);
  for (let n = 0; n < townOf.length; n++) {
    if (townOf[n] !== NONE) townOf[n] = places[townOf[n]!]!;
    if (n % STEP === 0) yield;
  }
  return { towns, townOf };
}

function* optionColumns(sources: readonly MergeSource[], { source, location }: Numbering) {
  const union = yield* sortedUnion(sources.map(({ columns }) => TextColumn.of(optionKeys(columns))));
  const used = new Uint8Array(union.names.length);
  const optionStarts = new Uint32Array(location.length + 1);
  const options = new Uint16Array(sources.reduce((sum, { columns }) => sum + columns.options.length, 0));
  let end = 0;
  for (let n = 0; n < location.length; n++) {
    const { columns } = sources[source[n]!]!;
    const places = union.places[source[n]!]!;
    for (let at = columns.optionStarts[location[n]!]!; at < columns.optionStarts[location[n]! + 1]!; at++) {
      used[(options[end++] = places[columns.options[at]!]!)] = 1;
    }
    optionStarts[n + 1] = end;
    if (n % STEP === 0) yield;
  }
  const { names: keys, places } = yield* onlyUsed(union.names, used);
  for (let at = 0; at < end; at++) {
    options[at] = places[options[at]!]!;
    if (at % STEP === 0) yield;
  }
  const optionFields = Uint8Array.from(keys, (key) => key.charCodeAt(0));
  return { optionFields, optionNames: keys.map((key) => key.slice(1)), optionStarts, options: options.slice(0, end) };
}

/** Options as texts that sort by field, then by name. */
function optionKeys({ optionFields, optionNames }: SegmentColumns): string[] {
  return optionNames.map((name, option) => String.fromCharCode(optionFields[option]!) + name);
}

function* termColumns(sources: readonly MergeSource[], { renumbered }: Numbering) {
  const union = yield* sortedUnion(sources.map(({ columns }) => columns.terms));
  const stemUnion = yield* sortedUnion(sources.map(({ columns }) => columns.stems));
  const postings = new PostingsMerger(
    sources.map(({ columns }) => columns),
    renumbered,
  );
  const ends = new Uint32Array(union.names.length);
  const stemOfTerm = new Uint32Array(union.names.length);
  const usedTerms = new Uint8Array(union.names.length);
  const usedStems = new Uint8Array(stemUnion.names.length);
  const heads = sources.map(() => 0);
  for (let t = 0; t < union.names.length; t++) {
    for (let s = 0; s < sources.length; s++) {
      const { stemOf } = sources[s]!.columns;
      const head = heads[s]!;
      if (head >= stemOf.length || union.places[s]![head] !== t) continue;
      stemOfTerm[t] = stemUnion.places[s]![stemOf[head]!]!;
      postings.add(s, head);
      heads[s] = head + 1;
    }
    if (postings.finishTerm() > 0) usedTerms[t] = usedStems[stemOfTerm[t]!] = 1;
    ends[t] = postings.length;
    if (t % 64 === 0) yield;
  }
  const { names: terms } = yield* onlyUsed(union.names, usedTerms);
  const { names: stems, places: stemPlaces } = yield* onlyUsed(stemUnion.names, usedStems);
  const postingStarts = new Uint32Array(terms.length + 1);
  const stemOf = new Uint32Array(terms.length);
  for (let t = 0, kept = 0; t < union.names.length; t++) {
    if (!usedTerms[t]) continue;
    stemOf[kept] = stemPlaces[stemOfTerm[t]!]!;
    postingStarts[++kept] = ends[t]!;
    if (t % STEP === 0) yield;
  }
  const columns = { terms: TextColumn.of(terms), stemOf, postingStarts };
  yield;
  return { ...columns, stems: TextColumn.of(stems), ...(yield* postings.columns()) };
}
