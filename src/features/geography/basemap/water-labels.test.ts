import { expect, test } from 'vitest';
import { isOnLand } from '../boundaries/queries.server.ts';
import { getGroundLayers } from './layers.server.ts';
import { getWaterLabels } from './water-labels.server.ts';

test.each(getWaterLabels().seas)('the label of $name is on salt water', (sea) => {
  expect(isOnLand(sea)).toBe(false);
});

test.each(getWaterLabels().lakes)('the label of $name is in a loch of the base map', (loch) => {
  const around = getGroundLayers().lakes.lines.filter((ring) => {
    const [longitudes, latitudes] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
    const within = (value: number, of: number[]) => value > Math.min(...of) && value < Math.max(...of);
    return within(loch.longitude, longitudes) && within(loch.latitude, latitudes);
  });
  expect(around).toHaveLength(1);
});
