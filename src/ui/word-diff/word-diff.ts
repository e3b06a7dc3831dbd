import { diffWords } from 'diff';

/** Milliseconds: two long texts without common words would take seconds. */
const TIMEOUT_MS = 200;

/** A piece of a text, and whether the other text lacks it. */
export interface TextPart {
  readonly text: string;
  readonly isChanged: boolean;
}

/** Compares two texts word by word. Texts that take too long to compare are changed as a whole. */
export function compareWords(before: string, after: string): { before: TextPart[]; after: TextPart[] } {
  const changes = diffWords(before, after, { timeout: TIMEOUT_MS });
  if (!changes) return { before: [{ text: before, isChanged: true }], after: [{ text: after, isChanged: true }] };
  const select = (isOther: (change: { added: boolean; removed: boolean }) => boolean) =>
    changes
      .filter((change) => !isOther(change))
      .map(({ value, added, removed }) => ({ text: value, isChanged: added || removed }));
  return { before: select(({ added }) => added), after: select(({ removed }) => removed) };
}
