import { FACET_FIELDS, type FacetField } from '../../locations/schema.ts';
import type { SearchDocument } from '../engine.ts';
import { wordsOf } from './analysis.ts';
import { type FIELD_WEIGHTS, PICTURED_WEIGHT, occurrenceWeight } from './rules.ts';
import { NONE, Segment, browseRank } from './segment.ts';
import type { Steps } from './slices.ts';
import { TermCollector } from './term-collector.ts';
import { TextColumn } from './text-column.ts';

/** Documents between two possible interruptions. */
const STEP = 32;

/** Makes a segment of a few thousand documents at most, each id once. Larger ones are made by merging. */
export function* buildSegment(documents: readonly SearchDocument[]): Steps<Segment> {
  const inOrder = documents.toSorted(byBrowseOrder);
  const ids = inOrder.map((document) => document.id);
  const [towns, townOf] = number(inOrder.map((document) => document.nearesttown));
  yield;
  return new Segment({
    ids: TextColumn.of(ids),
    byId: Uint32Array.from(ids.keys()).sort((a, b) => (ids[a]! < ids[b]! ? -1 : 1)),
    titles: TextColumn.of(inOrder.map((document) => document.title)),
    ranks: Float64Array.from(inOrder, browseRank),
    latitudes: Float64Array.from(inOrder, (document) => document.position?.latitude ?? Number.NaN),
    longitudes: Float64Array.from(inOrder, (document) => document.position?.longitude ?? Number.NaN),
    towns,
    townOf,
    ...optionColumns(inOrder),
    ...(yield* termColumns(inOrder)),
  });
}

function byBrowseOrder(a: SearchDocument, b: SearchDocument): number {
  return browseRank(b) - browseRank(a) || (a.id < b.id ? -1 : 1);
}

/** The distinct texts in order, and the number of each; empty ones have none. */
function number(texts: readonly string[]): [distinct: string[], numbers: Uint32Array] {
  const distinct = [...new Set(texts)].filter((text) => text !== '').sort();
  const numbers = new Map(distinct.map((text, i) => [text, i]));
  return [distinct, Uint32Array.from(texts, (text) => numbers.get(text) ?? NONE)];
}

function optionColumns(documents: readonly SearchDocument[]) {
  const byField = FACET_FIELDS.map((field) => namesOf(documents, field));
  const optionNames = byField.flat();
  const optionFields = Uint8Array.from(byField.flatMap((names, field) => names.map(() => field)));
  const numbers = FACET_FIELDS.map(() => new Map<string, number>());
  optionNames.forEach((name, option) => numbers[optionFields[option]!]!.set(name, option));

  const options: number[] = [];
  const optionStarts = new Uint32Array(documents.length + 1);
  documents.forEach((document, i) => {
    const own = new Set<number>();
    FACET_FIELDS.forEach((field, f) => {
      for (const name of document.options[field]) own.add(numbers[f]!.get(name)!);
    });
    options.push(...[...own].sort((a, b) => a - b));
    optionStarts[i + 1] = options.length;
  });
  return { optionFields, optionNames, optionStarts, options: Uint16Array.from(options) };
}

function namesOf(documents: readonly SearchDocument[], field: FacetField): string[] {
  const names = new Set<string>();
  for (const { options } of documents) for (const name of options[field]) names.add(name);
  return [...names].sort();
}

function* termColumns(documents: readonly SearchDocument[]) {
  const collector = new TermCollector();
  for (let i = 0; i < documents.length; i++) {
    collect(documents[i]!, i, collector);
    if (i % STEP === 0) yield;
  }
  return yield* collector.columns();
}

function collect(document: SearchDocument, location: number, into: TermCollector): void {
  const add = (field: keyof typeof FIELD_WEIGHTS, text: string) => {
    const words = wordsOf(text);
    const weight = occurrenceWeight(field, words.length) * (document.pictured ? PICTURED_WEIGHT : 1);
    for (const word of words) into.add(word, location, weight);
  };
  add('title', document.title);
  add('place', document.nearesttown);
  for (const name of document.options.category) add('place', name);
  for (const name of document.options.localauthority) add('place', name);
  add('description', document.description);
}
