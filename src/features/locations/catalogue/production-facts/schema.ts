import { z } from 'zod';

/** Who says what a production fact is: the owner, the team after a visit, or a crew after a shoot. */
export const FACT_SOURCES = ['OWNER', 'TEAM', 'CREW'] as const;
export type FactSource = (typeof FACT_SOURCES)[number];

/** The name of the option of several that excludes the others. */
export const NONE = 'none';

/** Yes or no, a number in the unit of the fact, the name of an option or a text, or the names of several options. */
export const productionFactValue = z.union([z.boolean(), z.number(), z.string(), z.array(z.string())]);
export type ProductionFactValue = z.output<typeof productionFactValue>;

/** The production facts of a location that have a value, by their groups. */
export const factGroups = z.array(
  z.object({
    title: z.string(),
    facts: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        value: productionFactValue,
        /** The unit of a number; null for a count and other values. */
        unit: z.string().nullable(),
        /** The value as people read it. */
        text: z.string(),
        source: z.enum(FACT_SOURCES),
        /** ISO 8601. */
        stated_on: z.string(),
        /** Who says so and when, as people read it. */
        stated: z.string(),
      }),
    ),
  }),
);
export type FactGroups = z.output<typeof factGroups>;
