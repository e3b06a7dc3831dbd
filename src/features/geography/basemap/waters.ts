import type { Position } from '../schema.ts';

/** A sea, firth, sound or loch with the position of its label and the zoom from which it is shown. */
export interface NamedWater extends Position {
  name: string;
  zoom: number;
}

const water = (name: string, latitude: number, longitude: number, zoom: number) => ({
  name,
  latitude,
  longitude,
  zoom,
});

/** Salt water. */
export const SEAS: readonly NamedWater[] = [
  water('Atlantic Ocean', 57.5, -10, 4),
  water('North Sea', 57, 0, 4),
  water('Irish Sea', 53.8, -4.9, 5),
  water('The Minch', 58.15, -5.8, 5),
  water('Sea of the Hebrides', 56.95, -6.9, 5),
  water('Moray Firth', 57.85, -3.4, 5),
  water('North Channel', 55.05, -5.7, 6),
  water('The Little Minch', 57.62, -6.85, 7),
  water('Pentland Firth', 58.71, -3.2, 7),
  water('Firth of Clyde', 55.3, -5.05, 7),
  water('Firth of Forth', 56.13, -2.75, 7),
  water('Solway Firth', 54.78, -3.75, 7),
  water('Firth of Lorn', 56.25, -5.85, 8),
  water('Sound of Jura', 55.85, -5.75, 8),
  water('Kilbrannan Sound', 55.6, -5.42, 8),
  water('Inner Sound', 57.48, -5.93, 8),
  water('Sound of Sleat', 57.08, -5.82, 8),
  water('Dornoch Firth', 57.86, -3.95, 8),
  water('Scapa Flow', 58.9, -3.07, 8),
  water('St Magnus Bay', 60.42, -1.6, 8),
  water('Luce Bay', 54.73, -4.75, 8),
  water('Wigtown Bay', 54.74, -4.33, 8),
  water('Firth of Tay', 56.4, -3.1, 9),
  water('Cromarty Firth', 57.685, -4.12, 9),
  water('Sound of Harris', 57.73, -7.12, 9),
  water('Sound of Mull', 56.53, -5.88, 9),
  water('Sound of Raasay', 57.5, -6.08, 9),
  water('Cuillin Sound', 57.06, -6.25, 9),
  water('Loch Linnhe', 56.58, -5.4, 9),
  water('Loch Fyne', 55.93, -5.37, 9),
  water('Yell Sound', 60.5, -1.2, 9),
];

/** Fresh water. */
export const LOCHS: readonly NamedWater[] = [
  water('Loch Ness', 57.3, -4.45, 8),
  water('Loch Lomond', 56.1, -4.6, 8),
  water('Loch Awe', 56.3, -5.2, 9),
  water('Loch Maree', 57.69, -5.45, 9),
  water('Loch Shin', 58.1, -4.53, 9),
  water('Loch Lochy', 56.96, -4.9, 9),
  water('Loch Rannoch', 56.69, -4.3, 9),
];
