import { expect, test } from 'vitest';
import type { Comparable } from './comparable.ts';
import { getKeys, getLookupKeys } from './keys.ts';
import { countSharedPictures } from './picture-hashes.ts';
import { MIN_SCORE, compareLocations } from './score.ts';
import { compareTitles } from './title-words.ts';

const COMMON = new Set(['farm', 'railway', 'station']);
const isCommon = (word: string) => COMMON.has(word);
const place = (title: string, more: Partial<Comparable> = {}): Comparable => ({
  title,
  nearesttown: '',
  postcode: '',
  position: null,
  hashes: [],
  ...more,
});
const AYR = { latitude: 55.4586, longitude: -4.6292 };
const movedBy = (metres: number) => ({ ...AYR, latitude: AYR.latitude + metres / 111_195 });
const HASH = 'f0e1d2c3b4a59687';

test.each([
  ['Old Mill', 'The old mill', 1, 1],
  ['Old Mill', 'The Old Mill, Ayr', 0.9, 1],
  ['Kilmartin Quarry', 'Kilmartn Quarry', 0.9, 1],
  ['Farm', 'Farm', 0.3, 0.3],
  ['Ayr railway station', 'Troon railway station', 0, 0.4],
  ['Studio 1', 'Studio 2', 0.4, 0.6],
  ['Kelburn Castle', 'Dunure Harbour', 0, 0],
])('compares the titles %s and %s', (one, other, min, max) => {
  const similarity = compareTitles(place(one, { nearesttown: 'Ayr' }), place(other, { nearesttown: 'Ayr' }), isCommon);
  expect(similarity).toBeGreaterThanOrEqual(min);
  expect(similarity).toBeLessThanOrEqual(max);
});

test.each<[string, boolean, Comparable, Comparable]>([
  [
    'the same title 50 m away',
    true,
    place('Weir mill', { position: AYR }),
    place('Weir mill', { position: movedBy(50) }),
  ],
  [
    'another title and the same pictures',
    true,
    place('Weir mill', { hashes: [HASH] }),
    place('Ruin', { hashes: [HASH] }),
  ],
  ['a common title nearby', false, place('Farm', { position: AYR }), place('Farm', { position: movedBy(300) })],
  [
    'neighbours',
    false,
    place('Weir mill', { position: AYR, postcode: 'KA71AA' }),
    place('Bakery', { position: AYR, postcode: 'KA71AA' }),
  ],
  [
    'the same title far away',
    false,
    place('Weir mill', { position: AYR }),
    place('Weir mill', { position: movedBy(50_000) }),
  ],
  [
    'a stock picture far away',
    false,
    place('Weir mill', { position: AYR, hashes: [HASH] }),
    place('Ruin', { position: movedBy(50_000), hashes: [HASH] }),
  ],
])('scores %s', (_, isLikely, one, other) => {
  expect(compareLocations(one, other, isCommon).score >= MIN_SCORE).toBe(isLikely);
  expect(compareLocations(other, one, isCommon)).toEqual(compareLocations(one, other, isCommon));
});

test('counts pictures that differ in few bits, and none without structure', () => {
  const nearly = 'f0e1d2c3b4a59680';
  expect(countSharedPictures([HASH], [nearly])).toBe(1);
  expect(countSharedPictures([HASH, nearly], [HASH])).toBe(1);
  expect(countSharedPictures([HASH], ['0f1e2d3c4b5a6978'])).toBe(0);
  expect(countSharedPictures(['ffffffffffffffff'], ['ffffffffffffffff'])).toBe(0);
});

test('finds locations by neighbouring cells, the words of the title, the postcode and segments of a picture hash', () => {
  const one = place('The Weir Mill', { position: AYR, postcode: 'KA71AA', hashes: [HASH] });
  const sharedWith = (other: Comparable) => getLookupKeys(one).filter((key) => getKeys(other).includes(key));
  expect(sharedWith(place('Ruin', { position: movedBy(300) }))).toHaveLength(1);
  expect(sharedWith(place('Ruin', { position: movedBy(1_500) }))).toEqual([]);
  expect(sharedWith(place('Mill (weir)'))).toEqual(['W:weir', 'W:mill', 'T:mill weir']);
  expect(sharedWith(place('Ruin', { postcode: 'KA71AA' }))).toEqual(['P:KA71AA']);
  expect(sharedWith(place('Ruin', { hashes: ['00e1d2c3b4a59687'] }))).toHaveLength(3);
});
