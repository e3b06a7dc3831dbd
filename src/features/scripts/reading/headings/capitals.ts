/** Characters that look like others, of the same length, for comparisons. */
const LOOKALIKES: Readonly<Record<string, string>> = { '\u2010': '-', '\u2011': '-', '\u00a0': ' ', '\u2019': "'" };

/** Returns a text in capitals, in which each character has the same position: "ß" remains. */
export function toCapitals(text: string): string {
  const capitals = text.toUpperCase();
  const aligned =
    capitals.length === text.length
      ? capitals
      : text.replace(/\p{Ll}/gu, (letter) => {
          const capital = letter.toUpperCase();
          return capital.length === letter.length ? capital : letter;
        });
  return aligned.replace(/[\u2010\u2011\u00a0\u2019]/g, (character) => LOOKALIKES[character] ?? character);
}

/** Of the letters in a line of capitals: "McGREGOR", "2nd FLOOR". */
const MAX_SMALL_LETTERS = 0.2;

/** Says whether a text is written in capitals. What stands in brackets does not count; scripts without capitals have none. */
export function isInCapitals(text: string): boolean {
  const capitals = countMatches(withoutBrackets(text), /\p{Lu}/gu);
  const small = countMatches(withoutBrackets(text), /\p{Ll}/gu);
  return capitals >= 2 && small <= (capitals + small) * MAX_SMALL_LETTERS;
}

/** Number of words that begin with a small letter. */
export function countSmallWords(text: string): number {
  return countMatches(text, /(?<![\p{L}\p{N}'’-])\p{Ll}/gu);
}

/** Returns a text without what stands in round brackets. A bracket that is not closed is a character like others. */
export function withoutBrackets(text: string): string {
  return text.includes('(') ? text.replace(/\([^()]*\)/g, ' ').trim() : text;
}

export function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
