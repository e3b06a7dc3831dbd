/** Pairs of marks around what is not in the script. */
const PAIRS = [
  { open: '/*', close: '*/', canHaveBlankLines: true },
  { open: '[[', close: ']]', canHaveBlankLines: false },
] as const;

/**
 * Removes notes `[[ ]]` and what the author has taken out `/* *\/` from Fountain. Line breaks remain, so that lines have the same numbers. A
 * mark that is not closed is text.
 * @returns `leftOut` has the indices of lines from which something was removed
 */
export function findLeftOut(text: string): { script: string; leftOut: ReadonlySet<number> } {
  const leftOut = new Set<number>();
  let script = text;
  for (const pair of PAIRS) if (script.includes(pair.open)) script = removePairs(script, pair, leftOut);
  return { script, leftOut };
}

function removePairs(text: string, { open, close, canHaveBlankLines }: (typeof PAIRS)[number], leftOut: Set<number>) {
  const sections: string[] = [];
  const findClose = createForwardSearch((from) => text.indexOf(close, from));
  const findBlankLine = createForwardSearch((from) => findMatch(text, /\n[ \t\r]*\n/g, from));
  let position = 0;
  let line = 0;
  for (let start = text.indexOf(open); start >= 0; start = text.indexOf(open, Math.max(start + 1, position))) {
    const end = findClose(start + open.length);
    if (end < 0) break;
    const blankLine = canHaveBlankLines ? -1 : findBlankLine(start);
    if (blankLine >= 0 && blankLine < end) continue;
    const before = text.slice(position, start);
    line += countLines(before);
    const breaks = countLines(text.slice(start, end));
    for (let index = line; index <= line + breaks; index += 1) leftOut.add(index);
    line += breaks;
    sections.push(before, '\n'.repeat(breaks));
    position = end + close.length;
  }
  sections.push(text.slice(position));
  return sections.join('');
}

/** Returns a search that scans a text once, when it is called with growing positions. */
function createForwardSearch(find: (from: number) => number): (from: number) => number {
  let found = -2;
  return (from) => {
    if (found === -2 || (found >= 0 && found < from)) found = find(from);
    return found;
  };
}

function findMatch(text: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}

function countLines(text: string): number {
  return text.match(/\r\n|[\n\r\f\u2028]/g)?.length ?? 0;
}
