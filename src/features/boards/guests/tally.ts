import type { Answer, Tally } from './schema.ts';

/** Returns a tally in words, such as ‘3 yes, 1 maybe, 1 no’; empty without answers. */
export function formatTally({ yes, maybe, no }: Pick<Tally, 'yes' | 'maybe' | 'no'>): string {
  const counts = [
    [yes, 'yes'],
    [maybe, 'maybe'],
    [no, 'no'],
  ] as const;
  return counts.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : [])).join(', ');
}

/** Counts answers. */
export function countAnswers(
  answers: readonly { readonly answer: Answer | null }[],
): Record<'yes' | 'maybe' | 'no', number> {
  const count = (wanted: Answer) => answers.filter(({ answer }) => answer === wanted).length;
  return { yes: count('YES'), maybe: count('MAYBE'), no: count('NO') };
}
