/** A piece of text as pdf.js reads it: programs cut lines where letters are kerned or the style changes. */
export interface TextPiece {
  readonly str: string;
  /** Matrix of the text, with its position last. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
}

/** Text with its place on the page, in points from the left and upper edge. */
export interface PlacedText {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** Of the baseline. */
  readonly top: number;
  /** Of the letters. */
  readonly height: number;
}

/** What stands in a line of a page: one text, or several with wide gaps between them, from left to right. */
export type Row = readonly [PlacedText, ...PlacedText[]];

/** Of the height of letters: less is a kerned gap, more a space. */
const SPACE = 0.17;
/** More than any space in a line, less than what separates a margin number. */
const COLUMN_GAP = 2.2;
/** Pieces of a line may differ in height by this much of the height of letters. */
const SAME_LINE = 0.35;

/** Joins the pieces of a page to rows by their positions, from top to bottom: their order is that of drawing. */
export function readRows(pieces: readonly TextPiece[], viewport: readonly number[]): Row[] {
  const placed = pieces.flatMap((piece) => place(piece, viewport));
  placed.sort((a, b) => a.top - b.top);
  const rows: PlacedText[][] = [];
  let rowTop = Number.NEGATIVE_INFINITY;
  for (const piece of placed) {
    if (piece.top - rowTop <= piece.height * SAME_LINE) {
      rows.at(-1)?.push(piece);
      continue;
    }
    rows.push([piece]);
    rowTop = piece.top;
  }
  return rows.flatMap((row) => {
    const [first, ...others] = joinRow(row);
    return first ? [[first, ...others] as const] : [];
  });
}

/** Turns the position of a piece to that on the page as it is seen. Slanted and vertical text, such as a watermark, is left out. */
function place({ str, transform, width, height }: TextPiece, viewport: readonly number[]): PlacedText[] {
  if (str.trim() === '') return [];
  const [a = 1, b = 0, c = 0, d = -1, e = 0, f = 0] = viewport;
  const [textA = 1, textB = 0, , , x = 0, y = 0] = transform;
  const size = Math.hypot(textA, textB) || 1;
  if ((a * textA + c * textB) / size < HORIZONTAL) return [];
  const left = a * x + c * y + e;
  return [{ text: str, left, right: left + width, top: b * x + d * y + f, height: height || size }];
}

/** Cosine of the greatest angle of a line. */
const HORIZONTAL = 0.98;

/** Joins the pieces of a row; wide gaps separate several texts. */
function joinRow(row: PlacedText[]): PlacedText[] {
  row.sort((a, b) => a.left - b.left);
  const texts: PlacedText[] = [];
  for (const piece of row) {
    const last = texts.at(-1);
    const gap = last ? piece.left - last.right : 0;
    if (!last || gap > piece.height * COLUMN_GAP) texts.push(piece);
    // Some programs draw bold text twice.
    else if (gap < -piece.height / 2 && last.text.endsWith(piece.text)) continue;
    else {
      const space = gap > piece.height * SPACE ? ' ' : '';
      texts[texts.length - 1] = {
        ...last,
        text: last.text + space + piece.text,
        right: Math.max(last.right, piece.right),
      };
    }
  }
  return texts.map((text) => ({ ...text, text: text.text.normalize('NFC').split(/\s+/).join(' ').trim() }));
}
