import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { addCoverage, unpackWoff } from './woff.ts';

const { resolve } = createRequire(import.meta.url);

/** The typeface of the site, then others for letters that it lacks. Each package has a file for each of these subsets and weights. */
const FAMILIES = [
  { family: 'Archivo', name: 'archivo', subsets: ['latin', 'latin-ext', 'vietnamese'], weights: [400, 600] },
  { family: 'Noto Sans', name: 'noto-sans', subsets: ['latin', 'latin-ext', 'greek', 'cyrillic'], weights: [400, 600] },
  { family: 'Noto Sans Hebrew', name: 'noto-sans-hebrew', subsets: ['hebrew'], weights: [400, 600] },
  { family: 'Noto Sans Arabic', name: 'noto-sans-arabic', subsets: ['arabic'], weights: [400, 600] },
] as const;

export const FONT_FAMILIES: readonly string[] = FAMILIES.map(({ family }) => family);

/** Reads the fonts of documents as OpenType files. */
export function readFonts(): Buffer[] {
  return FAMILIES.flatMap(({ name, subsets, weights }) =>
    subsets.flatMap((subset) =>
      weights.map((weight) =>
        unpackWoff(readFileSync(resolve(`@fontsource/${name}/files/${name}-${subset}-${weight}-normal.woff`))),
      ),
    ),
  );
}

/** Stands for a letter of a script that no font has: a document is not refused because of it. */
const SUBSTITUTE = '?';
/** Pictographs, and what changes or joins them, are left out. */
const OMITTED = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Variation_Selector}\p{Cf}]/u;

/** Returns a function that replaces characters without a glyph. */
export function createSubstitution(fonts: readonly Buffer[]): (text: string) => string {
  const covered = new Set<number>([...'\n\r\t'].map((character) => character.codePointAt(0)!));
  for (const font of fonts) addCoverage(font, covered);
  const substitute = (character: string) => {
    if (covered.has(character.codePointAt(0)!)) return character;
    return OMITTED.test(character) ? '' : SUBSTITUTE;
  };
  return (text) => [...text.normalize('NFC')].map(substitute).join('');
}
