import { readFile, readdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';

/**
 * Extracts the outlines and kerning of all characters in the names on the maps of all regions. Static maps are SVG images: they cannot use the web
 * fonts of the page and must look the same without system fonts. Run it again after new names: node tools/map-glyphs.ts
 */
const TARGET = path.resolve(import.meta.dirname, '../src/features/geography/basemap/static-map/glyphs.json');
const SOURCE = '@fontsource-variable/archivo/files/archivo-latin-standard-normal.woff2';
const AXES = { wdth: 100, wght: 500 };
/** Outlines are in whole units; one is a tenth of a pixel on a static map. */
const UNITS_PER_EM = 240;

/** The functions of harfbuzzjs that are used here; subset-font depends on it. */
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

const REGIONS = path.resolve(import.meta.dirname, '../regions');
const regions = await readdir(REGIONS);
const names = (await Promise.all(regions.map(listNames))).flat();
const characters = [...new Set(names.join(''))].toSorted();
const pairs = [
  ...new Set(names.flatMap((name) => [...name].slice(1).map((letter, i) => [...name][i] + letter))),
].toSorted();

const fullFont = await readFile(require.resolve(SOURCE));
const subset = await subsetFont(fullFont, characters.join(''), { targetFormat: 'truetype', variationAxes: AXES });
const face = new harfBuzz.Face(new harfBuzz.Blob(subset));
const font = new harfBuzz.Font(face);
const toUnits = (value: number) => Math.round((value * UNITS_PER_EM) / face.upem);

function shape(text: string): { codepoint: number; xAdvance: number }[] {
  const buffer = new harfBuzz.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  harfBuzz.shape(font, buffer);
  return buffer.getGlyphInfosAndPositions();
}

/** Returns the outline of a glyph as an SVG path with relative commands, in whole units, with y pointing down. */
function toPath(glyph: number): string {
  let [x, y] = [0, 0];
  return font.glyphToPath(glyph).replace(/([MLQC])([^MLQCZ]+)/g, (_, command: string, values: string) => {
    const points = values
      .trim()
      .split(/[ ,]+/)
      .map((value, i) => (i % 2 === 0 ? 1 : -1) * toUnits(Number(value)));
    const from = [x, y];
    [x, y] = points.slice(-2) as [number, number];
    const steps = points.map((value, i) => value - from[i % 2]!);
    return command.toLowerCase() + steps.join(' ').replaceAll(' -', '-');
  });
}

const advances = new Map(characters.map((letter) => [letter, toUnits(shape(letter)[0]!.xAdvance)]));
const letters = Object.fromEntries(
  characters.map((letter) => {
    const glyph = font.nominalGlyph(letter.codePointAt(0)!);
    if (!glyph) throw new Error(`Archivo has no ${letter}`);
    return [letter, [advances.get(letter), toPath(glyph).replaceAll('Z', 'z')]];
  }),
);
const kerning = pairs.flatMap((pair) => {
  const [first, second] = shape(pair);
  // Ligatures are not used.
  const offset = second ? toUnits(first!.xAdvance) - advances.get([...pair][0]!)! : 0;
  return offset === 0 ? [] : [[pair, offset]];
});
const lines = Object.entries(letters).map(
  ([letter, glyph]) => `    ${JSON.stringify(letter)}: ${JSON.stringify(glyph)}`,
);
await writeFile(
  TARGET,
  `{\n  "unitsPerEm": ${UNITS_PER_EM},\n  "glyphs": {\n${lines.join(',\n')}\n  },\n  "kerning": ${JSON.stringify(Object.fromEntries(kerning))}\n}\n`,
);

type Row = readonly [name: string, ...numbers: number[]];

async function listNames(region: string): Promise<string[]> {
  const read = async (file: string) => JSON.parse(await readFile(path.join(REGIONS, region, file), 'utf8')) as unknown;
  const { towns, abroad, islands } = (await read('gazetteer.json')) as Record<'towns' | 'abroad' | 'islands', Row[]>;
  const { seas, lakes } = (await read('water-labels.json')) as Record<'seas' | 'lakes', Row[]>;
  return [
    ...[...towns, ...abroad, ...islands, ...lakes].map(([name]) => name),
    ...seas.map(([name]) => name.toUpperCase()),
  ];
}
