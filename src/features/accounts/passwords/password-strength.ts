import { COMMON_PASSWORDS, COMMON_WORDS } from './common-passwords.ts';

/** What a password should not be made of: who has it, and what it is for. */
export interface PasswordContext {
  readonly email: string;
  readonly names: readonly string[];
  readonly siteName: string;
}

const MIN_LETTERS_LEFT = 4;
const MAX_PATTERN_LENGTH = 6;

/** Whether a password is among the most common ones, or one of them, a name or an address in a trivial disguise. */
export function isWeak(password: string, context: PasswordContext): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  return COMMON_PASSWORDS.has(plain) || isPattern(plain) || isKeyboardRun(plain) || isDisguisedWord(plain, context);
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

/** Whether a text goes along the keyboard or the alphabet: 123456789012. */
function isKeyboardRun(text: string): boolean {
  return RUNS.some((keys) => keys.includes(text));
}

/** Whether little is left of a text without its digits, its signs and a word that everybody thinks of first. */
function isDisguisedWord(text: string, { email, names, siteName }: PasswordContext): boolean {
  const known = [
    email,
    ...email.split(/[@.]/),
    ...[siteName, ...names].flatMap((name) => [name, ...name.split(/\s+/)]),
  ];
  const own = known.map((word) => toLetters(word.toLowerCase())).filter((word) => word.length > 2);
  const letters = toLetters(text);
  let left = letters;
  for (const word of [...own, ...COMMON_WORDS].sort((a, b) => b.length - a.length)) left = left.replaceAll(word, ' ');
  left = left.replaceAll(' ', '');
  return left !== letters && left.length < MIN_LETTERS_LEFT;
}

const LETTER_OF_SIGN: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
};

/** The letters of a word; digits and signs within it that stand for letters count as those. */
function toLetters(text: string): string {
  return text
    .replace(/[013457@$](?=[013457@$]*\p{L})/gu, (sign) => LETTER_OF_SIGN[sign] ?? sign)
    .replace(/[^\p{L}]/gu, '');
}
