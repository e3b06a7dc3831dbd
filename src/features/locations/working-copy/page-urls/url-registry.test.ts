import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RESERVED_URLS, locationUrl } from '../../catalogue/fields/page-url.ts';
import { UrlRegistry } from './url-registry.ts';

const title = fc.oneof(
  fc.constantFrom('Mill', 'mill 2', 'Boards', 'x'.repeat(150), `${'x'.repeat(147)} y`),
  fc.string(),
);

it('assigns a unique valid URL to every location, for any titles', () => {
  fc.assert(
    fc.property(fc.array(title, { maxLength: 30 }), (titles) => {
      const registry = new UrlRegistry(new Map([['mill', new Set(['another'])]]));
      const urls = titles.map((words, index) => registry.assign(words, `id ${index}`));
      expect(new Set(urls).size).toBe(titles.length);
      for (const url of urls) {
        expect(locationUrl.parse(url)).toBe(url);
        expect(RESERVED_URLS.has(url) || url === 'mill').toBe(false);
      }
    }),
  );
});

it('keeps the URL of a location, unless another one is still published there', () => {
  const locationIdsByUrl = new Map([
    ['mill', new Set(['a'])],
    ['quay', new Set(['a', 'b'])],
  ]);
  expect(new UrlRegistry(locationIdsByUrl).claim('mill', 'a')).toBeUndefined();
  expect(new UrlRegistry(locationIdsByUrl).claim('quay', 'b')).toContain('Another location');
});
