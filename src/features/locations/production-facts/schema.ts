import { z } from 'zod';
import { FACT_SOURCES, productionFactValue } from '../catalogue/production-facts/schema.ts';

/** Longer than any text may be, so that its excess can be shown. */
const MAX_TYPED = 5_000;
const MAX_OPTIONS = 50;
const typedText = z.string().max(MAX_TYPED);
const typedValue = z.union([z.boolean(), z.number(), typedText, z.array(typedText).max(MAX_OPTIONS)]);

/** A production fact of a working copy with all that its control needs. */
const editableFact = z.object({
  name: z.string(),
  label: z.string(),
  hint: z.string().nullable(),
  kind: z.enum(['yes-no', 'choice', 'choices', 'number', 'text']),
  /** Names and labels of the options of a choice. */
  options: z.array(z.tuple([z.string(), z.string()])),
  /** Whether only the Locations Team sees it. */
  is_internal: z.boolean(),
  /** Null while nobody has said anything. */
  value: productionFactValue.nullable(),
  /** The value as people read it, and as a number may be typed. */
  text: z.string(),
  /** Who says so and when, as people read it; null without a value. */
  stated: z.string().nullable(),
});
export type EditableFact = z.output<typeof editableFact>;

/** The production facts of a working copy. */
export const editableFacts = z.object({
  /** The version of the working copy, which a save expects. */
  version: z.number(),
  groups: z.array(z.object({ title: z.string(), facts: z.array(editableFact) })),
  /** The names of those that matter most for its categories, in order. */
  first: z.array(z.string()),
});
export type EditableFacts = z.output<typeof editableFacts>;

/** The values of some production facts with who says so and when. */
export const sentFacts = z.object({
  /** By name; null for unknown. A number may be text with a unit, such as 12 ft. */
  facts: z.record(z.string(), typedValue.nullable()),
  /** By default the team, today. An owner sends neither: it is always the owner, today. */
  source: z.enum(FACT_SOURCES).optional(),
  stated_on: z.iso.date().optional(),
});
export type SentFacts = z.output<typeof sentFacts>;

/** All facts in their order. */
export function listProductionFacts({ groups }: Pick<EditableFacts, 'groups'>): readonly EditableFact[] {
  return groups.flatMap(({ facts }) => facts);
}
