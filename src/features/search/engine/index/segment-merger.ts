import { RANGE_FIELDS } from '../../../locations/catalogue/schema.ts';
import { type BitSet, hasBit } from '../collections/bit-set.ts';
import { buildIdTable } from './id-lookup.ts';
import { PostingsMerger } from './postings-merger.ts';
import { NONE } from '../collections/missing-value.ts';
import type { SegmentColumns } from './segment-columns.ts';
import { Segment } from './segment.ts';
import type { SlicedWork } from '../../../../platform/runtime/time-slicing.ts';
import { removeUnused, uniteSorted } from '../collections/sorted-union.ts';
import { rankTitles } from './title-ranks.ts';
import { StringColumn } from '../collections/string-column.ts';

export interface MergeSource {
  readonly columns: SegmentColumns;
  readonly liveDocs: BitSet;
}

/** Units of work between two yields. */
const STEP = 1_024;

/** By location of the merged segment: its source and its number there. */
interface Numbering {
  readonly source: Uint8Array;
  readonly location: Uint32Array;
  /** By source and location: the new number, or NONE for deleted locations. Ascending, since every segment is in browse order. */
  readonly renumbered: readonly Uint32Array[];
}

/** Builds the segment that the live locations of the sources (at most 256) would have been built into. */
export function* mergeSegments(sources: readonly MergeSource[]): SlicedWork<Segment> {
  const numbering = yield* renumber(sources);
  const locations = yield* mergeLocations(sources, numbering);
  return new Segment({
    ...locations,
    byId: yield* buildIdTable(locations.ids),
    titleRanks: yield* rankTitles(locations.titles),
    ...(yield* mergeTowns(sources, numbering)),
    ...(yield* mergeOptions(sources, numbering)),
    ...(yield* mergeTerms(sources, numbering)),
  });
}

function* renumber(sources: readonly MergeSource[]): SlicedWork<Numbering> {
  const renumbered = sources.map(({ columns }) => new Uint32Array(columns.ranks.length).fill(NONE));
  const cursors = sources.map((source) => nextLive(source, 0));
  const liveCount = sources.reduce((sum, { liveDocs }) => sum + countBits(liveDocs), 0);
  const source = new Uint8Array(liveCount);
  const location = new Uint32Array(liveCount);
  for (let n = 0; n < liveCount; n++) {
    const first = firstInBrowseOrder(sources, cursors);
    source[n] = first;
    location[n] = cursors[first]!;
    renumbered[first]![cursors[first]!] = n;
    cursors[first] = nextLive(sources[first]!, cursors[first]! + 1);
    if (n % STEP === 0) yield;
  }
  return { source, location, renumbered };
}

function nextLive({ columns, liveDocs }: MergeSource, from: number): number {
  let i = from;
  while (i < columns.ranks.length && !hasBit(liveDocs, i)) i++;
  return i;
}

function countBits(bits: BitSet): number {
  let n = 0;
  for (let word of bits) for (; word !== 0; word &= word - 1) n++;
  return n;
}

function firstInBrowseOrder(sources: readonly MergeSource[], cursors: readonly number[]): number {
  let first = -1;
  let rank = 0;
  for (let s = 0; s < sources.length; s++) {
    const { ranks, ids } = sources[s]!.columns;
    const head = cursors[s]!;
    if (head >= ranks.length) continue;
    const other = ranks[head]!;
    if (
      first < 0 ||
      other > rank ||
      (other === rank && ids.at(head) < sources[first]!.columns.ids.at(cursors[first]!))
    ) {
      first = s;
      rank = other;
    }
  }
  return first;
}

function* mergeLocations(sources: readonly MergeSource[], { source, location }: Numbering) {
  const size = location.length;
  const ids = yield* mergeTexts(sources, 'ids', source, location);
  const titles = yield* mergeTexts(sources, 'titles', source, location);
  const ranks = new Float64Array(size);
  const numbers = new Uint32Array(RANGE_FIELDS.length * size);
  const latitudes = new Float64Array(size);
  const longitudes = new Float64Array(size);
  for (let n = 0; n < size; n++) {
    const { columns } = sources[source[n]!]!;
    ranks[n] = columns.ranks[location[n]!]!;
    for (let f = 0; f < RANGE_FIELDS.length; f++) {
      numbers[f * size + n] = columns.numbers[f * columns.ranks.length + location[n]!]!;
    }
    latitudes[n] = columns.latitudes[location[n]!]!;
    longitudes[n] = columns.longitudes[location[n]!]!;
    if (n % STEP === 0) yield;
  }
  return { ids, titles, ranks, numbers, latitudes, longitudes };
}

