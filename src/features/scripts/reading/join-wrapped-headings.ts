import { isInCapitals } from './headings/capitals.ts';
import { judgeLine } from './headings/read-heading.ts';
import type { Vocabulary } from './headings/vocabulary.ts';
import type { ScriptLine } from './script-lines.ts';

/** A heading that continues on the next line ends with one of these, or reaches the right margin. */
const OPEN_END = /[-–—/,]$/;

/** Joins each heading that is wrapped with its second line. */
export function joinWrappedHeadings(lines: readonly ScriptLine[], vocabulary: Vocabulary): ScriptLine[] {
  const joined: ScriptLine[] = [];
  for (const line of lines) {
    const previous = joined.at(-1);
    if (previous && isContinuation(line, previous, vocabulary)) {
      const { isBlankAfter } = line;
      joined[joined.length - 1] = {
        ...previous,
        text: `${previous.text} ${line.text}`,
        isBlankAfter,
        isFullWidth: false,
      };
    } else joined.push(line);
  }
  return joined;
}

function isContinuation(line: ScriptLine, previous: ScriptLine, vocabulary: Vocabulary): boolean {
  if (line.isBlankBefore || line.style !== 'unknown' || previous.style !== 'unknown' || line.exclusion) return false;
  if (!previous.isFullWidth && !OPEN_END.test(previous.text)) return false;
  if (line.isAtMargin === false || !isInCapitals(line.text) || !isInCapitals(previous.text)) return false;
  return isHeading(previous, vocabulary) && judgeLine(vocabulary, line.text, WITHIN_PARAGRAPH) === undefined;
}

const WITHIN_PARAGRAPH = {
  isBlankBefore: false,
  isBlankAfter: false,
  isInDialogue: false,
  hasIntExtHeadings: false,
};

function isHeading({ text }: ScriptLine, vocabulary: Vocabulary): boolean {
  const judgement = judgeLine(vocabulary, text, { ...WITHIN_PARAGRAPH, isBlankAfter: true });
  return judgement !== undefined && 'heading' in judgement;
}
