import type { FeatureCollection, Geometry } from 'geojson';
import { once } from '../../../platform/runtime/compute-once.ts';
import { readRegionJson } from '../region/queries.server.ts';
import { getTopology, type BoundaryLine, type Coordinate, type Ring } from '../boundaries/topology.server.ts';

/** Layers of the base map without labels; style.ts has their order. */
export const GROUND_LAYERS = ['land', 'neighbours', 'urban', 'lakes', 'rivers', 'coast', 'councils'] as const;
type GroundLayer = (typeof GROUND_LAYERS)[number];

/** Areas if `polygon`, else lines. */
export interface Layer {
  polygon: boolean;
  lines: readonly Ring[];
}

type Water = FeatureCollection<Geometry, { kind: 'lake' | 'river' | 'urban' }>;
type WaterFeature = Water['features'][number];

/** Returns all layers as lines in degrees, read on first use. */
export const getGroundLayers = once((): Readonly<Record<GroundLayer, Layer>> => {
  const { land, neighbours, lines, councils } = getTopology();
  const water = readRegionJson('water.geo.json') as Water;
  const listKind = (kind: WaterFeature['properties']['kind']) =>
    water.features.filter((feature) => feature.properties.kind === kind).flatMap(toLines);
  const listBoundaries = (test: (line: BoundaryLine) => boolean) => lines.filter(test).map((line) => line.points);
  return {
    land: { polygon: true, lines: land },
    neighbours: { polygon: true, lines: neighbours },
    urban: { polygon: true, lines: listKind('urban') },
    lakes: { polygon: true, lines: listKind('lake') },
    rivers: { polygon: false, lines: listKind('river') },
    coast: { polygon: false, lines: listBoundaries(({ areas }) => areas.length === 1) },
    councils: {
      polygon: false,
      lines: listBoundaries(({ areas }) => areas.length === 2 && areas.some((area) => area < councils.length)),
    },
  };
});

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
