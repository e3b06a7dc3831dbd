import { z } from 'zod';
import { person } from '../../entry-subjects/schema.ts';
import { MAX_QUERY_LENGTH } from '../schema.ts';
import { STOP_WORDS, toKey } from '../text/analysis.ts';
import { MAX_GROUP, MAX_TERM_LENGTH, MAX_TERM_WORDS } from './limits.ts';
import { ENTER_GROUP, ENTER_TARGETS, ENTER_TERMS, TOO_MANY_TERMS, ignoredTerm, termTooLong } from './messages.ts';

/** The kinds of rules with their labels. */
export const RULE_KINDS = {
  EQUAL: { label: 'Equal words', description: 'Each word finds what the others find: pub, bar and inn.' },
  ONE_WAY: {
    label: 'One way',
    description:
      'The words also find what others mean, but not the other way round: brutalist finds concrete and 20th century.',
  },
} as const;
export const RULE_KIND_NAMES = Object.keys(RULE_KINDS) as [RuleKind, ...RuleKind[]];
type RuleKind = keyof typeof RULE_KINDS;

/** Terms as the team types them: without control characters and repeated spaces, each once. */
function normaliseTerms(terms: readonly string[]): string[] {
  const cleaned = terms.map((term) => term.replace(/[\p{Cc}\s]+/gu, ' ').trim()).filter((term) => term !== '');
  return [...new Map(cleaned.map((term) => [toKey(term), term])).values()];
}

/** Problems of a single term. */
function findTermProblem(term: string): string | undefined {
  const words = toKey(term).split(' ');
  if (term.length > MAX_TERM_LENGTH || words.length > MAX_TERM_WORDS) return termTooLong(term);
  return words.every((word) => word === '' || STOP_WORDS.has(word)) ? ignoredTerm(term) : undefined;
}

const termList = z
  .array(z.string())
  .max(100)
  .overwrite(normaliseTerms)
  .max(MAX_GROUP, TOO_MANY_TERMS)
  .superRefine((terms, context) => {
    const problem = terms.map(findTermProblem).find((found) => found !== undefined);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
  });

const ruleFields = z.object({
  kind: z.enum(RULE_KIND_NAMES),
  terms: termList,
  /** Further meanings of the terms of a one-way rule. */
  targets: termList,
});

/** Requires as many terms as the kind of a rule needs. */
function checkSizes(
  { kind, terms, targets }: z.output<typeof ruleFields>,
  context: { addIssue: (issue: { code: 'custom'; path: string[]; message: string }) => void },
): void {
  const add = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
  if (kind === 'EQUAL' && terms.length < 2) add('terms', ENTER_GROUP);
  if (kind === 'ONE_WAY' && terms.length < 1) add('terms', ENTER_TERMS);
  if (kind === 'ONE_WAY' && targets.length < 1) add('targets', ENTER_TARGETS);
}

const withoutUnusedTargets = <Rule extends z.output<typeof ruleFields>>(rule: Rule): Rule =>
  rule.kind === 'EQUAL' ? { ...rule, targets: [] } : rule;

export const ruleForm = ruleFields.superRefine(checkSizes).overwrite(withoutUnusedTargets);
export type RuleForm = z.output<typeof ruleForm>;

/** A text of the form, with a term on each line. */
const lines = z.string().max(2_000);
export const ruleTextForm = z
  .object({ kind: z.enum(RULE_KIND_NAMES), terms: lines, targets: lines, enabled: z.boolean() })
  .transform((text) => ({ ...text, terms: text.terms.split('\n'), targets: text.targets.split('\n') }))
  .pipe(ruleForm.safeExtend({ enabled: z.boolean() }));

/** The query that shows what a rule does. */
export const previewQuery = z.string().trim().min(1).max(MAX_QUERY_LENGTH);

export const synonym = ruleFields.extend({
  id: z.uuid(),
  version: z.number(),
  enabled: z.boolean(),
  changed_at: z.string(),
  /** Null once the account is gone. */
  changed_by: person.nullable(),
});
export type Synonym = z.output<typeof synonym>;

/** Where a term comes from: the product and the region, or the Locations Team. */
export const ORIGINS = { SHIPPED: 'Shipped', ADDED: 'Added' } as const;
export const ORIGIN_NAMES = Object.keys(ORIGINS) as [Origin, ...Origin[]];
export type Origin = keyof typeof ORIGINS;

export const SYNONYM_COLUMNS = ['terms', 'origin', 'changed_at'] as const;

/** A row of the list: a rule of the team, or a term of the thesaurus. */
export const synonymRow = z.object({
  /** Null for a term of the thesaurus, which its text identifies. */
  id: z.uuid().nullable(),
  version: z.number(),
  kind: z.enum(RULE_KIND_NAMES),
  origin: z.enum(ORIGIN_NAMES),
  terms: z.array(z.string()),
  /** Description of their meanings. Empty if the search ignores them. */
  meanings: z.array(z.string()),
  enabled: z.boolean(),
  changed_at: z.string().nullable(),
  changed_by: person.nullable(),
});
export type SynonymRow = z.output<typeof synonymRow>;

/** How a query is understood, and how many locations it finds. */
const previewResult = z.object({
  total: z.number(),
  parts: z.array(
    z.object({
      text: z.string(),
      /** The place or the options that it means, if it means any. */
      label: z.string().nullable(),
      /** The words that it finds besides its own. */
      synonyms: z.array(z.string()),
      excluded: z.boolean(),
      dropped: z.boolean(),
    }),
  ),
});
export const preview = z.object({ with: previewResult, without: previewResult });
export type PreviewResult = z.output<typeof previewResult>;
