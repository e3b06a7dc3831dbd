import { readFileSync } from 'node:fs';
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import { topology, type BoundaryLine, type Coordinate, type Ring } from '../boundaries/topology.server.ts';

/** The drawn ground of the base map; see style.ts for the order in which they lie. */
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

/** Every layer as plain lines in degrees, gathered on first use and kept. */
export function groundLayers(): Readonly<Record<GroundLayer, Layer>> {
  return (loaded ??= gather());
}

function gather(): Record<GroundLayer, Layer> {
  const { scotland, neighbours, lines, councils } = topology();
  const water = JSON.parse(readFileSync(new URL('water.geo.json', import.meta.url), 'utf8')) as FeatureCollection<
    Geometry,
    { kind: WaterKind }
  >;
  const ofKind = (kind: WaterKind) => water.features.filter((feature) => feature.properties.kind === kind);
  const boundary = (test: (line: BoundaryLine) => boolean) => lines.filter(test).map((line) => line.points);
  return {
    land: { polygon: true, lines: scotland },
    neighbours: { polygon: true, lines: neighbours },
    urban: { polygon: true, lines: ofKind('urban').flatMap(linesOf) },
    lakes: { polygon: true, lines: ofKind('lake').flatMap(linesOf) },
    rivers: { polygon: false, lines: ofKind('river').flatMap(linesOf) },
    coast: { polygon: false, lines: boundary(({ areas }) => areas.length === 1) },
    councils: {
      polygon: false,
      lines: boundary(({ areas }) => areas.length === 2 && areas.some((area) => area < councils.length)),
    },
  };
}

/** Outer rings of areas (none of these layers needs its holes), or lines. */
function linesOf({ geometry }: WaterFeature): Ring[] {
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
