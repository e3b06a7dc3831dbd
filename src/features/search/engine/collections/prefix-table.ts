import type { TextColumn } from './string-column.ts';

/** The units of ASCII, of which the first two of a text tell about where it stands. */
const UNITS = 128;

/** Where the texts of a column that is in order begin, by their first two units: most of the way to any of them. */
export class Initials {
  readonly #column: TextColumn;
  /** By pair of units: the place of the first text that is not before it. */
  readonly #starts = new Uint32Array(UNITS * UNITS + 1);

  constructor(column: TextColumn) {
    this.#column = column;
    let pair = 0;
    for (let place = 0; place < column.length; place++) {
      const end = pairOf(column.text, column.startOf(place), column.ends[place]!);
      while (pair <= end) this.#starts[pair++] = place;
    }
    this.#starts.fill(column.length, pair);
  }

  /** As {@link TextColumn.placeOf}. */
  placeOf(text: string): number {
    const pair = pairOf(text, 0, text.length);
    return this.#column.placeOf(text, this.#starts[pair], this.#starts[pair + 1]);
  }
}

/** A number that is no less for a later text. Beyond ASCII all are the last. */
function pairOf(text: string, start: number, end: number): number {
  const first = start < end ? text.charCodeAt(start) : 0;
  const second = start + 1 < end ? text.charCodeAt(start + 1) : 0;
  if (first >= UNITS) return UNITS * UNITS - 1;
  return first * UNITS + Math.min(second, UNITS - 1);
}
