import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RESERVED_URLS, locationUrl } from '../fields/page-url.ts';
import { UrlRegistry } from './url-registry.ts';

const title = fc.oneof(
  fc.constantFrom('Mill', 'mill 2', 'Boards', 'x'.repeat(150), `${'x'.repeat(147)} y`),
  fc.string(),
);

it('assigns a unique valid address to every location, for any titles', () => {
  fc.assert(
    fc.property(fc.array(title, { maxLength: 30 }), (titles) => {
      const book = new UrlRegistry(new Map([['mill', new Set(['another'])]]));
      const addresses = titles.map((words, index) => book.assign(words, `id ${index}`));
      expect(new Set(addresses).size).toBe(titles.length);
      for (const address of addresses) {
        expect(locationUrl.parse(address)).toBe(address);
        expect(RESERVED_URLS.has(address) || address === 'mill').toBe(false);
      }
    }),
  );
});

it('keeps the address of a location, unless another one is still published there', () => {
  const holders = new Map([
    ['mill', new Set(['a'])],
    ['quay', new Set(['a', 'b'])],
  ]);
  expect(new UrlRegistry(holders).claim('mill', 'a')).toBeUndefined();
  expect(new UrlRegistry(holders).claim('quay', 'b')).toContain('Another location');
});
