import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeFields } from './merge-fields.ts';
import { LOCATION_FIELDS, type LocationField, type LocationFields } from './lookup.ts';
import { getEmptyFields, isSame } from './values.ts';

/** Few values, so that sides often agree. */
const value: Readonly<Partial<Record<LocationField, fc.Arbitrary<unknown>>>> = {
  title: fc.constantFrom('', 'Mill', 'Old mill'),
  postcode: fc.constantFrom('', 'EH1 1RE', 'PA74 6NH'),
  category: fc
    .subarray(['Mill or factory', 'Ruin', 'Island'])
    .chain((names) => fc.shuffledSubarray(names, { minLength: names.length })),
  latitude: fc.constantFrom(null, 56.5, 57),
  map_precision: fc.constantFrom('exact', 'near', 'area'),
  address_public: fc.boolean(),
};
const fields = fc
  .record(value)
  .map((some): LocationFields => ({ ...getEmptyFields(LOCATION_FIELDS), ...(some as Partial<LocationFields>) }));

test('keeps changes of one side, and reports different changes of both sides as a conflict', () => {
  fc.assert(
    fc.property(fields, fields, fields, (base, mine, theirs) => {
      const merged = mergeFields(base, mine, theirs);
      for (const field of LOCATION_FIELDS) {
        const isMine = !isSame(mine[field], base[field]);
        const isTheirs = !isSame(theirs[field], base[field]);
        const isConflict = isMine && isTheirs && !isSame(mine[field], theirs[field]);
        expect(merged.conflicts.includes(field)).toBe(isConflict);
        expect(merged.mine[field]).toEqual(isMine ? mine[field] : theirs[field]);
      }
    }),
  );
});

test('is symmetric: same conflicts, and the same result for all other fields', () => {
  fc.assert(
    fc.property(fields, fields, fields, (base, mine, theirs) => {
      const here = mergeFields(base, mine, theirs);
      const there = mergeFields(base, theirs, mine);
      expect(there.conflicts).toEqual(here.conflicts);
      const differing = LOCATION_FIELDS.filter((field) => !isSame(here.mine[field], there.mine[field]));
      expect(here.conflicts).toEqual(expect.arrayContaining(differing));
    }),
  );
});

test('reports an unresolved conflict again in the next merge', () => {
  fc.assert(
    fc.property(fields, fields, fields, (base, mine, theirs) => {
      const once = mergeFields(base, mine, theirs);
      expect(mergeFields(once.base, once.mine, theirs).conflicts).toEqual(once.conflicts);
    }),
  );
});
