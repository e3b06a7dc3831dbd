import type { Position } from '../../src/features/geography/schema.ts';
import type { FacetField } from '../../src/features/locations/catalogue/schema.ts';
import { isOnLand, getKilometresToCoast } from '../../src/features/geography/boundaries/queries.server.ts';
import { getTopology, type Ring } from '../../src/features/geography/boundaries/topology.server.ts';
import { getGazetteer } from '../../src/features/geography/gazetteer/queries.server.ts';
import { getKilometresBetween } from '../../src/features/geography/measure.ts';
import { getPosition, getTitle, type SourceRow } from './source-row.ts';

const CATEGORIES: Readonly<Record<string, string>> = { Coast: 'Beach or coast' };

/** Additional categories by subcategory. */
const FROM_SUBCATEGORY: Readonly<Record<string, string>> = {
  Harbour: 'Pier or harbour',
  Hotel: 'Hotel',
  House: 'House',
  ruin: 'Ruin',
  'Ruined abbey or church': 'Ruin',
  'Buildings / Houses / Small houses': 'House',
  'Buildings / Houses / Medium houses': 'House',
  'Buildings / Houses / Large houses': 'House or building',
  'Buildings / School': 'School or hospital',
  'Buildings / Shops': 'Shop, pub or café',
  'Belief and identity / Religious buildings': 'Church or abbey',
  'War and conflict / Castles and forts': 'Castle or fortification',
  'Rural Industry / Watermills': 'Mill or factory',
};

const OWNERSHIP: Readonly<Record<string, string>> = {
  'Independent – Private': 'Private',
  'Independent – Not for profit': 'Charity or not-for-profit',
  'Independent – National Trust for Scotland': 'National Trust for Scotland',
  'Independent – Historic Environment Scotland': 'Historic Environment Scotland',
  'Government – Local Authority': 'Local authority',
  'Government – National': 'Government',
  University: 'University',
  'Northern Lighthouse Board.': 'Public body',
};

/** Film offices by council area, as published; see demo/README.md. */
const FILM_OFFICES: Readonly<Record<string, string>> = {
  'City of Edinburgh': 'Film Edinburgh',
  'East Lothian': 'Film Edinburgh',
  'Scottish Borders': 'Film Edinburgh',
  'Glasgow City': 'Glasgow Film Office',
  Highland: 'Highlands of Scotland Film Commission',
  Fife: 'FifeScreen+TayScreen',
  'Dundee City': 'FifeScreen+TayScreen',
  'Perth and Kinross': 'FifeScreen+TayScreen',
};

/** Derives the options of a place from its rows and its position. */
export function deriveOptions(rows: readonly [SourceRow, ...SourceRow[]]): Record<FacetField, string[]> {
  const position = getPosition(rows[0]);
  const council = position ? rows[0].council_area : '';
  return {
    category: unique(
      rows.flatMap(({ category, subcategory }) => [
        CATEGORIES[category] ?? category,
        ...one(FROM_SUBCATEGORY[subcategory]),
      ]),
    ),
    setting: position ? deriveSettings(rows, position) : [],
    century: unique(rows.flatMap(({ century }) => one(century.replace(/ century$/, '')))),
    condition: first(rows.map(({ condition }) => condition)),
    ownershiptype: first(rows.map(({ ownership_type }) => OWNERSHIP[ownership_type] ?? '')),
    localauthority: one(council),
    filmoffice: one(council && (FILM_OFFICES[council] ?? `${council} film liaison`)),
  };
}

const one = (name: string | undefined): string[] => (name ? [name] : []);
const first = (names: readonly string[]): string[] => one(names.find((name) => name !== ''));
const unique = (names: readonly string[]): string[] => [...new Set(names)];

/** Places within this distance from the coast are coastal, if enough of their surroundings is sea. */
const COASTAL_KILOMETRES = 2;
/** Minimum share of sea: the coastline includes tidal rivers, up to the centre of Glasgow. */
const MIN_SEA_SHARE = 0.1;
const ISLAND_COUNCILS = new Set(['Orkney Islands', 'Shetland Islands', 'Na h-Eileanan Siar']);
const SHORES = new Set(['Coast', 'Lighthouse']);

