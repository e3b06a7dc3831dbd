import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitAtUrls } from './split-at-urls.ts';

const ORIGIN = 'https://recce.example';
const listUrls = (text: string, origin?: string) =>
  splitAtUrls(text, origin).flatMap((each) => (each.isUrl ? [each.text] : []));

test.each([
  ['See https://recce.example/boards/guest/a-b_c.', ['https://recce.example/boards/guest/a-b_c']],
  [
    '(https://recce.example/find?q=a&b=) and\nhttps://recce.example/',
    ['https://recce.example/find?q=a&b=', `${ORIGIN}/`],
  ],
  ['https://recce.example.evil.example/a https://recce.example@evil.example/', []],
  ['http://recce.example/a javascript:https:alert(1) recce.example/a https://recce.example', []],
  ['https://other.example/?https://recce.example/a', []],
])('finds the URLs of the site in ‘%s’', (text, urls) => expect(listUrls(text, ORIGIN)).toEqual(urls));

test('finds none without an origin, and loses nothing', () => {
  expect(listUrls(`${ORIGIN}/a`)).toEqual([]);
  const texts = fc.string({ unit: fc.constantFrom('https://', ORIGIN, '/', 'a', '.', ' ', '\n', '<', '"') });
  fc.assert(
    fc.property(texts, (text) => {
      const parts = splitAtUrls(text, ORIGIN).map((each) => each.text);
      expect(parts.join('')).toBe(text);
    }),
  );
});
