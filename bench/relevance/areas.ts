import { type Place, all, any, council, inBox, within } from './judgement.ts';

/** Centres of towns, in degrees. */
export const ABERDEEN: Place = [57.149, -2.094];
export const AVIEMORE: Place = [57.19, -3.83];
export const AYR: Place = [55.46, -4.63];
export const BRAEMAR: Place = [57.006, -3.398];
export const CALLANDER: Place = [56.244, -4.214];
export const DUMFRIES: Place = [55.07, -3.605];
export const DUNDEE: Place = [56.462, -2.97];
export const EDINBURGH: Place = [55.953, -3.188];
export const FORT_WILLIAM: Place = [56.82, -5.105];
export const GLASGOW: Place = [55.861, -4.25];
export const GLENFINNAN: Place = [56.87, -5.44];
export const INVERNESS: Place = [57.478, -4.225];
export const KIRKWALL: Place = [58.982, -2.96];
export const LERWICK: Place = [60.155, -1.145];
export const MALLAIG: Place = [57.006, -5.83];
export const MELROSE: Place = [55.599, -2.72];
export const NORTH_BERWICK: Place = [56.058, -2.717];
export const OBAN: Place = [56.415, -5.471];
export const PAISLEY: Place = [55.846, -4.424];
export const PEEBLES: Place = [55.651, -3.189];
export const PERTH: Place = [56.395, -3.431];
export const PITLOCHRY: Place = [56.704, -3.73];
export const PORTREE: Place = [57.413, -6.194];
export const ST_ANDREWS: Place = [56.34, -2.796];
export const STIRLING: Place = [56.117, -3.937];
export const STORNOWAY: Place = [58.209, -6.389];
export const THURSO: Place = [58.594, -3.521];
export const ULLAPOOL: Place = [57.895, -5.16];

/** Areas without a boundary of their own are boxes or circles that hold what people call by that name. */
export const inGlencoe = within(12, [56.66, -5.03]);
export const inSkye = all(council('Highland'), inBox(57.02, -6.82, 57.74, -5.64));
export const inMull = inBox(56.27, -6.42, 56.67, -5.63);
export const inIona = inBox(56.3, -6.45, 56.36, -6.37);
export const inArran = inBox(55.42, -5.42, 55.73, -5.06);
export const inIslay = inBox(55.56, -6.55, 55.95, -5.99);
export const inLewis = all(council('Na h-Eileanan Siar'), inBox(57.93, -7.2, 58.53, -6.1));
export const inHarris = all(council('Na h-Eileanan Siar'), inBox(57.72, -7.15, 58.05, -6.6));
export const inUist = all(council('Na h-Eileanan Siar'), inBox(57.08, -7.6, 57.72, -7.1));
export const inOuterHebrides = council('Na h-Eileanan Siar');
export const inHebrides = any(
  inOuterHebrides,
  inSkye,
  all(council('Argyll and Bute'), inBox(55.5, -7.2, 56.75, -5.68)),
);
export const inHighlands = any(
  council('Highland'),
  inBox(56.55, -5.6, 57.5, -3.2),
  all(council('Argyll and Bute'), inBox(56.2, -5.6, 56.7, -4.5)),
);
export const inCairngorms = within(45, [57.08, -3.67]);
export const inTrossachs = within(28, [56.24, -4.4]);
export const inPerthshire = council('Perth and Kinross');
export const inBorders = council('Scottish Borders');
export const inGalloway = council('Dumfries and Galloway');
export const inArgyll = council('Argyll and Bute');
export const inCaithness = all(council('Highland'), inBox(58.1, -3.95, 58.7, -3.0));
export const inSutherland = all(council('Highland'), inBox(57.85, -5.5, 58.65, -3.6));
export const inLochaber = within(60, [56.83, -5.2]);
export const inKintyre = inBox(55.27, -5.86, 55.88, -5.35);
export const inSpeyside = within(40, [57.42, -3.3]);
export const inFife = council('Fife');
