import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { type PasswordContext, isDisguisedWord, toPlain } from './disguised-words.ts';

// A quarter of a megabyte: import it only when somebody types a new password.
const estimator = new ZxcvbnFactory({
  dictionary,
  graphs: adjacencyGraphs,
  // The time grows with the square of the length, and what follows does not make a password weaker.
  maxLength: 40,
});

const STRENGTHS = [
  'Very easy to guess.',
  'Easy to guess.',
  'Not hard to guess.',
  'Hard to guess.',
  'Very hard to guess.',
] as const;

const VERY_COMMON = 'It is one of the most common passwords.';

/** Descriptions of weaknesses, by the keys of zxcvbn. */
const REASONS: Readonly<Record<string, string>> = {
  straightRow: 'It is a row of the keyboard.',
  keyPattern: 'It is a pattern on the keyboard.',
  simpleRepeat: 'It repeats a character.',
  extendedRepeat: 'It repeats a pattern.',
  sequences: 'It is a sequence like abc or 123.',
  recentYears: 'It is a year.',
  dates: 'It is a date.',
  topTen: VERY_COMMON,
  topHundred: VERY_COMMON,
  common: 'It is a common password.',
  similarToCommon: 'It is like a common password.',
  wordByItself: 'It is a single word.',
  namesByThemselves: 'It is a name.',
  commonNames: 'It is a common name.',
};

const FROM_NAMES = 'It is built from common words or names, your email address or the name of this site.';

/**
 * Returns how hard a password is to guess, with the reason if it is easy. This is advice: the server decides by `isWeak`.
 * @param context what the page knows; empty texts for the rest
 */
export function describeStrength(password: string, context: PasswordContext): string {
  const { score, feedback } = estimator.check(password);
  const reason = score < 3 ? REASONS[feedback.warning ?? ''] : undefined;
  if (reason) return `${STRENGTHS[score]} ${reason}`;
  if (isDisguisedWord(toPlain(password), context)) return `${STRENGTHS[score < 1 ? 0 : 1]} ${FROM_NAMES}`;
  return STRENGTHS[score];
}
