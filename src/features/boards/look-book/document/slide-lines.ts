import type { default as Library } from 'pptxgenjs';
import { type LookBook, type LookBookLocation, listCredits } from './look-book.ts';

type TextProps = Library.default.TextProps;

/** Characters of 10 points that fit in a column. */
const COLUMN_CHARACTERS = 60;

/** Paragraphs of a slide, as pptxgenjs takes them. */
export type Lines = TextProps[];

/** Who is to be credited. */
export function listCreditLines(book: LookBook): Lines {
  return listCredits(book).flatMap(({ title, text }) => [
    { text: title, options: { bold: true, breakLine: true } },
    ...text.split('\n').map((line) => ({ text: line, options: { breakLine: true } })),
  ]);
}

/** What guests say about a location, in lines of at most the width of a column. */
export function listAnswerLines({ answers, furtherAnswers }: LookBookLocation): Lines {
  const lines = answers.flatMap(({ guest, said, comment }) => [
    { text: said === '' ? guest : `${guest}: ${said}`, options: { bold: true, breakLine: true } },
    ...splitLines(comment).map((text) => ({ text, options: { breakLine: true } })),
  ]);
  return furtherAnswers === '' ? lines : [...lines, { text: furtherAnswers, options: { breakLine: true } }];
}

/** Splits text at spaces. */
function splitLines(text: string): string[] {
  return text.match(new RegExp(`[^\n]{1,${COLUMN_CHARACTERS}}(?=\\s|$)|[^\n]{${COLUMN_CHARACTERS}}`, 'g')) ?? [];
}
