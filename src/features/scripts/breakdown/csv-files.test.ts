import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { createScene, createScript } from '../../../../tests/support/breakdown-scripts.ts';
import { createBreakdown } from './breakdown.ts';
import { findConstraints } from './constraints.ts';
import { writeBreakdownCsv, writeScenesCsv } from './csv-files.ts';
import { summarize } from './summaries.ts';
import { detectLanguage } from './words.ts';

const script = createScript([
  createScene('INT. MILL', { number: '1', eighths: 12, dayOrNight: 'NIGHT', timeOfDay: 'NIGHT', action: 'Rain.' }),
  createScene(['INT. CAR', 'EXT. ROAD'], {
    number: '2A',
    eighths: 4,
    dayOrNight: 'DAY',
    characters: ['MORAG', 'CALUM'],
  }),
  createScene('EXT. OLD MILL, YARD', { eighths: 3, action: 'A man.' }),
  createScene('INT. =SUM(A1)', { number: '4', eighths: 0, isOmitted: true, action: 'Snow.' }),
]);
const language = detectLanguage(script.scenes);
const constraints = script.scenes.map((scene) => findConstraints(scene, language));
const { locations } = createBreakdown(script, language);

function parseCsv(text: string): Record<string, string>[] {
  return parse(text, { bom: true, columns: true });
}

test('writes the breakdown, the place with the most pages first', async () => {
  const rows = parseCsv(await writeBreakdownCsv(script, summarize(script, locations, constraints)));
  expect(rows.map((row) => [row['Place'], row['Pages'], row['Scenes']])).toEqual([
    ['MILL', '1.875', '1, (3)'],
    ['CAR', '0.5', '2A'],
    ['ROAD', '0.5', '2A'],
  ]);
  expect(rows[0]).toMatchObject({
    Eighths: '15',
    'Number of scenes': '2',
    'Interior (eighths)': '12',
    'Exterior (eighths)': '3',
    'Night (eighths)': '12',
    'Time not given (eighths)': '3',
    'Rain or storm': 'rain',
    Headings: 'INT. MILL\nEXT. OLD MILL, YARD',
  });
});

test('writes the places of each scene once, omitted scenes too', async () => {
  const rows = parseCsv(await writeScenesCsv(script, locations, constraints));
  expect(rows.map((row) => [row['Scene'], row['Places'], row['Eighths'], row['Omitted']])).toEqual([
    ['1', 'MILL', '12', 'No'],
    ['2A', 'CAR / ROAD', '4', 'No'],
    ['(3)', 'MILL', '3', 'No'],
    ['4', '', '0', 'Yes'],
  ]);
  expect(rows[1]).toMatchObject({ 'Interior or exterior': 'Interior / Exterior', Characters: 'MORAG, CALUM' });
  expect(rows[3]).toMatchObject({ Heading: 'INT. =SUM(A1)', Season: '' });
});
