import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { type PasswordContext, isDisguisedWord, toPlain } from './disguised-words.ts';
import { type Weakness, strengthMessage } from './messages.ts';

// A quarter of a megabyte: import it only when somebody types a new password.
const estimator = new ZxcvbnFactory({
  dictionary,
  graphs: adjacencyGraphs,
  // The time grows with the square of the length, and what follows does not make a password weaker.
  maxLength: 40,
});

/** The weaknesses of passwords, by the keys of zxcvbn. */
const WEAKNESSES: Readonly<Record<string, Weakness>> = {
  straightRow: 'keyboard',
  keyPattern: 'keyboard',
  simpleRepeat: 'repetition',
  extendedRepeat: 'repetition',
  sequences: 'sequence',
  recentYears: 'date',
  dates: 'date',
  topTen: 'common',
  topHundred: 'common',
  common: 'common',
  similarToCommon: 'common',
  wordByItself: 'word',
  namesByThemselves: 'word',
  commonNames: 'word',
};

/**
 * Returns how hard a password is to guess, with the reason if it is easy. This is advice: the server decides by `findWeakness`.
 * @param context what the page knows; empty texts for the rest
 */
export function describeStrength(password: string, context: PasswordContext): string {
  if (isDisguisedWord(toPlain(password), context)) return strengthMessage(0, 'names');
  const { score, feedback } = estimator.check(password);
  return strengthMessage(score, score < 3 ? WEAKNESSES[feedback.warning ?? ''] : undefined);
}
