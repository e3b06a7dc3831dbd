import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import ireland from '../../../../../regions/ireland/heading-words.json' with { type: 'json' };
import scotland from '../../../../../regions/scotland/heading-words.json' with { type: 'json' };
import { buildScript } from '../build-script.ts';
import { readText } from '../formats/text.ts';
import { judgeLine } from './read-heading.ts';
import { createVocabulary } from './vocabulary.ts';

const vocabulary = createVocabulary([...scotland, ...ireland]);
const APART = { isBlankBefore: true, isBlankAfter: true, isInDialogue: false, hasIntExtHeadings: false };

/** Describes a heading as 'INT mill, floor 2 | EXT road @ night'. */
function read(line: string, context = APART): string | undefined {
  const judgement = judgeLine(vocabulary, line, context);
  if (!judgement) return undefined;
  if ('reason' in judgement) return `? ${judgement.reason}`;
  const { number, places, timeOfDay } = judgement.heading;
  const named = places.map(({ intExt, name, subPlaces }) => [intExt ?? '-', [name, ...subPlaces].join(', ')].join(' '));
  return `${number === null ? '' : `#${number} `}${named.join(' | ')}${timeOfDay === null ? '' : ` @ ${timeOfDay}`}`;
}

test.each([
  ['INT. OLD MILL, FLOOR 2 - NIGHT', 'INT OLD MILL, FLOOR 2 @ NIGHT'],
  ['INT. OLD MILL - FLOOR 2 - NIGHT', 'INT OLD MILL, FLOOR 2 @ NIGHT'],
  ['INT. MILL (RAIN) – LATER THAT NIGHT (1893)', 'INT MILL @ LATER THAT NIGHT (1893)'],
  ['EXT/INT. CAR / ROAD - DAY', 'EXT CAR | INT ROAD @ DAY'],
  ['INT. CAR / EXT. ROAD - NIGHT', 'INT CAR | EXT ROAD @ NIGHT'],
  ['INT. CAR - DAY / EXT ROAD - NIGHT', 'INT CAR | EXT ROAD @ NIGHT'],
  ['INT. KITCHEN / DINING ROOM - DAY', 'INT KITCHEN / DINING ROOM @ DAY'],
  ['I/E. FERRY - DAWN', 'INT/EXT FERRY @ DAWN'],
  ['INT: BARN', 'INT BARN'],
  ['12 INT. ROOM 12 - DAY 12', '#12 INT ROOM 12 @ DAY'],
  ['12A. EXT. ROAD - DAY', '#12A EXT ROAD @ DAY'],
  ['SCENE 4: INT. BAR - DAY', '#4 INT BAR @ DAY'],
  ['EXT. ROAD - DAY #12-A#', '#12-A EXT ROAD @ DAY'],
  ['13 THE ROAD - NIGHT 13', '#13 - THE ROAD @ NIGHT'],
  ['**INT. BAR - DAY**', 'INT BAR @ DAY'],
  ["INT. ST. ANDREW'S, WARD 4. DAY", "INT ST. ANDREW'S, WARD 4 @ DAY"],
  ['INT. BAR NIGHT', 'INT BAR @ NIGHT'],
  ['EXT. BEACH--SUNSET', 'EXT BEACH @ SUNSET'],
  ['INT. HOTEL - NIGHT CLUB', 'INT HOTEL, NIGHT CLUB'],
  ['CUT TO: INT. BAR - DAY', 'INT BAR @ DAY'],
  ['FLASHBACK - INT. SCHOOL - DAY', 'INT SCHOOL @ DAY'],
  ['Int. Kitchen - Day', 'INT Kitchen @ Day'],
  ['lNT. SHOP - DAY', '- lNT. SHOP @ DAY'],
  ['TAOBH A-MUIGH. TRÀIGH - LATHA', 'EXT TRÀIGH @ LATHA'],
  ['A‑STAIGH. TAIGH - OIDHCHE', 'INT TAIGH @ OIDHCHE'],
  ['TAOBH ISTIGH. TEACH - OÍCHE', 'INT TEACH @ OÍCHE'],
  ['INNEN/NACHT MÜHLE', 'INT MÜHLE @ NACHT'],
  ['AUßEN. MÜHLE. HOF. TAG', 'EXT MÜHLE, HOF @ TAG'],
  ['INT. NUIT - MOULIN, CUISINE', 'INT MOULIN, CUISINE @ NUIT'],
  ['3. INT. MOLINO. NOCHE', '#3 INT MOLINO @ NOCHE'],
  ['14 OMITTED 14', '#14 - OMITTED'],
  ['Est. 1893, says the sign.', '? reads like a sentence'],
  ['Interior design is what she does, mostly, in town.', '? reads like a sentence'],
  ['INT.', '? names no place'],
  ['INTERCUT - TELEPHONE', '? has no INT or EXT'],
  ['24 HOURS LATER', '? has no INT or EXT'],
  ['He reads INT. WARD on the door.', '? has INT or EXT in the middle'],
  ['INTERNAL AFFAIRS', undefined],
  ['EXTRACTED 1893', undefined],
  ['A-muighe', undefined],
  ['Мельница стоит. ИНТ не слово.', undefined],
  ['MORAG', undefined],

  // Brackets: another place, the time, or a remark.
  ["INT. KITCHEN (MORAG'S FLAT) - DAY", "INT KITCHEN, MORAG'S FLAT @ DAY"],
  ["INT. KITCHEN (MORAG'S FLAT - GLASGOW) - DAY", "INT KITCHEN, MORAG'S FLAT, GLASGOW @ DAY"],
  ['INT. MILL (NIGHT)', 'INT MILL @ NIGHT'],
  ['INT. MILL NIGHT (RAIN)', 'INT MILL @ NIGHT'],
  ['INT. CAR (MOVING) - DAY (FLASHBACK)', 'INT CAR @ DAY (FLASHBACK)'],
  ["INT. MILL (CONT'D) - DAY", 'INT MILL @ DAY'],
  ['INT. (KITCHEN) (1893) - DAY', 'INT KITCHEN @ DAY'],

  // The place first.
  ['KÜCHE - INNEN/TAG', 'INT KÜCHE @ TAG'],
  ['12 CHAMBRE - INT/JOUR', '#12 INT CHAMBRE @ JOUR'],
  ['CUISINE - INT JOUR', 'INT CUISINE @ JOUR'],
  ['CUISINE INT. JOUR', 'INT CUISINE @ JOUR'],
  ['IL EST MIDI', undefined],
  ['COCINA, INT, NOCHE', 'INT COCINA @ NOCHE'],
  ['RUE DU PORT - EXT. NUIT', 'EXT RUE DU PORT @ NUIT'],
  ['COCINA - INT - DÍA', 'INT COCINA @ DÍA'],
  ['VOITURE / ROUTE - INT./EXT. NUIT', 'INT VOITURE | EXT ROUTE @ NUIT'],
  ['TRÀIGH - TAOBH A-MUIGH - LATHA', 'EXT TRÀIGH @ LATHA'],
  ['KÜCHE, HOF - AUSSEN', 'EXT KÜCHE, HOF'],
  ['COCINA - INT - LUNES', '? has INT or EXT in the middle'],

  // The time of day.
  ['INT. MILL - NEXT DAY - NIGHT', 'INT MILL @ NIGHT'],
  ['INT. MILL - DAY 2 - NIGHT', 'INT MILL @ NIGHT'],
  ['INT. MILL - NIGHT - DAY 2', 'INT MILL @ NIGHT'],
  ['INT. MILL - PRESENT DAY - NIGHT', 'INT MILL @ NIGHT'],
  ['INT. MILL - LATER - NIGHT', 'INT MILL @ NIGHT'],
  ['INT. MILL - NIGHT - KITCHEN', 'INT MILL, KITCHEN @ NIGHT'],
  ["INT. MILL - NIGHT - MORAG'S DREAM", 'INT MILL @ NIGHT'],
  ['INT. CELL - NIGHT, RAIN', 'INT CELL @ NIGHT'],
  ['INT. MIDNIGHT - BAR - NIGHT', 'INT MIDNIGHT, BAR @ NIGHT'],
  ['INT. KITCHEN - FLASHBACK - DAY', 'INT KITCHEN @ DAY'],
  ['INT. MILL - MID-MORNING', 'INT MILL @ MID-MORNING'],
  ['INT. MILL-MID-MORNING', 'INT MILL @ MID-MORNING'],
  ['INT. MILL PRE-DAWN', 'INT MILL @ PRE-DAWN'],
  ['INT. CO-OP-NIGHT', 'INT CO-OP @ NIGHT'],
  ["EXT. PLAGE - FIN D'APRÈS-MIDI", "EXT PLAGE @ FIN D'APRÈS-MIDI"],
  ['EXT. TRÀIGH - BEUL NA H-OIDHCHE', 'EXT TRÀIGH @ BEUL NA H-OIDHCHE'],

  // Signs without spaces.
  ["INT. MORAG'S FLAT--KITCHEN--DAY", "INT MORAG'S FLAT, KITCHEN @ DAY"],
  ["INT. MORAG'S FLAT/KITCHEN - DAY", "INT MORAG'S FLAT, KITCHEN @ DAY"],
  ["INT. MORAG'S FLAT: KITCHEN - DAY", "INT MORAG'S FLAT, KITCHEN @ DAY"],
  ['INT. KITCHEN/DINING ROOM - DAY', 'INT KITCHEN/DINING ROOM @ DAY'],
  ['INT/EXT. HOUSE/GARDEN - DAY', 'INT HOUSE | EXT GARDEN @ DAY'],
  ['INT. FLAT 1/2 - DAY', 'INT FLAT 1/2 @ DAY'],
  ['I./E. CAR', 'INT/EXT CAR'],
  ['I./A. ZUG - TAG', 'INT/EXT ZUG @ TAG'],
  ['INT-MILL-DAY', '? has a hyphen after INT or EXT'],

  // No headings.
  ['INTERIOR LIGHTS FLICKER.', '? reads like a sentence'],
  ['DAY - LATER', '? has no INT or EXT'],
  ['INT. NIGHT - LATER', '? names no place'],

  // Brackets that do not match.
  ['INT. MILL (LOFT))()', 'INT MILL ), LOFT'],

  // What stands around the heading.
  ['[INT. MILL - DAY]', 'INT MILL @ DAY'],
  ['“INT. MILL – DAY”', 'INT MILL @ DAY'],
  ['(12) INT. MILL (NIGHT)', '#12 INT MILL @ NIGHT'],
  ['EXT. ROAD - DAY   SMASH CUT TO:', 'EXT ROAD @ DAY'],
  ['EXT. ROAD ‒ DAY', 'EXT ROAD @ DAY'],
  ['EXT. ROAD − JUST BEFORE DAWN', 'EXT ROAD @ JUST BEFORE DAWN'],
  ['EXT. ROAD - CHRISTMAS MORNING', 'EXT ROAD @ CHRISTMAS MORNING'],
  ['EXT. PORT - TOMBÉE DE LA NUIT', 'EXT PORT @ TOMBÉE DE LA NUIT'],

  // Numbers.
  ['12A INT. MILL NIGHT 12A', '#12A INT MILL @ NIGHT'],
  ['12 INT. MILL NIGHT 12', '#12 INT MILL @ NIGHT'],
  ['13 INT. MILL 13', '#13 INT MILL'],
  ['12 INT. ROOM 12', '#12 INT ROOM 12'],
  ['12-A INT. MILL - DAY', '#12-A INT MILL @ DAY'],
  ['12/13 INT. MILL - DAY', '#12/13 INT MILL @ DAY'],
  ['#12 INT. MILL - DAY', '#12 INT MILL @ DAY'],
  ['SÉQUENCE 12 - INT. MOULIN - NUIT', '#12 INT MOULIN @ NUIT'],
  ['SC. 12 – INT. MILL - NIGHT', '#12 INT MILL @ NIGHT'],
])('reads %s', (line, expected) => expect(read(line)).toBe(expected));

