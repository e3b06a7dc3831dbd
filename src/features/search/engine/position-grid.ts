import type { BoundingBox } from '../../locations/schema.ts';
import { type Bits, setBit } from './bits.ts';
import { contains } from './marker-grid.ts';
import type { SegmentColumns } from './segment.ts';

/** Locations in a cell on average. */
const PER_CELL = 32;

/** The locations of a large segment by where they are, in a grid of degrees over all of them. */
export class PositionGrid {
  readonly #columns: SegmentColumns;
  readonly #side: number;
  readonly #bounds: BoundingBox;
  readonly #starts: Uint32Array;
  readonly #locations: Uint32Array;

  constructor(columns: SegmentColumns) {
    this.#columns = columns;
    this.#bounds = boundsOf(columns);
    this.#side = Math.ceil(Math.sqrt(columns.ranks.length / PER_CELL));
    this.#starts = new Uint32Array(this.#side ** 2 + 1);
    const cells = Uint32Array.from(columns.ranks, (_, location) => this.#cellOf(location));
    for (const cell of cells) this.#starts[cell]!++;
    for (let cell = 1; cell < this.#starts.length; cell++) this.#starts[cell]! += this.#starts[cell - 1]!;
    this.#locations = new Uint32Array(cells.length);
    for (let location = cells.length - 1; location >= 0; location--) {
      this.#locations[--this.#starts[cells[location]!]!] = location;
    }
  }

  /** Cell of a location; one past the last for those without a position. */
  #cellOf(location: number): number {
    const latitude = this.#columns.latitudes[location]!;
    const longitude = this.#columns.longitudes[location]!;
    return Number.isNaN(latitude) ? this.#side ** 2 : this.#row(latitude) * this.#side + this.#column(longitude);
  }

  #row(latitude: number): number {
    return this.#place(latitude, this.#bounds[1], this.#bounds[3]);
  }

  #column(longitude: number): number {
    return this.#place(longitude, this.#bounds[0], this.#bounds[2]);
  }

  #place(degrees: number, least: number, most: number): number {
    const place = Math.floor(((degrees - least) / (most - least || 1)) * this.#side);
    return Math.min(this.#side - 1, Math.max(0, place));
  }

  /** Adds the locations inside a box to a set. */
  mark(box: BoundingBox, into: Bits): void {
    const [west, south, east, north] = box;
    const left = this.#column(west);
    const right = this.#column(east);
    const bottom = this.#row(south);
    const top = this.#row(north);
    for (let row = bottom; row <= top; row++) {
      for (let column = left; column <= right; column++) {
        const inside = row > bottom && row < top && column > left && column < right;
        this.#markCell(row * this.#side + column, inside ? undefined : box, into);
      }
    }
  }

  #markCell(cell: number, box: BoundingBox | undefined, into: Bits): void {
    const { latitudes, longitudes } = this.#columns;
    for (let at = this.#starts[cell]!; at < this.#starts[cell + 1]!; at++) {
      const location = this.#locations[at]!;
      if (box === undefined || contains(box, latitudes[location]!, longitudes[location]!)) setBit(into, location);
    }
  }
}

function boundsOf({ latitudes, longitudes }: SegmentColumns): BoundingBox {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < latitudes.length; i++) {
    if (Number.isNaN(latitudes[i]!)) continue;
    west = Math.min(west, longitudes[i]!);
    east = Math.max(east, longitudes[i]!);
    south = Math.min(south, latitudes[i]!);
    north = Math.max(north, latitudes[i]!);
  }
  return [west, south, east, north];
}
