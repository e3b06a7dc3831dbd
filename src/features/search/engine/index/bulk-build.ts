import type { CatalogueDocument } from '../../../locations/schema.ts';
import { SegmentDraft } from './segment-builder.ts';
import type { Segment } from './segment.ts';
import { Slice, inSlices } from '../../../../platform/time-slicing.ts';

/** Documents between two possible interruptions. */
const STEP = 32;

/** Indexes any number of documents, each id once, into one segment, or none if there are none. */
export async function buildSegments(
  documents: Iterable<CatalogueDocument> | AsyncIterable<CatalogueDocument>,
  largeFrom: number,
): Promise<Segment[]> {
  const draft = new SegmentDraft();
  const slice = new Slice();
  for await (const document of documents) {
    draft.add(document);
    if (draft.size % STEP === 0 && slice.isOver) await slice.next();
  }
  if (draft.size === 0) return [];
  const segment = await inSlices(draft.finish());
  await inSlices(segment.prepare(largeFrom));
  await inSlices(segment.speedUp());
  return [segment];
}
