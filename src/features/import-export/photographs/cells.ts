import { toSingleLine } from '../../../platform/http/field-schemas.ts';
import { MAX_EMBEDDED_TEXT } from '../../media/embedded-texts.ts';
import type { PhotographCells } from '../columns.ts';
import { captionCount, creditCount, textCut } from './messages.ts';

/** A file or folder that a row names. */
interface ListedPhotograph {
  readonly name: string;
  readonly caption: string | null;
  readonly credit: string | null;
}

/** Between names. File names have commas. */
const NAME_SEPARATOR = /[|;\n]/;
/** Between captions, and between credits. Sentences have semicolons. */
const TEXT_SEPARATOR = /[|\n]/;

/** Reads the names, captions and credits of a row. The first caption belongs to the first name, and so on; one credit is for all. */
export function parsePhotographCells(cells: PhotographCells): {
  readonly listed: readonly ListedPhotograph[];
  readonly warnings: readonly string[];
} {
  const warnings = new Set<string>();
  const names = split(cells.photographs, NAME_SEPARATOR).filter(Boolean);
  const captions = splitTexts(cells.photograph_captions, names.length);
  const credits = splitTexts(cells.photograph_credits, names.length);
  if (captions.length > names.length) warnings.add(captionCount(captions.length, names.length));
  const hasOneCredit = credits.length === 1;
  if (!hasOneCredit && credits.length > 0 && credits.length !== names.length)
    warnings.add(creditCount(credits.length, names.length));
  const cut = (what: 'caption' | 'credit', text = '') => {
    const characters = [...toSingleLine(text)];
    const max = MAX_EMBEDDED_TEXT[what];
    if (characters.length > max) warnings.add(textCut(what, max));
    return characters.slice(0, max).join('').trim() || null;
  };
  const listed = names.map((name, index) => ({
    name,
    caption: cut('caption', captions[index]),
    credit: cut('credit', hasOneCredit ? credits[0] : credits[index]),
  }));
  return { listed, warnings: [...warnings] };
}

function split(cell: string | undefined, separator: RegExp): string[] {
  return cell ? cell.split(separator).map((item) => item.trim()) : [];
}

/** The text beside a single name may have separators of its own. */
function splitTexts(cell: string | undefined, names: number): string[] {
  return names === 1 && cell ? [cell] : split(cell, TEXT_SEPARATOR);
}
