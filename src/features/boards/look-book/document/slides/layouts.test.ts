import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import type { LookBook, LookBookLocation, LookBookPhotograph } from '../look-book.ts';
import { createDrawing } from './drawing.ts';
import { listSlides } from './layouts.ts';
import { breakLines, measureHeight } from './measure.ts';
import { HEIGHT, type Slide } from './slide.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'slides-'));
afterAll(() => rm(folder, { recursive: true }));
for (const [name, width, height] of [
  ['wide', 300, 200],
  ['upright', 200, 300],
] as const)
  await sharp({ create: { width, height, channels: 3, background: '#396' } })
    .webp()
    .toFile(`${folder}/${name}.webp`);

const LONG =
  'The old manor house of Upper Strathglendevon with its walled garden and the ruined chapel of Saint Bride. ';
const photograph = (name: 'wide' | 'upright'): LookBookPhotograph => ({
  file: `${name}.webp`,
  ratio: name === 'wide' ? 1.5 : 2 / 3,
  alt: name,
  caption: LONG.repeat(3),
  credit: LONG,
  tally: '',
  focal: { x: 0.5, y: 0.5 },
});
const location = (title: string, text: string, photographs: readonly LookBookPhotograph[]): LookBookLocation => ({
  title,
  place: text.slice(0, 200) || 'Killin',
  url: `https://recce.example/find-a-location/${'very-long'.repeat(20)}`,
  description: text,
  isLockedIn: title.length > 20,
  isRefused: false,
  note: text,
  board: [{ label: 'State', value: 'Visited' }],
  facts: Array.from({ length: 14 }, (_, n) => ({ label: `Fact ${n}`, value: text.slice(0, 200) || 'None' })),
  answers: [{ guest: 'Isla, Director', answer: 'Yes', comment: text.repeat(3) }],
  furtherAnswers: '',
  map: null,
  photographs,
  permissions: '',
  attributions: [],
});
const book = (format: LookBook['format'], text: string): LookBook => ({
  title: text.slice(0, 250) || 'Episode 4',
  subtitle: text.slice(0, 250),
  siteName: 'Recce',
  language: 'en-GB',
  summary: '10 locations',
  cost: '',
  day: '29 Nov 2026',
  preparedBy: ['Isla Grant', `${'isla'.repeat(40)}@northlight.example`],
  colour: '#15303b',
  format,
  photographsPerPage: 4,
  logo: null,
  cover: photograph('upright'),
  hasContents: false,
  boardLabels: ['State'],
  sections: [0, 1].map((order) => ({
    number: order + 1,
    title: text.slice(0, 250) || 'Scene 12',
    status: `Locked in: ${text.slice(0, 250)}`,
    note: text.repeat(4),
    cost: '£450 to £1,200 (2 of 5 locations have no cost)',
    firstCount: 9,
    locations: Array.from({ length: order === 0 ? 10 : 1 }, (_, n) =>
      location(
        text.slice(0, 250) || `Mill ${n}`,
        text,
        Array.from({ length: n }, (__, each) => photograph(each % 2 === n % 2 ? 'wide' : 'upright')),
      ),
    ),
  })),
});

test.each([
  ['PPTX_16_9', 'texts of usual length', ''],
  ['PPTX_16_9', 'long texts', `${LONG.repeat(8)}\n\n`],
  ['PPTX_4_3', 'long texts', `${LONG.repeat(8)}\n\n`],
  ['PPTX_4_3', 'a word without end', 'W'.repeat(1_000)],
] as const)('nothing overflows on slides (%s) with %s', async (format, _name, text) => {
  const resolution = { ppi: 20, rendition: 320, map: null };
  const drawing = createDrawing(book(format, text), { folder, resolution, onPicture: () => {} });
  const slides: Slide[] = [];
  for await (const slide of listSlides(drawing)) slides.push(slide);
  expect(slides.length).toBeGreaterThan(15);
  for (const { title, items } of slides)
    for (const item of [title, ...items]) {
      expect(item.x + item.w).toBeLessThanOrEqual(drawing.width + 0.01);
      expect(item.y + item.h).toBeLessThanOrEqual(HEIGHT + 0.01);
      if (item.kind !== 'text') continue;
      expect(item.size).toBeGreaterThanOrEqual(5);
      expect(measureHeight(item.paragraphs, item.w, item.size)).toBeLessThanOrEqual(item.h + 0.01);
    }
});

test('breaks lines at spaces, and words that are wider than a line', () => {
  expect(breakLines('one two three', 0.5, 12)).toEqual(['one ', 'two ', 'three']);
  expect(breakLines('endless', 0.2, 12).join('')).toBe('endless');
  expect(breakLines('endless', 0.2, 12).length).toBeGreaterThan(2);
});
