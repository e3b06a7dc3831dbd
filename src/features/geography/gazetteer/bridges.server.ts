import { once } from '../../../platform/runtime/compute-once.ts';
import { readRegionJson } from '../region/queries.server.ts';

/** An end of a bridge. */
export type BridgePoint = readonly [latitude: number, longitude: number];

/** Returns the ends of the road bridges that decide which town is nearest, by name; read on first use. */
export const getBridges = once(
  () => readRegionJson('bridges.json') as Readonly<Record<string, readonly [BridgePoint, BridgePoint]>>,
);
