import type { Formula, InputName } from './schema.ts';

/** The inputs of formulas that are known of a production. */
export type Inputs = Readonly<Partial<Record<InputName, number>>>;

/** Returns what a formula gives: its factor times its inputs, rounded to a whole number. Null if an input is not known. */
export function estimate({ factor, inputs }: Pick<Formula, 'factor' | 'inputs'>, known: Inputs): number | null {
  const values = inputs.map((input) => known[input]);
  if (values.includes(undefined)) return null;
  return Math.round(values.reduce<number>((product, value) => product * value!, factor));
}