function deriveSettings(rows: readonly [SourceRow, ...SourceRow[]], position: Position): string[] {
  const has = (...categories: string[]) => rows.some((row) => categories.includes(row.category));
  const is = (...subcategories: string[]) => rows.some((row) => subcategories.includes(row.subcategory));
  const title = getTitle(rows[0]);
  const settlement = findSettlement(rows, position);
  const candidates: [name: string, applies: boolean][] = [
    ['Coastal', rows.some((row) => SHORES.has(row.category)) || isCoastal(position)],
    ['Island', has('Island') || ISLAND_COUNCILS.has(rows[0].council_area) || isOnIsland(position)],
    ['Beach', is('Dunes') || (has('Coast') && /\b(?:Sands?|Beach|Tr[aà]igh)\b/.test(title))],
    ['Harbour', is('Harbour') || (has('Coast') && /\b(?:Harbour|Haven|Port)\b/.test(title))],
    ['Loch', has('Loch or reservoir') || (has('Coast') && /\bLoch\b/.test(title))],
    ['Mountain', has('Hill or mountain')],
    ['Moorland', is('Moor')],
    ['Riverside', has('Waterfall')],
    [settlement ?? 'Rural', true],
  ];
  return unique(candidates.flatMap(([name, applies]) => (applies ? [name] : [])));
}

function isCoastal(position: Position): boolean {
  return getKilometresToCoast(position) <= COASTAL_KILOMETRES && getSeaShare(position) >= MIN_SEA_SHARE;
}

/** Returns the share of sea, 0 to 1, in a square that extends three kilometres to each side. */
function getSeaShare({ latitude, longitude }: Position): number {
  const steps = [-3, -2, -1, 0, 1, 2, 3];
  const eastWest = Math.cos((latitude * Math.PI) / 180);
  const around = steps.flatMap((north) =>
    steps.map((east) => ({ latitude: latitude + north / 111.2, longitude: longitude + east / (111.2 * eastWest) })),
  );
  return around.filter((position) => !isOnLand(position)).length / around.length;
}

/** The radius of built-up areas by population, largest first. */
const BUILT_UP = [
  { name: 'Urban', population: 150_000, kilometres: 5 },
  { name: 'Urban', population: 30_000, kilometres: 2.5 },
  { name: 'Town', population: 2500, kilometres: 1.5 },
  { name: 'Village', population: 500, kilometres: 1 },
] as const;
const SETTLEMENTS: Readonly<Record<string, string>> = {
  Village: 'Village',
  Town: 'Town',
  'City or large town': 'Urban',
};
/** Categories that are open country even near a town. */
const OPEN_COUNTRY = new Set(['Hill or mountain', 'Island', 'Loch or reservoir', 'Glen or pass', 'Waterfall']);

function findSettlement(rows: readonly SourceRow[], position: Position): string | undefined {
  const settlement = rows.map(({ subcategory }) => SETTLEMENTS[subcategory]).find((name) => name !== undefined);
  if (settlement !== undefined || rows.some(({ category }) => OPEN_COUNTRY.has(category))) return settlement;
  return BUILT_UP.find(({ population, kilometres }) =>
    getGazetteer().towns.some(
      (town) => town.population >= population && getKilometresBetween(town, position) <= kilometres,
    ),
  )?.name;
}

let mainland: Ring | undefined;

/** Whether a position, or the land nearest to it, is not on the mainland. */
function isOnIsland({ latitude, longitude }: Position): boolean {
  const rings = getTopology().land;
  mainland ??= rings.toSorted((a, b) => b.length - a.length)[0]!;
  const land = rings.find((ring) => contains(ring, longitude, latitude)) ?? findNearest(rings, longitude, latitude);
  return land !== mainland;
}

function findNearest(rings: readonly Ring[], x: number, y: number): Ring {
  const distances = rings.map((ring) => squaredDistance(ring, x, y));
  return rings[distances.indexOf(Math.min(...distances))]!;
}

/** Returns the squared distance to the nearest vertex of a ring, in degrees of latitude. */
function squaredDistance(ring: Ring, x: number, y: number): number {
  const eastWest = Math.cos((y * Math.PI) / 180);
  return ring.reduce((min, [px, py]) => Math.min(min, ((px - x) * eastWest) ** 2 + (py - y) ** 2), Infinity);
}

/** Whether a ring contains a point (ray casting). */
function contains(ring: Ring, x: number, y: number): boolean {
  let inside = false;
  for (let i = 1; i < ring.length; i++) {
    const [[x1, y1], [x2, y2]] = [ring[i - 1]!, ring[i]!];
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
  }
  return inside;
}
