import { readFileSync } from 'node:fs';
import { once } from '../../../../platform/runtime/compute-once.ts';

/** Glyphs of the font Archivo, from tools/map-glyphs.ts. */
interface GlyphFile {
  readonly unitsPerEm: number;
  /** Advance width and outline of each character, in font units. */
  readonly glyphs: Readonly<Record<string, readonly [advance: number, outline: string]>>;
  /** Offset of the second character of a pair, in font units. */
  readonly kerning: Readonly<Record<string, number>>;
}

const readGlyphs = once(() => JSON.parse(readFileSync(new URL('glyphs.json', import.meta.url), 'utf8')) as GlyphFile);

/** A text set in Archivo. Characters without a glyph are left out. */
export interface TypesetText {
  /** Pixels. */
  readonly width: number;
  /** References to the glyphs, relative to the centre of the baseline. */
  readonly svg: string;
  readonly characters: ReadonlySet<string>;
}

/** Returns the pixels of one font unit at a font size. */
export function unitsToPixels(size: number): number {
  return size / readGlyphs().unitsPerEm;
}

/** Sets a text; font size and letter spacing in pixels. */
export function typeset(text: string, { size, spacing = 0 }: { size: number; spacing?: number }): TypesetText {
  const { glyphs, kerning } = readGlyphs();
  const unit = unitsToPixels(size);
  const places: [letter: string, x: number][] = [];
  let x = 0;
  let before = '';
  for (const letter of text) {
    const [advance, outline] = glyphs[letter] ?? [0, ''];
    x += kerning[before + letter] ?? 0;
    if (outline) places.push([letter, x]);
    x += advance + spacing / unit;
    before = letter;
  }
  const width = x - spacing / unit;
  const svg = places
    .map(([letter, at]) => `<use href="#${getGlyphId(letter)}" x="${Math.round(at - width / 2)}"/>`)
    .join('');
  return { width: width * unit, svg, characters: new Set(places.map(([letter]) => letter)) };
}

/** Returns the definitions of the glyphs that texts refer to. */
export function drawGlyphs(texts: readonly TypesetText[]): string {
  const used = new Set(texts.flatMap(({ characters }) => [...characters]));
  return [...used]
    .map((letter) => `<path id="${getGlyphId(letter)}" d="${readGlyphs().glyphs[letter]?.[1]}"/>`)
    .join('');
}

function getGlyphId(letter: string): string {
  return `l${letter.codePointAt(0)?.toString(36)}`;
}