test('takes a line in dialogue for a heading only in capitals', () => {
  const context = { isBlankBefore: false, isBlankAfter: false, isInDialogue: true, hasIntExtHeadings: false };
  expect(read('EXT. 4471 she says', context)).toBe('? is in dialogue');
  expect(read('EXT. BOTHY - NIGHT', context)).toBe('EXT BOTHY @ NIGHT');
});

test.each([
  ['INTERIOR MINISTER', { isBlankAfter: false }, '? may be the name of a speaker'],
  ['EXT TOO', { isBlankBefore: false, isInDialogue: true }, '? is in dialogue'],
  ['KÜCHE - INNEN/TAG', { isInDialogue: true }, '? is in dialogue'],
  ['TITLE CARD - THREE DAYS LATER', { hasIntExtHeadings: true }, '? has no INT or EXT'],
  ['CUT TO BLACK - NIGHT', { hasIntExtHeadings: true }, '? has no INT or EXT'],
  ['ACT 2 - MORNING', { hasIntExtHeadings: true }, '? has no INT or EXT'],
  ['13 THE ROAD - NIGHT 13', { hasIntExtHeadings: true }, '#13 - THE ROAD @ NIGHT'],
])('reads %s where it stands', (line, context, expected) =>
  expect(read(line, { ...APART, ...context })).toBe(expected),
);

