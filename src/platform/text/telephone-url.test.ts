import { expect, it } from 'vitest';
import { toTelephoneUrl } from './telephone-url.ts';

it.each([
  ['0131 496 0142', 'tel:01314960142'],
  ['(01) 679 0000', 'tel:016790000'],
  ['+44 131-496 0142', 'tel:+441314960142'],
  ['tel:(01) 679 0000', 'tel:016790000'],
])('%j is %j', (telephone, url) => expect(toTelephoneUrl(telephone)).toBe(url));
