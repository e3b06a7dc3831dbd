import { once } from '../../../platform/runtime/compute-once.ts';
import { readRegionJson } from '../region/queries.server.ts';
import type { Position } from '../schema.ts';

/** A sea, firth, sound or loch with the position and the minimum zoom of its label. */
export interface NamedWater extends Position {
  name: string;
  zoom: number;
}

type WaterRow = [name: string, latitude: number, longitude: number, zoom: number];

/** Returns the labels of salt and fresh water, read on first use. */
export const getWaterLabels = once((): { seas: readonly NamedWater[]; lakes: readonly NamedWater[] } => {
  const rows = readRegionJson('water-labels.json') as { seas: WaterRow[]; lakes: WaterRow[] };
  const waters = (list: WaterRow[]) =>
    list.map(([name, latitude, longitude, zoom]) => ({ name, latitude, longitude, zoom }));
  return { seas: waters(rows.seas), lakes: waters(rows.lakes) };
});
