import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';
import { gazetteer } from '../src/features/geography/gazetteer/queries.server.ts';
import { LOCHS, SEAS } from '../src/features/geography/basemap/waters.ts';

/**
 * Draws the letters of every name on our maps once, as outlines: a drawn map is a picture, which sees no font of the page and
 * must look the same on a machine that has none. Run it again after new names: node tools/map-glyphs.ts
 */
const TARGET = path.resolve(import.meta.dirname, '../src/features/geography/basemap/drawing/glyphs.json');
const SOURCE = '@fontsource-variable/archivo/files/archivo-latin-standard-normal.woff2';
const AXES = { wdth: 100, wght: 500 };
/** Outlines are in whole units, of which an em has so many: a tenth of a pixel on a drawn map. */
const UNITS_AN_EM = 240;

/** As much as is used of what subset-font itself reads fonts with. */
interface HarfBuzz {
  readonly Blob: new (font: Uint8Array) => object;
  readonly Face: new (blob: object) => { readonly upem: number };
  readonly Font: new (face: object) => {
    nominalGlyph(code: number): number | undefined;
    glyphToPath(id: number): string;
  };
  readonly Buffer: new () => {
    addText(text: string): void;
    guessSegmentProperties(): void;
    getGlyphInfosAndPositions(): { codepoint: number; xAdvance: number }[];
  };
  shape(font: object, buffer: object): void;
}

const require = createRequire(import.meta.url);
const harfBuzz = (await import(createRequire(require.resolve('subset-font')).resolve('harfbuzzjs'))) as HarfBuzz;

const { towns, abroad, islands } = gazetteer();
const names = [
  ...[...towns, ...abroad, ...islands, ...LOCHS].map(({ name }) => name),
  ...SEAS.map(({ name }) => name.toUpperCase()),
];
const characters = [...new Set(names.join(''))].toSorted();
const pairs = [
  ...new Set(names.flatMap((name) => [...name].slice(1).map((letter, i) => [...name][i] + letter))),
].toSorted();

const whole = await readFile(require.resolve(SOURCE));
const cut = await subsetFont(whole, characters.join(''), { targetFormat: 'truetype', variationAxes: AXES });
const face = new harfBuzz.Face(new harfBuzz.Blob(cut));
const font = new harfBuzz.Font(face);
const inUnits = (value: number) => Math.round((value * UNITS_AN_EM) / face.upem);

function shaped(text: string): { codepoint: number; xAdvance: number }[] {
  const buffer = new harfBuzz.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  harfBuzz.shape(font, buffer);
  return buffer.getGlyphInfosAndPositions();
}

/** An outline in relative commands and whole units, downwards as pictures count. */
function outline(glyph: number): string {
  let [x, y] = [0, 0];
  return font.glyphToPath(glyph).replace(/([MLQC])([^MLQCZ]+)/g, (_, command: string, values: string) => {
    const points = values
      .trim()
      .split(/[ ,]+/)
      .map((value, i) => (i % 2 === 0 ? 1 : -1) * inUnits(Number(value)));
    const from = [x, y];
    [x, y] = points.slice(-2) as [number, number];
    const steps = points.map((value, i) => value - from[i % 2]!);
    return command.toLowerCase() + steps.join(' ').replaceAll(' -', '-');
  });
}

const advances = new Map(characters.map((letter) => [letter, inUnits(shaped(letter)[0]!.xAdvance)]));
const letters = Object.fromEntries(
  characters.map((letter) => {
    const glyph = font.nominalGlyph(letter.codePointAt(0)!);
    if (!glyph) throw new Error(`Archivo has no ${letter}`);
    return [letter, [advances.get(letter), outline(glyph).replaceAll('Z', 'z')]];
  }),
);
const closer = pairs.flatMap((pair) => {
  const [first, second] = shaped(pair);
  // Letters that become one are drawn apart.
  const by = second ? inUnits(first!.xAdvance) - advances.get([...pair][0]!)! : 0;
  return by === 0 ? [] : [[pair, by]];
});
const lines = Object.entries(letters).map(
  ([letter, drawn]) => `    ${JSON.stringify(letter)}: ${JSON.stringify(drawn)}`,
);
await writeFile(
  TARGET,
  `{\n  "unitsAnEm": ${UNITS_AN_EM},\n  "letters": {\n${lines.join(',\n')}\n  },\n  "closer": ${JSON.stringify(Object.fromEntries(closer))}\n}\n`,
);