const start = fc.constantFrom(...vocabulary.starts.map(({ word }) => word));
const ending = fc.string({ unit: fc.constantFrom(...'ABcdé12 .,-/()#*:\'"–'), maxLength: 60 });
const prose = fc.constantFrom('MORAG', 'Rain.', '', '', '(quietly)', 'CUT TO:', '12.', '= note', '! INT. X');
const document = fc.array(
  fc.oneof(
    prose,
    fc.tuple(start, fc.constantFrom('. ', ': ', ' ', '/EXT. '), ending).map((words) => words.join('')),
  ),
  { maxLength: 20 },
);

describe('of any text', () => {
  const readDocument = (lines: readonly string[]) => buildScript(readText(lines.join('\n'), 'fountain'), vocabulary);

  test('every line that begins with INT or EXT is a scene, or a possible heading', () => {
    fc.assert(
      fc.property(document, (lines) => {
        const { scenes, possibleHeadings } = readDocument(lines);
        const reported = [...scenes, ...possibleHeadings].map(({ line }) => line);
        expect(new Set(reported).size).toBe(reported.length);
        const lost = lines.filter((line, index) => {
          // The second line of a heading that is wrapped.
          const isJoined = reported.includes(index);
          return judgeLine(vocabulary, line, APART) && !isJoined && !reported.includes(index + 1);
        });
        expect(lost).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  test('scenes are in the order of their lines, and have at least an eighth', () => {
    fc.assert(
      fc.property(document, (lines) => {
        const { scenes } = readDocument(lines);
        expect(scenes.map(({ line }) => line)).toEqual(scenes.map(({ line }) => line).toSorted((a, b) => a - b));
        for (const { eighths, isOmitted } of scenes) expect(eighths).toBeGreaterThanOrEqual(isOmitted ? 0 : 1);
      }),
    );
  });

  test('no text makes reading slow', () => {
    const length = 100_000;
    for (const repeated of [
      ' ',
      '(',
      '-',
      '[[',
      '[[\n\n',
      '/*',
      'INT/',
      '*',
      '#',
      'A B ',
      'INT. A-\n',
      '(\n',
      'INT. A - ',
      'A - INT ',
      'INT. A (',
      'INT-',
      'A/',
    ]) {
      const text = repeated.repeat(length / repeated.length);
      const before = performance.now();
      readDocument([`INT. ${text}`, `${text}]]`]);
      expect(performance.now() - before, JSON.stringify(repeated)).toBeLessThan(10_000);
    }
  });
});
