import type { SearchDocument } from '../engine.ts';
import { fullBits } from './bits.ts';
import { buildSegment } from './segment-builder.ts';
import { mergeSegments } from './segment-merger.ts';
import type { Segment } from './segment.ts';
import { inSlices } from './slices.ts';

/** Documents that are first indexed together. */
const BATCH = 8_192;
/** Segments that are merged into one of the next size. */
const FAN_IN = 16;

/** Indexes any number of documents into one segment, or none if there are none. */
export async function buildSegments(
  documents: Iterable<SearchDocument> | AsyncIterable<SearchDocument>,
  largeFrom: number,
): Promise<Segment[]> {
  const sizes: Segment[][] = [];
  let batch: SearchDocument[] = [];
  for await (const document of documents) {
    batch.push(document);
    if (batch.length < BATCH) continue;
    await addSegment(sizes, 0, await inSlices(buildSegment(batch)));
    batch = [];
  }
  const segments = sizes.flat();
  if (batch.length > 0) segments.push(await inSlices(buildSegment(batch)));
  if (segments.length === 0) return [];
  const whole = segments.length > 1 ? await mergeWhole(segments) : segments[0]!;
  await inSlices(whole.prepare(largeFrom));
  await inSlices(whole.speedUp());
  return [whole];
}

async function addSegment(sizes: Segment[][], size: number, segment: Segment): Promise<void> {
  const same = (sizes[size] ??= []);
  same.push(segment);
  if (same.length < FAN_IN) return;
  sizes[size] = [];
  await addSegment(sizes, size + 1, await mergeWhole(same));
}

function mergeWhole(segments: readonly Segment[]): Promise<Segment> {
  return inSlices(mergeSegments(segments.map(({ columns, size }) => ({ columns, living: fullBits(size) }))));
}
