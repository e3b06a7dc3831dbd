import { describe, expect, test } from 'vitest';
import { formatOverviewPath, parseOverviewName, toOverviewCamera } from './overview.ts';

const getName = (path: string) => path.split('/').at(-1)!;

describe('overview', () => {
  test('of a box is no closer than its map, by less than a step, and has a name that is read back', () => {
    const camera = toOverviewCamera({ center: [-4.123456, 57.5], zoom: 6.4 }, { width: 600, height: 800 });
    expect(camera).toEqual({ center: [-4.1235, 57.5], zoom: 6.25 });
    expect(parseOverviewName(getName(formatOverviewPath(camera)))).toEqual(camera);
  });

  test('covers a box that is larger than itself', () => {
    const { zoom } = toOverviewCamera({ center: [-4, 57], zoom: 8 }, { width: 2_400, height: 1_000 });
    expect(zoom).toBe(7);
  });

  test.each([
    '-4.1235,57.5000,6.30.svg',
    '-4.1235,57.5000,14.25.svg',
    '-4.1235,86.0000,6.25.svg',
    '-181.0000,57.5000,6.25.svg',
    '-4.12,57.50,6.25.svg',
    '-4.1235,57.5000,6.25.png',
    '',
  ])('has no file %j', (name) => expect(parseOverviewName(name)).toBeNull());
});
