import { expect, test } from 'vitest';
import { isOnLand } from '../boundaries/queries.server.ts';
import { groundLayers } from './layers.server.ts';
import { LOCHS, SEAS } from './waters.ts';

test.each(SEAS)('places the label of $name at sea', (sea) => {
  expect(isOnLand(sea)).toBe(false);
});

test.each(LOCHS)('places the label of $name in a loch of the base map', (loch) => {
  const around = groundLayers().lakes.lines.filter((ring) => {
    const [longitudes, latitudes] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
    const within = (value: number, of: number[]) => value > Math.min(...of) && value < Math.max(...of);
    return within(loch.longitude, longitudes) && within(loch.latitude, latitudes);
  });
  expect(around).toHaveLength(1);
});
