import { describe, expect, test } from 'vitest';
import { createTopology, join, ringPoints, type Ring } from './topology.ts';

const west: Ring = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
];
const east: Ring = [
  [1, 0],
  [2, 0],
  [2, 1],
  [1, 1],
  [1, 0],
];
const island: Ring = [
  [5, 5],
  [6, 5],
  [6, 6],
  [5, 5],
];

const areas = [
  { name: 'West', rings: [west] },
  { name: 'East', rings: [east, island] },
];

describe('topology', () => {
  test('stores the line between neighbours once', () => {
    const {
      arcs,
      areas: [first, second],
    } = createTopology(areas);
    expect(arcs).toHaveLength(4);
    const shared = first!.rings.flat().filter((arc) => second!.rings.flat().includes(~arc));
    expect(shared).toHaveLength(1);
    expect(arcs[shared[0]! < 0 ? ~shared[0]! : shared[0]!]!.map(String).toSorted()).toEqual(['1,0', '1,1']);
  });

  test('preserves the points of every ring', () => {
    const {
      arcs,
      areas: [first, second],
    } = createTopology(areas);
    const points = (ring: Ring) => new Set(ring.map(String));
    expect(points(ringPoints(first!.rings[0]!, arcs))).toEqual(points(west));
    expect(points(ringPoints(second!.rings[1]!, arcs))).toEqual(points(island));
  });
});

test('join returns the outline of the union', () => {
  const { arcs, areas: all } = createTopology(areas);
  const lines = all.flatMap(({ rings }) => rings.flat());
  const outline = join(
    lines.filter((arc) => !lines.includes(~arc)),
    arcs,
  ).map((ring) => ringPoints(ring, arcs));
  expect(outline).toHaveLength(2);
  expect(outline.every((ring) => String(ring[0]) === String(ring.at(-1)))).toBe(true);
  expect(new Set(outline.flat().map(String))).toEqual(new Set([...west, ...east, ...island].map(String)));
});
