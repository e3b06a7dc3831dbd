import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

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

/** What is weak about a password, by the keys of zxcvbn. */
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

/** Returns how hard a password is to guess, with the reason if it is easy. This is advice: the server decides by `isWeak`. */
export function describeStrength(password: string): string {
  const { score, feedback } = estimator.check(password);
  const reason = REASONS[feedback.warning ?? ''];
  return [STRENGTHS[score], ...(score < 3 && reason ? [reason] : [])].join(' ');
}
