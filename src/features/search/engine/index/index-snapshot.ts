import type { Suggestion } from '../../search-engine.ts';
import type { Hits } from '../query/top-hits.ts';
import { Kept } from '../collections/memo.ts';
import type { LiveSegment } from './segment-with-deletes.ts';
import { OptionDirectory } from '../facets/option-ordinals.ts';
import { Reader } from '../query/query-expansion.ts';

/** A location somewhere in the catalogue. */
export interface Hit {
  readonly place: number;
  readonly location: number;
  readonly score: number;
}

const SUGGESTIONS_KEPT = 4_096;

/** The segments that make up the catalogue at one time. */
export class Catalogue {
  readonly segments: readonly LiveSegment[];
  readonly options: OptionDirectory;
  readonly reader: Reader;
  /** Suggestions by what was typed: most visitors begin with the same letters. */
  readonly suggested = new Kept<readonly Suggestion[]>(SUGGESTIONS_KEPT);

  constructor(segments: readonly LiveSegment[]) {
    this.segments = segments;
    this.options = new OptionDirectory(segments);
    this.reader = new Reader(segments);
  }

  get alive(): number {
    return this.segments.reduce((sum, { alive }) => sum + alive, 0);
  }

  /** Where the living location with an id is. */
  find(id: string): { place: number; location: number } | undefined {
    for (let place = 0; place < this.segments.length; place++) {
      const location = this.segments[place]!.find(id);
      if (location >= 0) return { place, location };
    }
    return undefined;
  }

  idOf({ place, location }: Hit): string {
    return this.segments[place]!.segment.idOf(location);
  }

  titleOf({ place, location }: Hit): string {
    return this.segments[place]!.segment.columns.titles.at(location);
  }

  /** Puts the best hits of several segments in one order. */
  merge(hits: Hit[]): Hit[] {
    if (this.segments.length === 1) return hits;
    const rank = ({ place, location }: Hit) => this.segments[place]!.segment.columns.ranks[location]!;
    return hits.sort((a, b) => b.score - a.score || rank(b) - rank(a) || (this.idOf(a) < this.idOf(b) ? -1 : 1));
  }
}

/** The best of a segment as hits. */
export function toHits({ locations, scores }: Hits, place: number): Hit[] {
  const hits = new Array<Hit>(locations.length);
  for (let i = 0; i < hits.length; i++) hits[i] = { place, location: locations[i]!, score: scores[i]! };
  return hits;
}
