/** A stretch of two compared texts. */
export interface DiffPart {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Texts with more words than this, squared, are compared as a whole: the table would take too much memory. */
const MAX_CELLS = 9_000_000;

/** Compares two texts by words, with the white space between them: the longest common subsequence of both. */
export function diffWords(before: string, after: string): DiffPart[] {
  const [old, now] = [splitWords(before), splitWords(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  const longest = Math.min(old.length, now.length) - start;
  while (end < longest && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  return mergeParts([
    ...old.slice(0, start).map(toPart('same')),
    ...diffMiddle(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...old.slice(old.length - end).map(toPart('same')),
  ]);
}

function splitWords(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? [];
}

const toPart =
  (kind: DiffPart['kind']) =>
  (text: string): DiffPart => ({ kind, text });

function diffMiddle(old: readonly string[], now: readonly string[]): DiffPart[] {
  if (old.length * now.length > MAX_CELLS) return [...old.map(toPart('removed')), ...now.map(toPart('added'))];
  const width = now.length + 1;
  // The length of the longest common subsequence of the rest of both, by the positions in both.
  const common = new Uint16Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const [below, right] = [common[(i + 1) * width + j]!, common[i * width + j + 1]!];
      common[i * width + j] = old[i] === now[j] ? common[(i + 1) * width + j + 1]! + 1 : Math.max(below, right);
    }
  }
  const parts: DiffPart[] = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < now.length) {
    if (old[i] === now[j]) {
      parts.push(toPart('same')(old[i]!));
      i += 1;
      j += 1;
    } else if (common[(i + 1) * width + j]! >= common[i * width + j + 1]!) parts.push(toPart('removed')(old[i++]!));
    else parts.push(toPart('added')(now[j++]!));
  }
  return [...parts, ...old.slice(i).map(toPart('removed')), ...now.slice(j).map(toPart('added'))];
}

/** Joins neighbours of the same kind. */
function mergeParts(parts: readonly DiffPart[]): DiffPart[] {
  const merged: DiffPart[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (last?.kind === part.kind) merged[merged.length - 1] = { kind: part.kind, text: last.text + part.text };
    else merged.push(part);
  }
  return merged;
}
