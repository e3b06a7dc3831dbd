import { readFileSync } from 'node:fs';
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import { getTopology, type BoundaryLine, type Coordinate, type Ring } from '../boundaries/topology.server.ts';

/** Layers of the base map without labels; style.ts has their order. */
export const GROUND_LAYERS = ['land', 'neighbours', 'urban', 'lakes', 'rivers', 'coast', 'councils'] as const;
export type GroundLayer = (typeof GROUND_LAYERS)[number];

/** Areas if `polygon`, else lines. */
export interface Layer {
  polygon: boolean;
  lines: readonly Ring[];
}

type WaterKind = 'lake' | 'river' | 'urban';
type WaterFeature = Feature<Geometry, { kind: WaterKind }>;

let loaded: Record<GroundLayer, Layer> | undefined;

/** Returns all layers as lines in degrees, read on first use. */
export function getGroundLayers(): Readonly<Record<GroundLayer, Layer>> {
  return (loaded ??= readLayers());
}

function readLayers(): Record<GroundLayer, Layer> {
  const { scotland, neighbours, lines, councils } = getTopology();
  const water = JSON.parse(readFileSync(new URL('water.geo.json', import.meta.url), 'utf8')) as FeatureCollection<
    Geometry,
    { kind: WaterKind }
  >;
  const ofKind = (kind: WaterKind) => water.features.filter((feature) => feature.properties.kind === kind);
  const boundary = (test: (line: BoundaryLine) => boolean) => lines.filter(test).map((line) => line.points);
  return {
    land: { polygon: true, lines: scotland },
    neighbours: { polygon: true, lines: neighbours },
    urban: { polygon: true, lines: ofKind('urban').flatMap(toLines) },
    lakes: { polygon: true, lines: ofKind('lake').flatMap(toLines) },
    rivers: { polygon: false, lines: ofKind('river').flatMap(toLines) },
    coast: { polygon: false, lines: boundary(({ areas }) => areas.length === 1) },
    councils: {
      polygon: false,
      lines: boundary(({ areas }) => areas.length === 2 && areas.some((area) => area < councils.length)),
    },
  };
}

/** Returns lines, or the outer rings of areas, whose holes are not needed. */
function toLines({ geometry }: WaterFeature): Ring[] {
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
      throw new Error(`unexpected geometry in the base map: ${geometry.type}`);
  }
}
