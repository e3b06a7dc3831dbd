/** Reasons why a password is easy to guess, shown while it is typed and when it is rejected. */
const WEAKNESSES = {
  common: 'It is a common or leaked password, or close to one.',
  keyboard: 'It is a pattern on the keyboard.',
  repetition: 'It repeats a few characters.',
  sequence: 'It is a sequence like abc or 123.',
  date: 'It is a date or a year.',
  word: 'It is a single word or name.',
  names: 'It is built from common words or names, your email address or the name of this site.',
} as const;
export type Weakness = keyof typeof WEAKNESSES;

/** By the scores of zxcvbn; the server rejects passwords that are easy to guess. */
const STRENGTHS = ['easy', 'easy', 'not hard', 'hard', 'very hard'] as const;

/** @param weakness what is weak about the password, if it is known */
export function strengthMessage(score: 0 | 1 | 2 | 3 | 4, weakness?: Weakness): string {
  const strength = `This password is ${STRENGTHS[score]} to guess.`;
  return weakness ? `${strength} ${WEAKNESSES[weakness]}` : strength;
}

export const weakPassword = (weakness: Weakness) => `${strengthMessage(0, weakness)} Choose another one.`;
