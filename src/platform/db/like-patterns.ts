/** Escapes a text for patterns of `like` and `ilike`, in which it stands for itself. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}

/** Returns a pattern for `ilike all` of each word of a text: what contains them all matches. */
export function toLikePatterns(text: string): string[] {
  return text.split(/\s+/).map((word) => `%${escapeLike(word)}%`);
}