/** Joins in chunks, because one long concatenation would create an equally deep rope. */
function* mergeTexts(
  sources: readonly MergeSource[],
  column: 'ids' | 'titles',
  source: Uint8Array,
  location: Uint32Array,
): SlicedWork<StringColumn> {
  const columns = sources.map((each) => each.columns[column]);
  const ends = new Uint32Array(location.length);
  const chunks: string[] = [];
  let end = 0;
  for (let from = 0; from < location.length; from += STEP) {
    const texts: string[] = [];
    for (let n = from; n < Math.min(from + STEP, location.length); n++) {
      const text = columns[source[n]!]!.at(location[n]!);
      texts.push(text);
      ends[n] = end += text.length;
    }
    chunks.push(texts.join(''));
    yield;
  }
  return new StringColumn(chunks.join(''), ends);
}

function* mergeTowns(sources: readonly MergeSource[], { source, location }: Numbering) {
  const union = yield* uniteSorted(sources.map(({ columns }) => StringColumn.from(columns.towns)));
  const used = new Uint8Array(union.values.length);
  const locationTowns = new Uint32Array(location.length).fill(NONE);
  for (let n = 0; n < locationTowns.length; n++) {
    const town = sources[source[n]!]!.columns.locationTowns[location[n]!]!;
    if (town !== NONE) used[(locationTowns[n] = union.positions[source[n]!]![town]!)] = 1;
    if (n % STEP === 0) yield;
  }
  const { values: towns, positions } = yield* removeUnused(union.values, used);
  for (let n = 0; n < locationTowns.length; n++) {
    if (locationTowns[n] !== NONE) locationTowns[n] = positions[locationTowns[n]!]!;
    if (n % STEP === 0) yield;
  }
  return { towns, locationTowns };
}

function* mergeOptions(sources: readonly MergeSource[], { source, location }: Numbering) {
  const union = yield* uniteSorted(sources.map(({ columns }) => StringColumn.from(toOptionKeys(columns))));
  const used = new Uint8Array(union.values.length);
  const optionStarts = new Uint32Array(location.length + 1);
  const options = new Uint16Array(sources.reduce((sum, { columns }) => sum + columns.options.length, 0));
  let end = 0;
  for (let n = 0; n < location.length; n++) {
    const { columns } = sources[source[n]!]!;
    const positions = union.positions[source[n]!]!;
    for (let at = columns.optionStarts[location[n]!]!; at < columns.optionStarts[location[n]! + 1]!; at++) {
      used[(options[end++] = positions[columns.options[at]!]!)] = 1;
    }
    optionStarts[n + 1] = end;
    if (n % STEP === 0) yield;
  }
  const { values: keys, positions } = yield* removeUnused(union.values, used);
  for (let at = 0; at < end; at++) {
    options[at] = positions[options[at]!]!;
    if (at % STEP === 0) yield;
  }
  const optionFields = Uint8Array.from(keys, (key) => key.charCodeAt(0));
  return { optionFields, optionNames: keys.map((key) => key.slice(1)), optionStarts, options: options.slice(0, end) };
}

/** Strings that sort as options do: by field, then by name. */
function toOptionKeys({ optionFields, optionNames }: SegmentColumns): string[] {
  return optionNames.map((name, option) => String.fromCharCode(optionFields[option]!) + name);
}

function* mergeTerms(sources: readonly MergeSource[], { renumbered }: Numbering) {
  const union = yield* uniteSorted(sources.map(({ columns }) => columns.terms));
  const stemUnion = yield* uniteSorted(sources.map(({ columns }) => columns.stems));
  const postings = new PostingsMerger(sources, renumbered);
  const ends = new Uint32Array(union.values.length);
  const stemsBefore = new Uint32Array(union.values.length);
  const usedTerms = new Uint8Array(union.values.length);
  const usedStems = new Uint8Array(stemUnion.values.length);
  const cursors = sources.map(() => 0);
  for (let t = 0; t < union.values.length; t++) {
    for (let s = 0; s < sources.length; s++) {
      const { termStems } = sources[s]!.columns;
      const head = cursors[s]!;
      if (head >= termStems.length || union.positions[s]![head] !== t) continue;
      stemsBefore[t] = stemUnion.positions[s]![termStems[head]!]!;
      postings.add(s, head);
      cursors[s] = head + 1;
    }
    if (postings.finishTerm() > 0) usedTerms[t] = usedStems[stemsBefore[t]!] = 1;
    ends[t] = postings.length;
    if (t % 64 === 0) yield;
  }
  const { values: terms } = yield* removeUnused(union.values, usedTerms);
  const { values: stems, positions: stemPositions } = yield* removeUnused(stemUnion.values, usedStems);
  const postingStarts = new Uint32Array(terms.length + 1);
  const termStems = new Uint32Array(terms.length);
  for (let t = 0, term = 0; t < union.values.length; t++) {
    if (!usedTerms[t]) continue;
    termStems[term] = stemPositions[stemsBefore[t]!]!;
    postingStarts[++term] = ends[t]!;
    if (t % STEP === 0) yield;
  }
  const columns = { terms: StringColumn.from(terms), termStems, postingStarts };
  yield;
  return { ...columns, stems: StringColumn.from(stems), ...(yield* postings.columns()) };
}
