import { COMMON_PASSWORDS, COMMON_WORDS } from './common-passwords.ts';
import { DEMO_PASSWORD } from './demo-password.ts';
import { isLeaked } from './leaked-passwords.ts';

/** Names that a password must not be built from. */
export interface PasswordContext {
  readonly email: string;
  readonly names: readonly string[];
  readonly siteName: string;
}

const MIN_REMAINING_LETTERS = 4;
const MAX_PATTERN_LENGTH = 6;

/** Whether a password is common, leaked or public, a pattern, or a trivial variation of a common word, a name, the address or the site. */
export function isWeak(password: string, context: PasswordContext): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  const isKnown = COMMON_PASSWORDS.has(plain) || plain === DEMO_PASSWORD || isLeaked(plain) || isExtendedLeak(plain);
  return isKnown || isPattern(plain) || isKeyboardRun(plain) || isDisguisedWord(plain, context);
}

/** Longest beginning or end that is tried in addition to a leaked password: a date, or a year and a sign. */
const MAX_EXTENSION = 8;

/** Whether a text is a leaked password with digits and signs before or after it, which attackers try next: sunflower1234. */
function isExtendedLeak(text: string): boolean {
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return core.length >= MIN_REMAINING_LETTERS && core.length >= text.length - MAX_EXTENSION && isLeaked(core);
}

/** Whether a text repeats a few characters: abcabcabcabc. */
function isPattern(text: string): boolean {
  const characters = [...text];
  for (let length = 1; length <= MAX_PATTERN_LENGTH; length++) {
    if (characters.every((character, i) => character === characters[i % length])) return true;
  }
  return false;
}

const KEYBOARD = ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm'];
const RUNS = [...KEYBOARD, ...KEYBOARD.map((keys) => [...keys].toReversed().join(''))];

/** Whether a text is a sequence of the keyboard or the alphabet: 123456789012. */
function isKeyboardRun(text: string): boolean {
  return RUNS.some((keys) => keys.includes(text));
}

/** Whether few letters remain after removing digits, signs, common words and names. */
function isDisguisedWord(text: string, { email, names, siteName }: PasswordContext): boolean {
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
