import { COMMON_PASSWORDS } from './common-passwords.ts';
import { DEMO_PASSWORD } from './demo-password.ts';
import { MIN_REMAINING_LETTERS, type PasswordContext, isDisguisedWord, toPlain } from './disguised-words.ts';
import { isLeaked } from './leaked-passwords.ts';
import type { Weakness } from './messages.ts';

const MAX_PATTERN_LENGTH = 6;

/** Returns why a password must not be used: it is known, a pattern, or a trivial variation of a common word, a name, the email address or the site. */
export function findWeakness(password: string, context: PasswordContext): Weakness | undefined {
  const plain = toPlain(password);
  if (isDisguisedWord(plain, context)) return 'names';
  if (isPattern(plain)) return 'repetition';
  if (isKeyboardRun(plain)) return 'sequence';
  const isKnown = COMMON_PASSWORDS.has(plain) || plain === DEMO_PASSWORD || isLeaked(plain) || isExtendedLeak(plain);
  return isKnown ? 'common' : undefined;
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
