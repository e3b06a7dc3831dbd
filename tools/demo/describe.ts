import type { Position } from '../../src/features/geography/schema.ts';
import { findNearestTown } from '../../src/features/geography/gazetteer/nearest-town.queries.server.ts';
import type { Place } from '../../src/features/geography/gazetteer/queries.server.ts';
import { describeMuseum } from './describe-museum.ts';
import { getOtherName, getPosition, type SourceRow } from './source-row.ts';

/** Nouns for subcategories whose name is not one. */
const NOUNS: Readonly<Record<string, string>> = {
  castle: 'A castle',
  palace: 'A palace',
  fortress: 'A fortress',
  ruin: 'The ruin of a castle or fortification',
  Dunes: 'Sand dunes',
  'Island group': 'A group of islands',
  Lochs: 'A group of lochs',
};

/** Describes a place in plain sentences, from the facts in its rows and its position only. */
export function describe(rows: readonly [SourceRow, ...SourceRow[]]): string {
  const position = getPosition(rows[0]);
  const [lead, ...others] = rows.filter((row) => row.category !== 'Museum');
  const museum = rows.find((row) => row.category === 'Museum');
  return [
    ...(lead ? describeMainRow(lead, formatPosition(lead, position)) : []),
    ...others.map((row) => `There is ${getNoun(row).replace('A', 'a')} of the same name.`),
    ...(museum ? describeMuseum(museum, lead !== undefined) : []),
  ].join(' ');
}

function describeMainRow(row: SourceRow, where: string): string[] {
  switch (row.source) {
    case 'dobih':
      return describeHill(row, where);
    case 'uk-railway-stations':
      return [`A National Rail station (code ${row.source_id}) ${where}.`];
    case 'osm-lighthouses':
      return [
        `A lighthouse ${where}.`,
        ...facts(row.description, /Height (\d+) m/, (m) => `The tower is ${m} m high.`),
      ];
    case 'castlemap-wikidata':
      return [`${getNoun(row)} ${where}.`, ...describeFoundation(row)];
    default:
      return row.category === 'Town or village' ? describeSettlement(row, where) : [`${getNoun(row)} ${where}.`];
  }
}

function getNoun({ subcategory, category, title }: SourceRow): string {
  if (subcategory === 'Bay or sea loch' && /\bLoch\b/.test(title)) return 'A sea loch';
  const noun = subcategory || category;
  return NOUNS[noun] ?? `${/^[AEIO]/.test(noun) ? 'An' : 'A'} ${noun.toLowerCase()}`;
}

const facts = (text: string, pattern: RegExp, sentence: (...groups: string[]) => string): string[] => {
  const found = pattern.exec(text);
  return found ? [sentence(...found.slice(1))] : [];
};

const thousands = (digits: string) => Number(digits).toLocaleString('en-GB');

function describeHill(row: SourceRow, where: string): string[] {
  const { description } = row;
  const other = getOtherName(row);
  return [
    ...facts(
      description,
      /^(\w+), ([\d.]+) m \((\d+) ft\), drop ([\d.]+) m/,
      (kind, metres, feet, drop) =>
        `A ${kind} of ${thousands(metres)} m (${thousands(feet)} ft) ${where}, standing ${thousands(drop)} m above the lowest point of the ridge that joins it to higher ground.`,
    ),
    ...(other ? [`Also known as ${other}.`] : []),
    ...facts(description, /Summit: (.*?)\. Grid/, (summit) => `The highest point is recorded as ‘${summit}’.`),
    ...facts(
      description,
      /Grid ref (\w\w)(\d{3})(\d{3})/,
      (square, east, north) => `Grid reference ${square} ${east} ${north}.`,
    ),
  ];
}

function describeSettlement(row: SourceRow, where: string): string[] {
  const kind = row.subcategory === 'City or large town' ? 'city or large town' : row.subcategory.toLowerCase();
  const people = /Population ([\d,]+)/.exec(row.description)?.[1]?.replaceAll(',', '');
  // In GeoNames, population 1 means unknown.
  const noun = people && people !== '1' ? `A ${kind} of ${thousands(people)} people` : `A ${kind}`;
  return [
    `${noun} ${where}.`,
    ...facts(row.description, /Elevation about (-?\d+) m/, (metres) => `It lies about ${metres} m above the sea.`),
  ];
}

/** Years that end in 00 or 50 usually mean a century. */
function describeFoundation({ year, century }: SourceRow): string[] {
  if (year === '') return [];
  return Number(year) % 50 === 0 ? [`It was founded in the ${century}.`] : [`It was founded in ${year}.`];
}

const COUNCILS: Readonly<Record<string, string>> = {
  'City of Edinburgh': 'Edinburgh',
  'Aberdeen City': 'Aberdeen',
  'Dundee City': 'Dundee',
  'Glasgow City': 'Glasgow',
  'Scottish Borders': 'the Scottish Borders',
  'Orkney Islands': 'Orkney',
  'Shetland Islands': 'Shetland',
};
const DIRECTIONS = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'] as const;
/** A settlement nearer than this is the town itself. */
const CLOSE_KILOMETRES = 1.5;
/** Approximate radius of a town by population; within it a direction would be more precise than the gazetteer. */
const TOWN_RADIUS = [
  { population: 150_000, kilometres: 7 },
  { population: 30_000, kilometres: 4 },
  { population: 8000, kilometres: 2.5 },
  { population: 0, kilometres: 1.5 },
] as const;

/** Returns a phrase such as 'in Highland, 12 km south-west of Kyle of Lochalsh'. */
function formatPosition(row: SourceRow, position: Position | null): string {
  const council = COUNCILS[row.council_area] ?? row.council_area;
  if (!position) return `in ${council}`;
  const town = findNearestTown(position);
  const { kilometres } = town;
  if (row.category === 'Town or village' && kilometres < CLOSE_KILOMETRES) return `in ${council}`;
  if (kilometres < getRadius(town))
    return town.name === council ? `in ${council}` : `in or near ${town.name}, ${council}`;
  return `in ${council}, ${Math.round(kilometres)} km ${getDirection(town, position)} of ${town.name}`;
}

function getRadius({ population }: Place): number {
  return TOWN_RADIUS.find((step) => population >= step.population)!.kilometres;
}

function getDirection(from: Position, to: Position): string {
  const east = (to.longitude - from.longitude) * Math.cos((to.latitude * Math.PI) / 180);
  const angle = Math.atan2(east, to.latitude - from.latitude);
  return DIRECTIONS[(Math.round((angle / Math.PI) * 4) + 8) % 8]!;
}
