import { expect, it, test } from 'vitest';
import { checkFile } from './check-file.ts';
import { readSource } from './source.ts';

const check = (text: string) => checkFile(readSource(Buffer.from(text)), {});

test.each([
  ['degrees in one cell', 'title,position\nGranary,"56.4989, -6.8800"\n', 56.4989, -6.88],
  ['a grid reference', 'title,position\nShed,NM 403 995\n', 57.013327, -6.279698],
  ['easting and northing', 'title,easting,northing\nShed,140300,799500\n', 57.013327, -6.279698],
  [
    'easting and northing with separators',
    'title,easting,northing\nShed,"140,300","799 500.0"\n',
    57.013327,
    -6.279698,
  ],
  ['decimal commas', 'title;latitude;longitude\nBattery;56,0046;-2,5163\n', 56.0046, -2.5163],
  ['hemispheres', 'title,latitude,longitude\nBattery,56.0046 N,2.5163W\n', 56.0046, -2.5163],
  ['degrees of their own beside a grid reference', 'latitude,longitude,position\n56.5,-6.5,NM 403 995\n', 56.5, -6.5],
])('reads %s', (_, text, latitude, longitude) => {
  const { rows, problems } = check(text);
  expect(problems).toEqual([]);
  expect(rows[0]!.values).toMatchObject({
    latitude: expect.closeTo(latitude, 6),
    longitude: expect.closeTo(longitude, 6),
  });
});

test.each([
  ['position', 'title,position\nShed,by the pier\n'],
  ['easting', 'title,easting,northing\nShed,9140300,799500\n'],
  ['easting', 'title,easting,northing\nShed,140300,\n'],
  ['northing', 'title,northing\nShed,799500\n'],
])('reports what is no %s', (column, text) => {
  const { rows, problems } = check(text);
  expect(problems).toEqual([expect.objectContaining({ line: 2, column })]);
  expect(rows[0]!.values).toEqual({ title: 'Shed' });
});

it('empties the position where all cells that give it are empty', () => {
  expect(check('title,position,easting,northing\nShed,,,\n').rows[0]!.values).toMatchObject({
    latitude: null,
    longitude: null,
  });
});

it('warns of a cell with a character that could not be read', () => {
  const { problems, warnings } = check('title,remarks\nShed,Le\ufffdd\n');
  expect(problems).toEqual([]);
  expect(warnings).toEqual([expect.objectContaining({ line: 2, column: 'remarks' })]);
});
