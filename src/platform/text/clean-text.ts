/** Control characters except tab and line breaks, lone surrogates, and code points that are no characters: no document format has them. */
const UNPRINTABLE = /(?![\t\n\r])\p{Cc}|\p{Cs}|\p{Noncharacter_Code_Point}/gu;

/** Returns text that every format of exported documents can have. Word processors put a vertical tab for a line break. */
export function cleanText(text: string): string {
  return text.replaceAll('\u000B', '\n').replace(UNPRINTABLE, '');
}
