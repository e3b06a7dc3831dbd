import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import scotland from '../../../../regions/scotland/heading-words.json' with { type: 'json' };
import expected from './fixtures/headings.json' with { type: 'json' };
import { REASONS } from './headings/read-heading.ts';
import { readScript } from '../../../../tests/support/read-script.ts';

const options = { headingWords: scotland };
const readBytes = (name: string) => new Uint8Array(readFileSync(new URL(`fixtures/${name}`, import.meta.url)));
const readFixture = (name: string, taken?: ReadonlySet<number>) =>
  readScript({ name, bytes: readBytes(name) }, taken ? { ...options, taken } : options);
const readLines = (...lines: string[]) => readScript({ text: lines.join('\n') }, options);

test('reads the headings of all formats: 98 % at least, at most 1 % false ones, and loses none silently', async () => {
  let total = 0;
  const missed: string[] = [];
  const lost: string[] = [];
  const wrong: string[] = [];
  for (const [name, headings] of Object.entries(expected)) {
    // oxlint-disable-next-line no-await-in-loop -- pdf.js reads one file at a time in this process
    const { scenes, possibleHeadings } = await readFixture(name);
    const read = scenes.map(({ heading }) => heading);
    const possible = possibleHeadings.map(({ text }) => text);
    total += headings.length;
    missed.push(...headings.filter((heading) => !read.includes(heading)));
    lost.push(
      ...headings.filter((heading) => !read.includes(heading) && !possible.some((text) => text.includes(heading))),
    );
    wrong.push(...read.filter((heading) => !headings.includes(heading)));
  }
  expect(Object.keys(expected).length).toBeGreaterThanOrEqual(20);
  expect(lost).toEqual([]);
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(total * 0.02);
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(total * 0.01);
});

test('reads numbers, lengths, speakers and omitted scenes of Final Draft', async () => {
  const { title, scenes, possibleHeadings } = await readFixture('weir.fdx');
  expect(title).toBe('THE WEIR');
  expect(scenes.map(({ number, eighths, isOmitted }) => [number, eighths, isOmitted])).toEqual([
    ['1', 3, false],
    ['2', 8, false],
    ['3', 0, true],
    ['4A', 11, false],
    ['5', 4, false],
  ]);
  expect(scenes[0]).toMatchObject({ characters: ['MORAG'], action: 'Water against the windows.' });
  expect(possibleHeadings).toMatchObject([{ text: 'INT. SLUICE ROOM - NIGHT', reason: 'is in an omitted scene' }]);
  const runs = await readFixture('runs.fdx');
  expect(runs.scenes[0]?.action).toBe('The year is 1984. The wheel turns.');
});

test('reads a page of a PDF by positions: margin numbers, two speakers side by side, no page headers', async () => {
  const { title, pages, scenes } = await readFixture('program.pdf');
  expect({ title, pages }).toEqual({ title: 'The Farm', pages: 3 });
  expect(scenes.map(({ number }) => number)).toEqual(['1', '2', '3', '4', '5A', '6', '7']);
  expect(scenes[2]).toMatchObject({
    action: 'A torch under water.\nThe torch goes out.',
    characters: ['ISLA', 'GREG'],
  });
  const others = await readFixture('text-processor.pdf');
  expect(others.scenes.map(({ action }) => action).join('\n')).not.toContain('GLASSHOUSE by');
});

test('leaves the bytes of a PDF as they are, and reads it again in the same way', async () => {
  const bytes = readBytes('program.pdf');
  const size = bytes.length;
  const first = await readScript({ name: 'program.pdf', bytes }, options);
  expect(bytes).toHaveLength(size);
  expect(await readScript({ name: 'program.pdf', bytes }, options)).toEqual(first);
});

test('takes a possible heading as a heading, also from an omitted scene', async () => {
  const { scenes, possibleHeadings } = await readFixture('weir.fdx');
  const taken = await readFixture('weir.fdx', new Set(possibleHeadings.map(({ line }) => line)));
  expect(taken.possibleHeadings).toEqual([]);
  expect(taken.scenes).toHaveLength(scenes.length + 1);
  expect(taken.scenes[3]).toMatchObject({ heading: 'INT. SLUICE ROOM - NIGHT', isOmitted: false });
});

test('shows a heading that is left out, also where script follows on its line', async () => {
  const text = 'EXT. QUAY - DAY\n\n/* Gone.\n\nINT. MILL - DAY */ He walks. [[note]]\n';
  const script = await readScript({ text }, options);
  expect(script.possibleHeadings).toMatchObject([{ line: 5, text: 'INT. MILL - DAY', reason: REASONS.leftOut }]);
  expect(script.scenes).toMatchObject([{ heading: 'EXT. QUAY - DAY', action: 'He walks.' }]);
  const taken = await readScript({ text }, { ...options, taken: new Set([5]) });
  expect(taken.scenes).toMatchObject([
    { heading: 'EXT. QUAY - DAY' },
    { heading: 'INT. MILL - DAY', action: 'He walks.' },
  ]);
});

test('reads double-spaced text by its paragraphs, and leaves out the headers of pages, also of revised ones', async () => {
  const { scenes } = await readFixture('double-spaced.txt');
  expect(scenes[1]).toMatchObject({
    characters: ['OONA', 'CORMAC'],
    action: 'OONA weighs pellets into a hopper. EXTRA FEED says the bag, in three languages.',
  });
  const revised = await readFixture('revised.txt');
  expect(revised.scenes.map(({ action }) => action).join(' ')).not.toContain('FORTY MINUTES');
  const { scenes: flats } = await readLines('INT. FLAT  1', '', 'A.', '', 'INT. FLAT  2', '', 'B.', '', 'INT. FLAT  3');
  expect(flats).toHaveLength(3);
});

