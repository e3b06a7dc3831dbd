import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MISSING_PARTS, formatMissingParts, getPublishability } from './publishability.ts';
import { getImagesProblem } from '../editing/images/image-requirements.ts';
import { toPublicPosition } from '../catalogue/published/public-position.ts';
import type { Position } from '../../geography/schema.ts';
import { FACET_FIELDS } from '../catalogue/schema.ts';

const anywhere: fc.Arbitrary<Position> = fc.record({
  latitude: fc.double({ min: -89, max: 89, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

function kilometresBetween(a: Position, b: Position): number {
  const north = (a.latitude - b.latitude) * 111.32;
  const east = (a.longitude - b.longitude) * 111.32 * Math.cos((a.latitude * Math.PI) / 180);
  return Math.hypot(north, east);
}

describe('the public position', () => {
  it('is exact to about a metre, if the owner allows it', () => {
    expect(toPublicPosition({ latitude: 56.1234567, longitude: -4.7654321 }, 'exact')).toEqual({
      latitude: 56.12346,
      longitude: -4.76543,
    });
  });

  it.each([
    ['near', 1],
    ['area', 5],
  ] as const)('stays in the cell: %s is at most half a diagonal of %i km away', (precision, cell) => {
    fc.assert(
      fc.property(anywhere, (exact) => {
        // A hundredth more, for the width of a cell is that of its middle.
        expect(kilometresBetween(exact, toPublicPosition(exact, precision))).toBeLessThan(cell * Math.SQRT1_2 * 1.01);
      }),
    );
  });

  it('is the same for every point of a cell, so that it does not reveal the exact one', () => {
    fc.assert(
      fc.property(anywhere, fc.constantFrom('near', 'area'), (exact, precision) => {
        const shown = toPublicPosition(exact, precision);
        expect(toPublicPosition(shown, precision)).toEqual(shown);
      }),
    );
  });
});

describe('the requirements for publishing', () => {
  const images = [{ state: 'READY', primary: true }] as const;
  const complete = {
    title: 'Mill',
    address1: '1 Weir Road',
    options: new Set(FACET_FIELDS),
    images,
    owner_deleted: false,
    published_without: [],
  };

  it('are a title, an address, an option of each field and valid images', () => {
    expect(getPublishability(complete)).toEqual({ problem: null, missingParts: [] });
  });

  it('are reported by field', () => {
    const { problem } = getPublishability({ ...complete, address1: null, options: new Set(['category', 'setting']) });
    expect(problem?.message).toBe('There are mandatory fields not filled');
    expect(Object.keys(problem?.fields ?? {})).toEqual([
      'address1',
      'century',
      'condition',
      'ownershiptype',
      'localauthority',
      'filmoffice',
    ]);
    const message = 'Add at least one image.';
    expect(getPublishability({ ...complete, images: [] }).problem).toEqual({ message, fields: { images: message } });
  });

  it('exclude what was missing when it was last published, except the title', () => {
    const bare = {
      ...complete,
      address1: null,
      options: new Set<never>(),
      images: [],
      published_without: MISSING_PARTS,
    };
    expect(getPublishability(bare)).toEqual({ problem: null, missingParts: MISSING_PARTS });
    expect(formatMissingParts(['address1', 'condition', 'images'])).toBe('Address 1, Condition, Images');
    expect(Object.keys(getPublishability({ ...bare, title: '' }).problem?.fields ?? {})).toEqual(['title']);
    expect(getPublishability({ ...bare, published_without: ['images'] }).missingParts).toEqual(['images']);
  });

  it('include valid images, even if it was published without images', () => {
    const problem = (state: 'PROCESSING' | 'FAILED') =>
      getPublishability({ ...complete, images: [{ state, primary: true }], published_without: ['images'] }).problem;
    expect(problem('PROCESSING')?.message).toContain('still being processed');
    expect(problem('FAILED')?.message).toContain('could not be processed');
  });
});

describe('the images of a location', () => {
  const ready = { state: 'READY', primary: false } as const;

  it('can be published if all are processed and one is primary', () => {
    expect(getImagesProblem([ready, { ...ready, primary: true }])).toBeUndefined();
  });

  it.each([
    ['there are none', [], 'Add at least one image.'],
    ['none is primary', [ready], 'Choose exactly one primary image.'],
    ['one is in the works', [ready, { ...ready, state: 'PROCESSING' as const }], 'still being processed'],
    ['one failed', [ready, { ...ready, state: 'FAILED' as const }], 'could not be processed'],
  ])('may not when %s', (_, images, message) => {
    expect(getImagesProblem(images)).toContain(message);
  });

  it('may not while any is uploaded, even the first', () => {
    expect(getImagesProblem([], 1)).toContain('still being uploaded');
    expect(getImagesProblem([{ ...ready, primary: true }], 1)).toContain('still being uploaded');
  });
});
