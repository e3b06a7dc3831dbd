import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';

/**
 * Subsets the font Archivo to what the design uses: Latin-1, punctuation, widths 100 to 118, weights 400 to 720. The subset has half
 * the size of the full font. Run it again when the design uses more: node tools/font.ts
 */
const SOURCE = '@fontsource-variable/archivo/files/archivo-latin-standard-normal.woff2';
const TARGET = path.resolve(import.meta.dirname, '../src/ui/fonts/archivo.woff2');
const AXES = { wdth: { min: 100, max: 118 }, wght: { min: 400, max: 720 } };
const PUNCTUATION = '–—‘’‚“”„†•…‹›€™−×÷←→↑↓';

const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => String.fromCodePoint(from + i)).join('');
const letters = range(0x20, 0x7f) + range(0xa0, 0x100) + PUNCTUATION;
const fullFont = await readFile(createRequire(import.meta.url).resolve(SOURCE));
await writeFile(TARGET, await subsetFont(fullFont, letters, { targetFormat: 'woff2', variationAxes: AXES }));
