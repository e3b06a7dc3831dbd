import { describe, expect, test } from 'vitest';
import { findLocalAuthority } from '../boundaries/queries.server.ts';
import { findPostcodeDistrict } from './queries.server.ts';

describe('findPostcodeDistrict', () => {
  test.each([
    ['EH1 1RE', 'Edinburgh'],
    ['PA20 9AA', 'Argyll and Bute'],
    ['ZE1 0AA', 'Shetland Islands'],
    ['IV27 4AA', 'Highland'],
  ])('returns a position in the council of %s', (postcode, council) => {
    expect(findLocalAuthority(findPostcodeDistrict(postcode)!)).toContain(council);
  });

  test.each(['SW1A 1AA', 'GIR 0AA', ''])('returns null for %j', (postcode) => {
    expect(findPostcodeDistrict(postcode)).toBeNull();
  });
});
