import type { Candidates } from './candidates.ts';

/** The best locations of a segment: greatest score first, browse order between equal scores. */
export interface Hits {
  readonly locations: number[];
  readonly scores: number[];
}

/** Hits up to which they are kept in order while all are looked at. */
export const FEW = 100;
/** More than the number of any location. */
const MOST_LOCATIONS = 2 ** 32;

/** The best few of the locations that it is offered, in any order. */
export class BestFew {
  readonly #limit: number;
  /** One number for each hit, greater the better it is; descending. */
  readonly #keys: Float64Array;
  #length = 0;
  #least: number;

  constructor(limit: number) {
    this.#limit = limit;
    this.#keys = new Float64Array(limit + 1);
    this.#least = limit === 0 ? Infinity : 0;
  }

  /** A location is offered once. */
  offer(location: number, score: number): void {
    const key = (score + 1) * MOST_LOCATIONS - location;
    if (key > this.#least) this.#insert(key);
  }

  /** A location may be offered several times; its greatest score counts. */
  offerAgain(location: number, score: number): void {
    const key = (score + 1) * MOST_LOCATIONS - location;
    if (key <= this.#least) return;
    for (let i = 0; i < this.#length; i++) {
      const known = this.#keys[i]!;
      if (locationOf(known) !== location) continue;
      if (known >= key) return;
      this.#keys.copyWithin(i, i + 1, this.#length--);
      break;
    }
    this.#insert(key);
  }

  #insert(key: number): void {
    const keys = this.#keys;
    let at = this.#length;
    for (; at > 0 && keys[at - 1]! < key; at--) keys[at] = keys[at - 1]!;
    keys[at] = key;
    if (this.#length < this.#limit) this.#length++;
    this.#least = this.#length === this.#limit ? keys[this.#length - 1]! : 0;
  }

  hits(): Hits {
    const hits: Hits = { locations: new Array<number>(this.#length), scores: new Array<number>(this.#length) };
    for (let i = 0; i < this.#length; i++) {
      hits.locations[i] = locationOf(this.#keys[i]!);
      hits.scores[i] = Math.ceil(this.#keys[i]! / MOST_LOCATIONS) - 1;
    }
    return hits;
  }
}

function locationOf(key: number): number {
  return Math.ceil(key / MOST_LOCATIONS) * MOST_LOCATIONS - key;
}

/** By score: how many candidates have it, then where the next of them goes. */
let places = new Uint32Array(1_024);

/** Selects the best candidates of a segment of some size. */
export function bestHits(candidates: Candidates, limit: number, size: number): Hits {
  if (limit > FEW) {
    candidates.putInOrder(size);
    return many(candidates, Math.min(limit, candidates.length));
  }
  const { locations, scores, length } = candidates;
  const best = new BestFew(limit);
  for (let i = 0; i < length; i++) best.offer(locations[i]!, scores[i]!);
  return best.hits();
}

/** Selects by counting scores, without sorting. The candidates are in order. */
function many(candidates: Candidates, n: number): Hits {
  const { locations, scores, length } = candidates;
  const hits: Hits = { locations: new Array<number>(n), scores: new Array<number>(n) };
  if (n === 0) return hits;
  const threshold = countScores(candidates, n);
  for (let i = 0; i < length; i++) {
    const score = scores[i]!;
    if (score < threshold) continue;
    const place = places[score]!++;
    if (place >= n) continue;
    hits.locations[place] = locations[i]!;
    hits.scores[place] = score;
  }
  return hits;
}

/** Sets the place of the first hit of each score from the least score among the best `n` on; returns that score. */
function countScores({ scores, length, greatestScore }: Candidates, n: number): number {
  if (places.length <= greatestScore) places = new Uint32Array(greatestScore + 1);
  places.fill(0, 0, greatestScore + 1);
  for (let i = 0; i < length; i++) places[scores[i]!]!++;
  let before = 0;
  for (let score = greatestScore; ; score--) {
    const here = places[score]!;
    places[score] = before;
    before += here;
    if (before >= n) return score;
  }
}
