import { z } from 'zod';

/** Who says what a production fact is: the owner, the team after a visit, or a crew after a shoot. */
export const FACT_SOURCES = ['OWNER', 'TEAM', 'CREW'] as const;
export type FactSource = (typeof FACT_SOURCES)[number];

/** Longer than any text may be, so that its excess can be shown. */
const MAX_TYPED = 5_000;
const MAX_OPTIONS = 50;

/** Yes or no, a number in the unit of the fact, the name of an option or a text, or the names of several options. */
export const factValue = z.union([
  z.boolean(),
  z.number(),
  z.string().max(MAX_TYPED),
  z.array(z.string().max(MAX_TYPED)).max(MAX_OPTIONS),
]);
export type FactValue = z.output<typeof factValue>;

/** Who says so, and when. */
export const statement = z.object({ source: z.enum(FACT_SOURCES), stated_on: z.iso.date() });

/** A production fact that has a value, as people read it. */
export const statedFact = statement.extend({
  name: z.string(),
  label: z.string(),
  value: factValue,
  /** The unit of a number; null for a count and other values. */
  unit: z.string().nullable(),
  /** The value as people read it. */
  text: z.string(),
  /** Who says so and when, as people read it. */
  stated: z.string(),
});
export type StatedFact = z.output<typeof statedFact>;

/** The production facts of a location that have a value, by their groups. */
export const factGroups = z.array(z.object({ title: z.string(), facts: z.array(statedFact) }));
export type FactGroups = z.output<typeof factGroups>;
