import { expect, test } from 'vitest';
import { suggestMapping } from './schema.ts';

test.each<[string, readonly string[], readonly (string | null)[], (readonly string[])?]>([
  ['of the Ordnance Survey', ['OS Easting', 'OS Northing'], ['easting', 'northing']],
  ['with an explanation in brackets', ['Title (required)', 'Coordinates (lat/lon)'], ['title', 'position']],
  ['with an explanation beside one without', ['Name (Gaelic)', 'Name'], [null, 'title']],
  ['X and Y above metres', ['X', 'Y'], ['easting', 'northing'], ['140300', '799500']],
  ['X and Y above degrees', ['X', 'Y'], ['longitude', 'latitude'], ['-6.88', '56,4989']],
  ['that say nothing', ['', '(note)', 'Remark of mine'], [null, null, null]],
])('suggests fields for headings %s', (_, headings, mapping, cells = []) => {
  expect(suggestMapping(headings, [{ cells }])).toEqual(mapping);
});
