import type { LookBook, LookBookLocation, LookBookSection } from '../look-book.ts';
import { listCredits } from '../look-book.ts';
import { MUTED, type Paragraph } from './slide.ts';

/** Returns a paragraph for each line that is not empty. */
export function toParagraphs(text: string, style: { italic?: boolean; bold?: boolean } = {}): Paragraph[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => [{ text: line, ...style }]);
}

/** Who is to be credited. */
export function listCreditTexts(book: LookBook): Paragraph[] {
  return listCredits(book).flatMap(({ title, text }) => [[{ text: title, bold: true }], ...toParagraphs(text)]);
}

/** Guests' answers about a location. */
export function listAnswerTexts({ answers, furtherAnswers }: LookBookLocation): Paragraph[] {
  return [
    ...answers.flatMap(({ guest, answer, comment }) => [
      [{ text: answer === '' ? guest : `${guest}: ${answer}`, bold: true }],
      ...toParagraphs(comment),
    ]),
    ...toParagraphs(furtherAnswers),
  ];
}

/** Texts of the board and the site about a location. A section without a slide of its own has its notes here. */
export function listLocationTexts(location: LookBookLocation, section: LookBookSection | null): Paragraph[] {
  return [
    [{ text: location.place, bold: true }],
    ...(section?.title == null ? [] : [[{ text: section.title, colour: MUTED }]]),
    ...[...location.board, ...location.facts].map(({ label, value }) => [
      { text: `${label}: `, colour: MUTED },
      { text: value },
    ]),
    ...(location.permissions === '' ? [] : [[{ text: 'Filming permissions', colour: MUTED }]]),
    ...toParagraphs(location.permissions),
    ...toParagraphs(section?.note ?? '', { italic: true }),
    ...toParagraphs(location.note, { italic: true }),
  ].filter(([first]) => first?.text !== '');
}
