import { expect, test } from 'vitest';
import scotland from '../../../../../regions/scotland/heading-words.json' with { type: 'json' };
import { buildScript } from '../build-script.ts';
import { createVocabulary } from '../headings/vocabulary.ts';
import { toScriptLines } from './pdf-layout.ts';
import { type TextPiece, readRows } from './pdf-rows.ts';

const VIEWPORT = [1, 0, 0, -1, 0, 792];
/** Of letters of Courier at 12 points. */
const WIDTH = 7.2;

const write = (left: number, top: number, str: string, width = str.length * WIDTH): TextPiece => ({
  str,
  transform: [12, 0, 0, 12, left, 792 - top],
  width,
  height: 12,
});

function read(...pages: TextPiece[][]) {
  const lines = toScriptLines(pages.map((pieces) => readRows(pieces, VIEWPORT)));
  return buildScript({ format: 'pdf', title: null, lines, pages: pages.length }, createVocabulary(scotland));
}

test('joins pieces by their positions, whatever their order', () => {
  const { scenes } = read([
    write(180, 72, 'ILL - DAY'),
    write(108, 100, 'The'),
    write(108, 72.4, 'INT.'),
    write(140, 100, 'wheel.'),
    write(540, 72, '12'),
    write(172.8, 71.8, 'M'),
    write(144, 72, 'OLD'),
    write(60, 72, '12'),
  ]);
  expect(scenes).toMatchObject([{ number: '12', heading: 'INT. OLD MILL - DAY', action: 'The wheel.' }]);
});

test('reads numbers of four digits, which nearly touch the heading', () => {
  const { scenes } = read([write(60, 72, '1000'), write(108, 72, 'EXT. GLEN - DAY'), write(540, 72, '1000')]);
  expect(scenes).toMatchObject([{ number: '1000', heading: 'EXT. GLEN - DAY' }]);
});

test('leaves out the headers of pages, but not a heading with which many pages begin', () => {
  const page = (number: number, heading: string) => [
    write(250, 36, `BLUE REV. ${number}.`),
    write(108, 72, heading),
    write(108, 100, 'Rain.'),
    write(108, 114, `${'More '.repeat(number)}rain.`),
    write(300, 750, String(number)),
  ];
  const numbered = read(page(1, '4 INT. BOTHY - DAY'), page(2, '7 INT. BOTHY - DAY'), page(3, '9 INT. BOTHY - DAY'));
  expect(numbered.scenes.map(({ number, action }) => [number, action])).toEqual([
    ['4', 'Rain. More rain.'],
    ['7', 'Rain. More More rain.'],
    ['9', 'Rain. More More More rain.'],
  ]);
  const same = read(page(1, 'INT. BOTHY'), page(2, 'INT. BOTHY'), page(3, 'INT. BOTHY'));
  expect(same.scenes).toHaveLength(3);
  const growing = [1, 2, 3, 4].map((number) => page(number, `${number} INT. CELL - DAY ${number}`));
  expect(read(...growing).scenes.map(({ number, heading }) => [number, heading])).toEqual(
    growing.map((_, index) => [String(index + 1), 'INT. CELL - DAY']),
  );
  const continued = [1, 2, 3].map((number) => page(number, `INT. CELL - DAY (CONT'D) ${number}`));
  expect(read(...continued)).toMatchObject({
    scenes: [],
    possibleHeadings: continued.map(() => ({ reason: expect.stringContaining('header') as unknown })),
  });
});

test('joins a heading that is wrapped, and leaves out a slanted watermark', () => {
  const watermark = { str: 'EXT. COPY', transform: [30, 30, -30, 30, 200, 300], width: 200, height: 42 };
  const { scenes } = read([
    write(108, 72, 'EXT. MOTORWAY SERVICES, CAR PARK, NORTH SIDE, LORRY BAYS -'),
    write(108, 84, 'NIGHT'),
    write(108, 108, 'Engines idle.'),
    write(108, 120, 'All of them.'),
    watermark,
  ]);
  expect(scenes).toMatchObject([{ timeOfDay: 'NIGHT', action: 'Engines idle. All of them.' }]);
});
