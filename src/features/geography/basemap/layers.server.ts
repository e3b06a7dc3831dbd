import { readFileSync } from 'node:fs';
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import { topology, type BoundaryLine, type Coordinate, type Ring } from '../boundaries/topology.server.ts';

/** The ground layers of the base map; see style.ts for their order. */
export const GROUND_LAYERS = ['land', 'neighbours', 'urban', 'lakes', 'rivers', 'coast', 'councils'] as const;
export type GroundLayer = (typeof GROUND_LAYERS)[number];

/** `polygon` layers are areas, the others lines. */
export interface Layer {
  polygon: boolean;
  lines: readonly Ring[];
}

type WaterKind = 'lake' | 'river' | 'urban';
type WaterFeature = Feature<Geometry, { kind: WaterKind }>;

let loaded: Record<GroundLayer, Layer> | undefined;

/** Returns all layers as lines in degrees; computed on first use. */
export function groundLayers(): Readonly<Record<GroundLayer, Layer>> {
  return (loaded ??= buildLayers());
}

function buildLayers(): Record<GroundLayer, Layer> {
  const { scotland, neighbours, lines, councils } = topology();
  const water = JSON.parse(readFileSync(new URL('water.geo.json', import.meta.url), 'utf8')) as FeatureCollection<
    Geometry,
    { kind: WaterKind }
  >;
  const filterByKind = (kind: WaterKind) => water.features.filter((feature) => feature.properties.kind === kind);
  const boundary = (test: (line: BoundaryLine) => boolean) => lines.filter(test).map((line) => line.points);
  return {
    land: { polygon: true, lines: scotland },
    neighbours: { polygon: true, lines: neighbours },
    urban: { polygon: true, lines: filterByKind('urban').flatMap(getLines) },
    lakes: { polygon: true, lines: filterByKind('lake').flatMap(getLines) },
    rivers: { polygon: false, lines: filterByKind('river').flatMap(getLines) },
    coast: { polygon: false, lines: boundary(({ areas }) => areas.length === 1) },
    councils: {
      polygon: false,
      lines: boundary(({ areas }) => areas.length === 2 && areas.some((area) => area < councils.length)),
    },
  };
}

/** Returns lines, or the outer rings of areas; these layers have no holes. */
function getLines({ geometry }: WaterFeature): Ring[] {
  switch (geometry.type) {
    case 'LineString':
      return [geometry.coordinates as unknown as Coordinate[]];
    case 'MultiLineString':
      return geometry.coordinates as unknown as Coordinate[][];
    case 'Polygon':
      return [geometry.coordinates[0] as unknown as Coordinate[]];
    case 'MultiPolygon':
      return geometry.coordinates.map(([outer]) => outer as unknown as Coordinate[]);
    default:
      throw new Error(`The base map has no use for a ${geometry.type}`);
  }
}
