import { expect, test } from 'vitest';
import { firstName } from './field-schemas.ts';

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
