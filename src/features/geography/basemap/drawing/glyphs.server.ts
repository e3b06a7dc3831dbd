import { readFileSync } from 'node:fs';

/** The glyphs of Archivo that tools/map-glyphs.ts extracted. */
interface Outlines {
  readonly unitsAnEm: number;
  /** Advance width and outline of each glyph, in units. */
  readonly letters: Readonly<Record<string, readonly [advance: number, outline: string]>>;
  /** Kerning of pairs, in units. */
  readonly closer: Readonly<Record<string, number>>;
}

let loaded: Outlines | undefined;

function outlines(): Outlines {
  return (loaded ??= JSON.parse(readFileSync(new URL('glyphs.json', import.meta.url), 'utf8')) as Outlines);
}

/** A text laid out in Archivo. Characters without a glyph are omitted. */
export interface TextLayout {
  /** Pixels. */
  readonly width: number;
  /** References to the positioned glyphs, centred on the baseline. */
  readonly svg: string;
  readonly letters: ReadonlySet<string>;
}

/** Returns the pixels per unit at a font size. */
export function getPixelsPerUnit(size: number): number {
  return size / outlines().unitsAnEm;
}

/** Lays out a text. Font size and letter spacing are in pixels. */
export function layOutText(text: string, { size, spacing = 0 }: { size: number; spacing?: number }): TextLayout {
  const { letters, closer } = outlines();
  const unit = getPixelsPerUnit(size);
  const positions: [letter: string, x: number][] = [];
  let x = 0;
  let previous = '';
  for (const letter of text) {
    const [advance, outline] = letters[letter] ?? [0, ''];
    x += closer[previous + letter] ?? 0;
    if (outline) positions.push([letter, x]);
    x += advance + spacing / unit;
    previous = letter;
  }
  const width = x - spacing / unit;
  const svg = positions
    .map(([letter, at]) => `<use href="#${getGlyphId(letter)}" x="${Math.round(at - width / 2)}"/>`)
    .join('');
  return { width: width * unit, svg, letters: new Set(positions.map(([letter]) => letter)) };
}

/** Returns the SVG paths of the glyphs that texts refer to, each once. */
export function glyphPaths(texts: readonly TextLayout[]): string {
  const used = new Set(texts.flatMap(({ letters }) => [...letters]));
  return [...used]
    .map((letter) => `<path id="${getGlyphId(letter)}" d="${outlines().letters[letter]?.[1]}"/>`)
    .join('');
}

function getGlyphId(letter: string): string {
  return `l${letter.codePointAt(0)?.toString(36)}`;
}
