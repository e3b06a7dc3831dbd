import type { BoundingBox } from '../../../locations/schema.ts';
import { type Bits, setBit } from '../collections/bit-set.ts';
import { contains } from '../query/marker-clusters.ts';
import type { SegmentColumns } from './segment.ts';
import type { Steps } from '../../../../platform/time-slicing.ts';

/** Locations between two possible interruptions. */
const STEP = 4_096;
/** Locations in a cell on average. */
const PER_CELL = 32;

/** The locations of a large segment by where they are, in a grid of degrees over all of them. */
export class PositionGrid {
  readonly #side: number;
  readonly #bounds: BoundingBox;
  /** By cell, row after row, where its locations begin. */
  readonly #starts: Uint32Array;
  readonly #locations: Uint32Array;
  /** In the order of the cells, so that what is compared stands together. */
  readonly #latitudes: Float64Array;
  readonly #longitudes: Float64Array;

  private constructor(size: number, bounds: BoundingBox, located: number) {
    this.#bounds = bounds;
    this.#side = Math.ceil(Math.sqrt(size / PER_CELL));
    this.#starts = new Uint32Array(this.#side ** 2 + 1);
    this.#locations = new Uint32Array(located);
    this.#latitudes = new Float64Array(located);
    this.#longitudes = new Float64Array(located);
  }

  static *of(columns: SegmentColumns): Steps<PositionGrid> {
    const size = columns.ranks.length;
    const { bounds, located } = extentOf(columns);
    yield;
    const grid = new PositionGrid(size, bounds, located);
    const cells = new Uint32Array(size);
    for (let from = 0; from < size; from += STEP) {
      grid.#count(columns, cells, from, Math.min(from + STEP, size));
      yield;
    }
    for (let cell = 1; cell < grid.#starts.length; cell++) grid.#starts[cell]! += grid.#starts[cell - 1]!;
    for (let to = size; to > 0; to -= STEP) {
      grid.#file(columns, cells, Math.max(0, to - STEP), to);
      yield;
    }
    return grid;
  }

  /** Notes the cells of some locations, and counts these in each. */
  #count({ latitudes, longitudes }: SegmentColumns, cells: Uint32Array, from: number, to: number): void {
    for (let location = from; location < to; location++) {
      if (Number.isNaN(latitudes[location]!)) continue;
      const cell = this.#row(latitudes[location]!) * this.#side + this.#column(longitudes[location]!);
      cells[location] = cell;
      this.#starts[cell]!++;
    }
  }

  /** Puts some locations before those of their cells that are there. */
  #file({ latitudes, longitudes }: SegmentColumns, cells: Uint32Array, from: number, to: number): void {
    for (let location = to - 1; location >= from; location--) {
      if (Number.isNaN(latitudes[location]!)) continue;
      const at = --this.#starts[cells[location]!]!;
      this.#locations[at] = location;
      this.#latitudes[at] = latitudes[location]!;
      this.#longitudes[at] = longitudes[location]!;
    }
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
    const left = this.#column(box[0]);
    const right = this.#column(box[2]);
    const bottom = this.#row(box[1]);
    const top = this.#row(box[3]);
    for (let row = bottom; row <= top; row++) {
      const first = row * this.#side + left;
      const last = row * this.#side + right;
      if (row === bottom || row === top || right - left < 2) this.#markInside(box, first, last, into);
      else {
        this.#markInside(box, first, first, into);
        this.#markAll(first + 1, last - 1, into);
        this.#markInside(box, last, last, into);
      }
    }
  }

  #markInside(box: BoundingBox, firstCell: number, lastCell: number, into: Bits): void {
    for (let at = this.#starts[firstCell]!; at < this.#starts[lastCell + 1]!; at++) {
      if (contains(box, this.#latitudes[at]!, this.#longitudes[at]!)) setBit(into, this.#locations[at]!);
    }
  }

  #markAll(firstCell: number, lastCell: number, into: Bits): void {
    const end = this.#starts[lastCell + 1]!;
    for (let at = this.#starts[firstCell]!; at < end; at++) setBit(into, this.#locations[at]!);
  }
}

/** The box around all locations that have a position, and how many these are. */
function extentOf({ latitudes, longitudes }: SegmentColumns): { bounds: BoundingBox; located: number } {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  let located = 0;
  for (let i = 0; i < latitudes.length; i++) {
    if (Number.isNaN(latitudes[i]!)) continue;
    located++;
    west = Math.min(west, longitudes[i]!);
    east = Math.max(east, longitudes[i]!);
    south = Math.min(south, latitudes[i]!);
    north = Math.max(north, latitudes[i]!);
  }
  return { bounds: [west, south, east, north], located };
}
