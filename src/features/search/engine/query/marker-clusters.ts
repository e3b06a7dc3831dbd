import type { BoundingBox } from '../../../geography/schema.ts';
import type { MapMarkers } from '../../search-engine.ts';

/** The public positions of locations by their number, and their ids. */
export interface LocationPositions {
  readonly columns: { readonly latitudes: ArrayLike<number>; readonly longitudes: ArrayLike<number> };
  getId(location: number): string;
}

/** In CSS pixels. Markers of two cells seldom overlap. */
const CELL_SIZE = 64;
/** Width of the world at zoom 0 in CSS pixels (MapLibre's tiles). */
const WORLD_SIZE = 512;
/** Larger views get larger cells. */
const MAX_CELLS = 4_096;
/** The limit of the Web Mercator projection, in degrees. */
const MAX_LATITUDE = 85.051129;

/** Clusters locations by the cells of a grid fixed to the world, so that clusters do not depend on where the map was moved. */
export class MarkerClusters {
  /** Cells across the world. */
  readonly #scale: number;
  readonly #left: number;
  readonly #top: number;
  readonly #columns: number;
  readonly #cells: (Cell | undefined)[];

  constructor(view: BoundingBox, zoom: number) {
    const [west, south, east, north] = view;
    let scale = (WORLD_SIZE / CELL_SIZE) * 2 ** Math.max(0, Math.floor(zoom));
    const width = (cells: number) => Math.floor(toMercatorX(east) * cells) - Math.floor(toMercatorX(west) * cells) + 1;
    const height = (cells: number) =>
      Math.floor(toMercatorY(south) * cells) - Math.floor(toMercatorY(north) * cells) + 1;
    while (scale > 1 && width(scale) * height(scale) > MAX_CELLS) scale /= 2;
    this.#scale = scale;
    this.#left = Math.floor(toMercatorX(west) * scale);
    this.#top = Math.floor(toMercatorY(north) * scale);
    this.#columns = Math.max(0, width(scale));
    this.#cells = new Array<Cell | undefined>(this.#columns * Math.max(0, height(scale)));
  }

  /** Adds a location inside the view. */
  add(index: LocationPositions, location: number): void {
    const { latitudes, longitudes } = index.columns;
    const latitude = latitudes[location]!;
    const longitude = longitudes[location]!;
    const column = Math.floor(toMercatorX(longitude) * this.#scale) - this.#left;
    const row = Math.floor(toMercatorY(latitude) * this.#scale) - this.#top;
    const at = row * this.#columns + column;
    const cell = this.#cells[at];
    if (cell) cell.add(latitude, longitude);
    else this.#cells[at] = new Cell(index, location, latitude, longitude);
  }

  markers(): MapMarkers {
    const points: MapMarkers['points'][number][] = [];
    const clusters: MapMarkers['clusters'][number][] = [];
    for (const cell of this.#cells) {
      if (cell === undefined) continue;
      if (cell.total === 1) points.push(cell.point());
      else clusters.push(cell.cluster());
    }
    return { points, clusters };
  }
}

class Cell {
  /** The index of the first location in the cell. */
  readonly #index: LocationPositions;
  readonly #location: number;
  total = 1;
  /** Sums over the locations. */
  latitudes: number;
  longitudes: number;
  west: number;
  south: number;
  east: number;
  north: number;

  constructor(index: LocationPositions, location: number, latitude: number, longitude: number) {
    this.#index = index;
    this.#location = location;
    this.latitudes = this.south = this.north = latitude;
    this.longitudes = this.west = this.east = longitude;
  }

  add(latitude: number, longitude: number): void {
    this.total++;
    this.latitudes += latitude;
    this.longitudes += longitude;
    if (latitude < this.south) this.south = latitude;
    if (latitude > this.north) this.north = latitude;
    if (longitude < this.west) this.west = longitude;
    if (longitude > this.east) this.east = longitude;
  }

  point(): MapMarkers['points'][number] {
    return { id: this.#index.getId(this.#location), latitude: this.latitudes, longitude: this.longitudes };
  }

  cluster(): MapMarkers['clusters'][number] {
    return {
      latitude: this.latitudes / this.total,
      longitude: this.longitudes / this.total,
      total: this.total,
      bbox: [this.west, this.south, this.east, this.north],
    };
  }
}

/** From 0 at the western edge of the world to 1 at the eastern edge. */
function toMercatorX(longitude: number): number {
  return (longitude + 180) / 360;
}

/** From 0 at the northern edge of the world to 1 at the southern edge. */
function toMercatorY(latitude: number): number {
  const bounded = Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, latitude));
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + (bounded * Math.PI) / 360)) / (2 * Math.PI);
}
