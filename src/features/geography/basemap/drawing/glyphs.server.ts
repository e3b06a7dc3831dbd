import { readFileSync } from 'node:fs';

/** What tools/map-glyphs.ts made of Archivo. */
interface Outlines {
  readonly unitsAnEm: number;
  /** Of each letter how far the next one stands from it, and its outline on the base line; in units. */
  readonly letters: Readonly<Record<string, readonly [advance: number, outline: string]>>;
  /** Units by which the second letter of a pair stands elsewhere than usual. */
  readonly closer: Readonly<Record<string, number>>;
}

let loaded: Outlines | undefined;

function outlines(): Outlines {
  return (loaded ??= JSON.parse(readFileSync(new URL('glyphs.json', import.meta.url), 'utf8')) as Outlines);
}

/** A text set in Archivo; a letter without an outline leaves no trace. */
export interface SetText {
  /** Pixels. */
  readonly width: number;
  /** The letters in their places, each by reference to its outline, around the middle of the base line. */
  readonly svg: string;
  readonly letters: ReadonlySet<string>;
}

/** Pixels to one unit of the outlines in letters of a size. */
export function unitsToPixels(size: number): number {
  return size / outlines().unitsAnEm;
}

/** Sets a text in letters of a size, with `spacing` between them; both in pixels. */
export function setText(text: string, { size, spacing = 0 }: { size: number; spacing?: number }): SetText {
  const { letters, closer } = outlines();
  const unit = unitsToPixels(size);
  const places: [letter: string, x: number][] = [];
  let x = 0;
  let before = '';
  for (const letter of text) {
    const [advance, outline] = letters[letter] ?? [0, ''];
    x += closer[before + letter] ?? 0;
    if (outline) places.push([letter, x]);
    x += advance + spacing / unit;
    before = letter;
  }
  const width = x - spacing / unit;
  const svg = places.map(([letter, at]) => `<use href="#${idOf(letter)}" x="${Math.round(at - width / 2)}"/>`).join('');
  return { width: width * unit, svg, letters: new Set(places.map(([letter]) => letter)) };
}

/** The outlines that texts refer to, each once. */
export function letterOutlines(texts: readonly SetText[]): string {
  const used = new Set(texts.flatMap(({ letters }) => [...letters]));
  return [...used].map((letter) => `<path id="${idOf(letter)}" d="${outlines().letters[letter]?.[1]}"/>`).join('');
}

function idOf(letter: string): string {
  return `l${letter.codePointAt(0)?.toString(36)}`;
}
