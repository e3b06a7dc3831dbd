import type { BoundingBox } from '../../../locations/schema.ts';
import type { MapMarkers } from '../../search-engine.ts';
import type { SegmentColumns } from '../index/segment.ts';

/** Side of a cell on the screen, in CSS pixels: markers of two cells seldom touch. */
const CELL = 64;
/** Side of the whole world on the screen at zoom 0, in CSS pixels (MapLibre's tiles). */
const WORLD = 512;
/** Most cells of a view; a greater view has greater cells. */
const MOST_CELLS = 4_096;
/** Greatest latitude of the Mercator projection, in degrees. */
const NORTHERNMOST = 85.051129;

/** Where locations are, by their numbers. */
interface Places {
  readonly columns: Pick<SegmentColumns, 'latitudes' | 'longitudes'>;
  idOf(location: number): string;
}

/**
 * Gathers locations in cells of a grid that is fixed to the earth, so that groups stay as they are when the map is
 * moved. A location that is alone in its cell stays a point.
 */
export class MarkerGrid {
  /** Cells per width of the world. */
  readonly #scale: number;
  readonly #left: number;
  readonly #top: number;
  readonly #columns: number;
  readonly #cells: (Cell | undefined)[];

  constructor(view: BoundingBox, zoom: number) {
    const [west, south, east, north] = view;
    let scale = (WORLD / CELL) * 2 ** Math.max(0, Math.floor(zoom));
    const width = (cells: number) => Math.floor(eastward(east) * cells) - Math.floor(eastward(west) * cells) + 1;
    const height = (cells: number) => Math.floor(southward(south) * cells) - Math.floor(southward(north) * cells) + 1;
    while (scale > 1 && width(scale) * height(scale) > MOST_CELLS) scale /= 2;
    this.#scale = scale;
    this.#left = Math.floor(eastward(west) * scale);
    this.#top = Math.floor(southward(north) * scale);
    this.#columns = Math.max(0, width(scale));
    this.#cells = new Array<Cell | undefined>(this.#columns * Math.max(0, height(scale)));
  }

  /** Adds a location in the view. */
  add(places: Places, location: number): void {
    const { latitudes, longitudes } = places.columns;
    const latitude = latitudes[location]!;
    const longitude = longitudes[location]!;
    const column = Math.floor(eastward(longitude) * this.#scale) - this.#left;
    const row = Math.floor(southward(latitude) * this.#scale) - this.#top;
    const at = row * this.#columns + column;
    const cell = this.#cells[at];
    if (cell) cell.add(latitude, longitude);
    else this.#cells[at] = new Cell(places, location, latitude, longitude);
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
  /** The first location that it was given. */
  readonly #places: Places;
  readonly #location: number;
  total = 1;
  /** Sums. */
  latitudes: number;
  longitudes: number;
  west: number;
  south: number;
  east: number;
  north: number;

  constructor(places: Places, location: number, latitude: number, longitude: number) {
    this.#places = places;
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

  /** Its only location. */
  point(): MapMarkers['points'][number] {
    return { id: this.#places.idOf(this.#location), latitude: this.latitudes, longitude: this.longitudes };
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

/** Whether a position lies in a box, edges included. */
export function contains([west, south, east, north]: BoundingBox, latitude: number, longitude: number): boolean {
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}

/** Share of the world's width west of a longitude. */
function eastward(longitude: number): number {
  return (longitude + 180) / 360;
}

/** Share of the world's height north of a latitude, in the Mercator projection. */
function southward(latitude: number): number {
  const bounded = Math.min(NORTHERNMOST, Math.max(-NORTHERNMOST, latitude));
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + (bounded * Math.PI) / 360)) / (2 * Math.PI);
}
