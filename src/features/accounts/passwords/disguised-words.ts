import { COMMON_WORDS } from './common-passwords.ts';

/** Names that a password must not be built from. */
export interface PasswordContext {
  readonly email: string;
  readonly names: readonly string[];
  readonly siteName: string;
}

export const MIN_REMAINING_LETTERS = 4;

/** Returns a password without differences of spelling that attackers try first. */
export function toPlain(password: string): string {
  return password.normalize('NFKC').toLowerCase();
}

/** Whether few letters of a password, as `toPlain` returns it, remain without digits, signs, common words and names. */
export function isDisguisedWord(text: string, { email, names, siteName }: PasswordContext): boolean {
  const known = [
    email,
    ...email.split(/[@.]/),
    ...[siteName, ...names].flatMap((name) => [name, ...name.split(/\s+/)]),
  ];
  const contextWords = known.map((word) => toLetters(word.toLowerCase())).filter((word) => word.length > 2);
  const letters = toLetters(text);
  let rest = letters;
  for (const word of [...contextWords, ...COMMON_WORDS].sort((a, b) => b.length - a.length))
    rest = rest.replaceAll(word, ' ');
  rest = rest.replaceAll(' ', '');
  return rest !== letters && rest.length < MIN_REMAINING_LETTERS;
}

const LEET_LETTERS: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
};

/** Returns the letters of a word; digits and signs before a letter are replaced by the letters they resemble. */
function toLetters(text: string): string {
  return text
    .replace(/[013457@$](?=[013457@$]*\p{L})/gu, (sign) => LEET_LETTERS[sign] ?? sign)
    .replace(/[^\p{L}]/gu, '');
}
