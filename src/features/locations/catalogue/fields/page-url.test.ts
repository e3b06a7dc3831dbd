import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locationUrl, toUrl } from './page-url.ts';

describe('the URL slug of a title', () => {
  it.each([
    ['Dùn Èideann', 'dun-eideann'],
    ["O'Neill’s Bar & Grill", 'oneills-bar-grill'],
    ['  1066 — The Mill!', '1066-the-mill'],
    ['Œuvre, Ægir & Łódź: Straße Sørøya', 'oeuvre-aegir-lodz-strasse-soroya'],
    ['城', 'location'],
  ])('of %s is %s', (title, address) => {
    expect(toUrl(title)).toBe(address);
  });

  it('is always valid', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (title) => {
        const address = toUrl(title);
        expect(locationUrl.parse(address)).toBe(address);
      }),
    );
  });
});
