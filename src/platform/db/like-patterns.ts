/** Returns a pattern for `ilike all` of each word of a text: what contains them all matches. */
export function toLikePatterns(text: string): string[] {
  return text.split(/\s+/).map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
}