test('estimates the length of scenes without pages by their lines', async () => {
  const { scenes, pages } = await readLines(
    'INT. MILL - DAY',
    '',
    ...Array.from({ length: 26 }, () => 'The wheel turns.\n'),
    'EXT. LADE - DAY',
    '',
    'Ducks.',
  );
  expect(scenes.map(({ eighths }) => eighths)).toEqual([8, 1]);
  expect(pages).toBe(2);
});

test('continues the time of the scene before', async () => {
  const { scenes } = await readLines('INT. MILL - NIGHT', '', 'EXT. LADE - CONTINUOUS', '', 'EXT. HILL', '', 'Rain.');
  expect(scenes.map(({ dayOrNight }) => dayOrNight)).toEqual(['NIGHT', 'NIGHT', null]);
  const omitted = await readLines('INT. MILL - NIGHT', '', '2 OMITTED 2', '', 'EXT. LADE - CONTINUOUS', '', 'Rain.');
  expect(omitted.scenes.map(({ dayOrNight }) => dayOrNight)).toEqual(['NIGHT', null, 'NIGHT']);
  const spanish = await readLines('INT. COCINA - NOCHE', '', 'INT. SALA - MÁS TARDE', '', 'Nada.');
  expect(spanish.scenes.map(({ dayOrNight }) => dayOrNight)).toEqual(['NIGHT', 'NIGHT']);
});

test('drops a heading that a page repeats, but not silently', async () => {
  const { scenes, possibleHeadings } = await readLines(
    '12 INT. MILL - NIGHT 12',
    '',
    'Dust.',
    '',
    "12 INT. MILL - NIGHT (CONT'D) 12",
    '',
    'More dust.',
  );
  expect(scenes).toMatchObject([{ number: '12', action: 'Dust.\nMore dust.' }]);
  expect(possibleHeadings).toMatchObject([{ line: 5, reason: 'repeats the heading of the scene' }]);
});

test('reads lines for the scenes that they are in: forced headings, speakers, titles', async () => {
  const { scenes, possibleHeadings } = await readLines(
    'INT. MILL - DAY',
    '',
    'INTERIOR MINISTER',
    'Open it.',
    '',
    'TITLE CARD - THREE DAYS LATER',
    '',
    '.221B BAKER STREET',
    '',
    '.1893',
    '',
    '."THE CROWN"',
    '',
    '.357 is what the label says.',
    '',
    '#12 INT. BAR - DAY',
  );
  expect(scenes.map(({ heading }) => heading)).toEqual([
    'INT. MILL - DAY',
    '221B BAKER STREET',
    '1893',
    '"THE CROWN"',
    'INT. BAR - DAY',
  ]);
  expect(scenes[0]).toMatchObject({ characters: ['INTERIOR MINISTER'], action: 'TITLE CARD - THREE DAYS LATER' });
  expect(possibleHeadings).toMatchObject([
    { text: 'INTERIOR MINISTER', reason: 'may be the name of a speaker' },
    { text: 'TITLE CARD - THREE DAYS LATER', reason: 'has no INT or EXT' },
  ]);
});

test('reads a Final Draft file with paragraphs in paragraphs in time in proportion to its length', async () => {
  const depth = 50_000;
  const xml = `<FinalDraft><Content>${'<Paragraph>'.repeat(depth)}${'</Paragraph>'.repeat(depth)}</Content></FinalDraft>`;
  const before = performance.now();
  const { scenes } = await readScript({ name: 'deep.fdx', bytes: new TextEncoder().encode(xml) }, options);
  expect(scenes).toEqual([]);
  expect(performance.now() - before).toBeLessThan(5_000);
});

test.each([
  ['a ZIP archive', 'script.docx', 'PK\u0003\u0004', /This file cannot be read\. Export it as PDF/],
  ['RTF', 'script.rtf', '{\\rtf1', /RTF files cannot be read/],
  ['a binary file', 'script.fdr', 'FDR\u0000\u0001', /not a text/],
  ['a damaged Final Draft file', 'script.fdx', '<FinalDraft><Content><Paragraph></Content>', /damaged/],
  ['a damaged PDF', 'script.pdf', '%PDF-1.7 nothing else', /damaged/],
])('says what to do with %s', async (_what, name, content, message) => {
  await expect(readScript({ name, bytes: new TextEncoder().encode(content) }, options)).rejects.toThrow(message);
});

test('reads UTF-16, Windows-1252 and files with a wrong ending', async () => {
  const text = 'INT. CAFÉ - DAY\r\n\r\nSoup.';
  const utf16 = new Uint8Array([0xff, 0xfe, ...new Uint8Array(Uint16Array.from(text, (c) => c.charCodeAt(0)).buffer)]);
  const windows = Uint8Array.from(text, (character) => character.charCodeAt(0));
  for (const bytes of [utf16, windows]) {
    // oxlint-disable-next-line no-await-in-loop -- two small texts
    const { scenes } = await readScript({ name: 'cafe.pdf', bytes }, options);
    expect(scenes).toMatchObject([{ heading: 'INT. CAFÉ - DAY' }]);
  }
});
