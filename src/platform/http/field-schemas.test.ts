import { expect, test } from 'vitest';
import { firstName, nameOrNumber } from './field-schemas.ts';

test.each([
  ['Isla\r\nBcc: mallory@evil.example', 'Isla Bcc: mallory@evil.example'],
  ['Isla\u2028Robertson', 'Isla Robertson'],
  // Shown as "Isla (Locations Team)" without its last bracket, and turns what follows on the same line.
  ['Isla \u202E)maeT snoitacoL(', 'Isla  )maeT snoitacoL('],
  ['\u2067Isla\u2069', 'Isla'],
  // Letters of other scripts, and the marks that they need.
  ['نور', 'نور'],
  ['נועה\u200F', 'נועה\u200F'],
])('a name is one line without characters that turn a text: %j', (typed, name) => {
  expect(firstName.parse(typed)).toBe(name);
});

test.each(['IMAGE_ADDED', 'image_added', '7'])('accepts a name as %s', (value) => {
  expect(nameOrNumber([{ name: 'IMAGE_ADDED', number: 7 }]).parse(value)).toBe('IMAGE_ADDED');
});
