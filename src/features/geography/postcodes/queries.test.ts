import { describe, expect, test } from 'vitest';
import { localAuthorityAt } from '../boundaries/queries.server.ts';
import { postcodeDistrict } from './queries.server.ts';

describe('postcodeDistrict', () => {
  test.each([
    ['EH1 1RE', 'Edinburgh'],
    ['PA20 9AA', 'Argyll and Bute'],
    ['ZE1 0AA', 'Shetland Islands'],
    ['IV27 4AA', 'Highland'],
  ])('returns a position in the council of %s', (postcode, council) => {
    expect(localAuthorityAt(postcodeDistrict(postcode)!)).toContain(council);
  });

  test.each(['SW1A 1AA', 'GIR 0AA', ''])('returns null for %j', (postcode) => {
    expect(postcodeDistrict(postcode)).toBeNull();
  });
});
