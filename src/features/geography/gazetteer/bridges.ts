/** An end of a bridge. */
export type BridgePoint = readonly [latitude: number, longitude: number];

/**
 * The ends, to about 500 m, of road bridges over firths, sounds and sea lochs that decide which town is nearest. Our own, estimated on
 * the base map. Narrow rivers need no entry, nor do causeways to islands that have the same nearest town without them.
 */
export const BRIDGES: Readonly<Record<string, readonly [BridgePoint, BridgePoint]>> = {
  'Queensferry Crossing': [
    [55.9905, -3.404],
    [56.008, -3.401],
  ],
  'Tay Road Bridge': [
    [56.461, -2.964],
    [56.4435, -2.937],
  ],
  'Kessock Bridge': [
    [57.4935, -4.229],
    [57.506, -4.227],
  ],
  'Cromarty Bridge': [
    [57.601, -4.352],
    [57.62, -4.375],
  ],
  'Dornoch Firth Bridge': [
    [57.841, -4.17],
    [57.857, -4.19],
  ],
  'Kincardine Bridge': [
    [56.062, -3.73],
    [56.068, -3.723],
  ],
  'Erskine Bridge': [
    [55.917, -4.462],
    [55.924, -4.463],
  ],
  'Connel Bridge': [
    [56.454, -5.39],
    [56.457, -5.392],
  ],
  'Ballachulish Bridge': [
    [56.687, -5.183],
    [56.69, -5.18],
  ],
  'Kylesku Bridge': [
    [58.2555, -5.026],
    [58.258, -5.02],
  ],
  'Dornie Bridge': [
    [57.2755, -5.516],
    [57.279, -5.515],
  ],
  'Skye Bridge': [
    [57.274, -5.743],
    [57.279, -5.728],
  ],
  'Clachan Bridge to Seil': [
    [56.318, -5.585],
    [56.318, -5.582],
  ],
  'Victoria Bridge, Aberdeen': [
    [57.1415, -2.0945],
    [57.138, -2.09],
  ],
};
