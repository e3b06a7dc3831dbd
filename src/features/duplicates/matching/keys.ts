import type { Comparable } from './comparable.ts';
import { getHashBands, listUsefulHashes } from './picture-hashes.ts';
import { getTitleWords } from './title-words.ts';

/** Degrees of a cell of the grid. In Scotland about 330 m by 350 m; positions in neighbouring cells are compared. */
const CELL_LATITUDE = 0.003;
const CELL_LONGITUDE = 0.0055;
const WORD = 'W:';

/** The keys that a location is found by. */
export function getKeys(location: Comparable): string[] {
  const words = getTitleWords(location);
  const cell = getCell(location);
  return [
    ...words.map(toWordKey),
    ...(words.length > 0 ? [`T:${words.toSorted().join(' ')}`] : []),
    ...(location.postcode === '' ? [] : [`P:${location.postcode}`]),
    ...(cell ? [toCellKey(cell)] : []),
    ...getBandKeys(location),
  ];
}

/** The keys of the locations that a location is compared with. */
export function getLookupKeys(location: Comparable): string[] {
  const cell = getCell(location);
  const neighbours = cell
    ? [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((x) => toCellKey({ y: cell.y + y, x: cell.x + x })))
    : [];
  return [...getKeys({ ...location, position: null }), ...neighbours];
}

/** The key of a word of a title. The number of locations that have it says how common the word is. */
export function toWordKey(word: string): string {
  return WORD + word;
}

/** Whether a key is that of a word. */
export function isWordKey(key: string): boolean {
  return key.startsWith(WORD);
}

function getBandKeys({ hashes }: Comparable): string[] {
  return [...new Set(listUsefulHashes(hashes).flatMap(getHashBands))].map((band) => `H${band}`);
}

function getCell({ position }: Comparable): { readonly x: number; readonly y: number } | null {
  return (
    position && { y: Math.floor(position.latitude / CELL_LATITUDE), x: Math.floor(position.longitude / CELL_LONGITUDE) }
  );
}

function toCellKey({ x, y }: { readonly x: number; readonly y: number }): string {
  return `G:${y}:${x}`;
}
