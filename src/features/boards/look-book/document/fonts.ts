import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { readGlyphs, unpackWoff } from './woff.ts';

const { resolve } = createRequire(import.meta.url);

/** The typeface of the site, then others for letters that it lacks. Each package has a file for each of these subsets and weights. */
const FAMILIES = [
  { name: 'archivo', subsets: ['latin', 'latin-ext', 'vietnamese'] },
  {
    name: 'noto-sans',
    subsets: ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'],
  },
  { name: 'noto-sans-hebrew', subsets: ['hebrew'] },
  { name: 'noto-sans-arabic', subsets: ['arabic'] },
] as const;
const WEIGHTS = [400, 600] as const;

const FILES = FAMILIES.flatMap(({ name, subsets }) => subsets.map((subset) => `${name}/files/${name}-${subset}`));

/** The subsets in the order in which letters are looked for. Typst takes one file of each family and weight, so each subset is a family. */
export const FONT_FAMILIES: readonly string[] = FILES.map((_, n) => `Subset ${n}`);

/** Reads the fonts of documents as OpenType files. */
export function readFonts(): Buffer[] {
  return FILES.flatMap((file, n) =>
    WEIGHTS.map((weight) =>
      unpackWoff(readFileSync(resolve(`@fontsource/${file}-${weight}-normal.woff`)), FONT_FAMILIES[n]!),
    ),
  );
}

/** Stands for a letter of a script that no font has: a document is not refused because of it. */
const SUBSTITUTE = '?';
const MARK = /\p{M}/u;
/** Pictographs, and what changes or joins letters, are left out. */
const OMITTED = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Variation_Selector}\p{Cf}\p{M}]/u;
const LINE_BREAKS = /^[\n\r\t]+$/;
const segmenter = new Intl.Segmenter();

/** Returns a function that replaces characters without a glyph. A letter and its marks need one font that has them all. */
export function createSubstitution(fonts: readonly Buffer[]): (text: string) => string {
  const glyphs = fonts.map(readGlyphs);
  const isCovered = (text: string) =>
    LINE_BREAKS.test(text) ||
    glyphs.some((font) => [...text].every((character) => font.has(character.codePointAt(0)!)));
  const substitute = (character: string) => {
    if (isCovered(character) && !MARK.test(character)) return character;
    return OMITTED.test(character) ? '' : SUBSTITUTE;
  };
  return (text) =>
    [...segmenter.segment(text.normalize('NFC'))]
      .map(({ segment }) => (isCovered(segment) ? segment : [...segment].map(substitute).join('')))
      .join('');
}
