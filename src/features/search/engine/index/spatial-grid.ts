import type { BoundingBox } from '../../../geography/schema.ts';
import { type BitSet, setBit } from '../collections/bit-set.ts';
import type { SegmentColumns } from './segment-columns.ts';
import type { SlicedWork } from '../../../../platform/runtime/time-slicing.ts';

/** Locations processed between two yields. */
const STEP = 4_096;
/** Locations per cell. */
const MEAN_CELL_SIZE = 32;

/** A spatial index of the positions of a large segment: a grid over their bounding box. */
export class SpatialGrid {
  readonly #side: number;
  readonly #bounds: BoundingBox;
  /** By cell, row after row: the start of its locations. */
  readonly #starts: Uint32Array;
  readonly #locations: Uint32Array;
  /** In the order of `#locations`, so that a scan reads memory in sequence. */
  readonly #latitudes: Float64Array;
  readonly #longitudes: Float64Array;

  private constructor(size: number, bounds: BoundingBox, located: number) {
    this.#bounds = bounds;
    this.#side = Math.ceil(Math.sqrt(size / MEAN_CELL_SIZE));
    this.#starts = new Uint32Array(this.#side ** 2 + 1);
    this.#locations = new Uint32Array(located);
    this.#latitudes = new Float64Array(located);
    this.#longitudes = new Float64Array(located);
  }

  static *build(columns: SegmentColumns): SlicedWork<SpatialGrid> {
    const size = columns.ranks.length;
    const { bounds, located } = getExtent(columns);
    yield;
    const grid = new SpatialGrid(size, bounds, located);
    const cells = new Uint32Array(size);
    for (let from = 0; from < size; from += STEP) {
      grid.#count(columns, cells, from, Math.min(from + STEP, size));
      yield;
    }
    for (let cell = 1; cell < grid.#starts.length; cell++) grid.#starts[cell]! += grid.#starts[cell - 1]!;
    for (let to = size; to > 0; to -= STEP) {
      grid.#fillCells(columns, cells, Math.max(0, to - STEP), to);
      yield;
    }
    return grid;
  }

  /** Assigns locations to cells, and counts the locations of each cell. */
  #count({ latitudes, longitudes }: SegmentColumns, cells: Uint32Array, from: number, to: number): void {
    for (let location = from; location < to; location++) {
      if (Number.isNaN(latitudes[location]!)) continue;
      const cell = this.#row(latitudes[location]!) * this.#side + this.#column(longitudes[location]!);
      cells[location] = cell;
      this.#starts[cell]!++;
    }
  }

  /** Writes locations to their cells, each cell from its end to its start. */
  #fillCells({ latitudes, longitudes }: SegmentColumns, cells: Uint32Array, from: number, to: number): void {
    for (let location = to - 1; location >= from; location--) {
      if (Number.isNaN(latitudes[location]!)) continue;
      const at = --this.#starts[cells[location]!]!;
      this.#locations[at] = location;
      this.#latitudes[at] = latitudes[location]!;
      this.#longitudes[at] = longitudes[location]!;
    }
  }

  #row(latitude: number): number {
    return this.#toIndex(latitude, this.#bounds[1], this.#bounds[3]);
  }

  #column(longitude: number): number {
    return this.#toIndex(longitude, this.#bounds[0], this.#bounds[2]);
  }

  #toIndex(degrees: number, min: number, max: number): number {
    const index = Math.floor(((degrees - min) / (max - min || 1)) * this.#side);
    return Math.min(this.#side - 1, Math.max(0, index));
  }

  /** Adds the locations inside a box to a set. */
  addWithin(box: BoundingBox, into: BitSet): void {
    const left = this.#column(box[0]);
    const right = this.#column(box[2]);
    const bottom = this.#row(box[1]);
    const top = this.#row(box[3]);
    for (let row = bottom; row <= top; row++) {
      const first = row * this.#side + left;
      const last = row * this.#side + right;
      if (row === bottom || row === top || right - left < 2) this.#addInside(box, first, last, into);
      else {
        this.#addInside(box, first, first, into);
        this.#addAll(first + 1, last - 1, into);
        this.#addInside(box, last, last, into);
      }
    }
  }

  #addInside(box: BoundingBox, firstCell: number, lastCell: number, into: BitSet): void {
    for (let at = this.#starts[firstCell]!; at < this.#starts[lastCell + 1]!; at++) {
      if (contains(box, this.#latitudes[at]!, this.#longitudes[at]!)) setBit(into, this.#locations[at]!);
    }
  }

  #addAll(firstCell: number, lastCell: number, into: BitSet): void {
    const end = this.#starts[lastCell + 1]!;
    for (let at = this.#starts[firstCell]!; at < end; at++) setBit(into, this.#locations[at]!);
  }
}

/** The bounding box of all positions, and their number. */
function getExtent({ latitudes, longitudes }: SegmentColumns): { bounds: BoundingBox; located: number } {
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

/** Whether a position lies in a box, edges included. */
export function contains([west, south, east, north]: BoundingBox, latitude: number, longitude: number): boolean {
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}
