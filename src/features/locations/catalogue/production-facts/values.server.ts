import { cleanText } from '../../../../platform/text/clean-text.ts';
import { formatDay } from '../../../../platform/text/dates.ts';
import { toSingleLine } from '../../../../platform/http/field-schemas.ts';
import { CHOOSE_FROM_LIST, CHOOSE_YES_OR_NO, factTooLong, noneExcludes } from './messages.ts';
import { FACT_GROUPS, type FactDefinition, PRODUCTION_FACTS } from './fact-table.server.ts';
import { enterQuantity, formatQuantity, parseQuantity } from './quantities.ts';
import type { DescribedFact } from './described-fact.ts';
import { type FactGroups, type FactSource, NONE, type ProductionFactValue } from './schema.ts';
import { SOURCE_LABELS } from './sources.ts';

/** A production fact as it is stored. */
export interface StoredFact {
  readonly value: ProductionFactValue;
  readonly source: FactSource;
  readonly stated_on: string;
}
/** The production facts of a location that have a value, by name. Names may be of another release. */
export type StoredFacts = Readonly<Record<string, StoredFact>>;

const MAX_TEXT_LENGTH = 300;

/** Parses what is sent as the value of a fact: a number may be text with a unit. Null for none. */
export function parseFactValue(
  fact: FactDefinition,
  sent: ProductionFactValue | null,
): { readonly value: ProductionFactValue | null } | { readonly problem: string } {
  if (sent === null || sent === '' || (Array.isArray(sent) && sent.length === 0)) return { value: null };
  switch (fact.kind) {
    case 'yes-no':
      return typeof sent === 'boolean' ? { value: sent } : { problem: CHOOSE_YES_OR_NO };
    case 'choice':
      return isOption(fact, sent) ? { value: sent } : { problem: CHOOSE_FROM_LIST };
    case 'choices': {
      const names = new Set(Array.isArray(sent) ? sent : [sent]);
      if (![...names].every((name) => isOption(fact, name))) return { problem: CHOOSE_FROM_LIST };
      const { options = {} } = fact;
      if (names.has(NONE) && names.size > 1) return { problem: noneExcludes(options[NONE] ?? '') };
      return { value: Object.keys(options).filter((name) => names.has(name)) };
    }
    case 'number': {
      const { unit = null, min = 0, max = 0 } = fact;
      const value =
        typeof sent === 'number' || typeof sent === 'string' ? parseQuantity(String(sent), unit) : undefined;
      return value === undefined || value < min || value > max ? { problem: enterQuantity(unit, min, max) } : { value };
    }
    case 'text': {
      const value = typeof sent === 'string' ? toSingleLine(cleanText(sent)) : '';
      if (value.length > MAX_TEXT_LENGTH) return { problem: factTooLong(MAX_TEXT_LENGTH) };
      return { value: value === '' ? null : value };
    }
  }
}

function isOption({ options = {} }: FactDefinition, name: unknown): name is string {
  return typeof name === 'string' && Object.hasOwn(options, name);
}

/** The stored value of a fact as people read it; undefined if it does not fit the fact, as after an option was removed. */
export function formatFactValue(fact: FactDefinition, value: ProductionFactValue): string | undefined {
  switch (fact.kind) {
    case 'yes-no':
      return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : undefined;
    case 'number':
      return typeof value === 'number' ? formatQuantity(value, fact.unit ?? null) : undefined;
    case 'text':
      return typeof value === 'string' ? value : undefined;
    default: {
      const labels = [value].flat().flatMap((name) => (isOption(fact, name) ? [fact.options![name]!] : []));
      return labels.length > 0 ? labels.join(', ') : undefined;
    }
  }
}

/** Who says so and when, as people read it. */
export function formatStatement({ source, stated_on }: Omit<StoredFact, 'value'>): string {
  return `${SOURCE_LABELS[source]}, ${formatDay(stated_on)}`;
}

/** The public production facts that have a value, in groups. What this release does not know is left out. */
export function groupPublicFacts(stored: StoredFacts): FactGroups {
  const groups = Object.entries(FACT_GROUPS).map(([title, facts]) => ({
    title,
    facts: facts.flatMap((fact) => {
      const found = fact.audience === 'public' ? stored[fact.name] : undefined;
      const text = found && formatFactValue(fact, found.value);
      if (found === undefined || text === undefined) return [];
      const { name, label, unit = null } = fact;
      return [{ name, label, ...found, unit, text, stated: formatStatement(found) }];
    }),
  }));
  return groups.filter(({ facts }) => facts.length > 0);
}

/** The production facts that have a value, each with who says so and when. What this release does not know is left out. */
export function describeFacts(stored: StoredFacts): DescribedFact[] {
  return PRODUCTION_FACTS.flatMap((fact) => {
    const found = stored[fact.name];
    const text = found && formatFactValue(fact, found.value);
    return text === undefined ? [] : [{ label: fact.label, text: `${text} (${formatStatement(found!)})` }];
  });
}
