import { toKey } from '../text/analysis.ts';

/** A sign or a quotation mark before a word, the word, and a quotation mark after it. */
const CHUNK = /^([+\-−]?["“]?)(.*?)(["”]?)$/u;

/**
 * The key of queries that are the same to a person: spaces, case and accents make no difference; quotes and the signs that exclude or
 * require words do.
 */
export function toQueryKey(query: string): string {
  return query
    .trim()
    .split(/\s+/)
    .flatMap((chunk) => {
      const [, before = '', word = '', after = ''] = CHUNK.exec(chunk)!;
      const key = toKey(word);
      return key === '' ? [] : [before.replace('−', '-').replace('“', '"') + key + after.replace('”', '"')];
    })
    .join(' ');
}
