import type { ProductionFactValue } from '../catalogue/production-facts/schema.ts';
import { factChanged } from '../catalogue/production-facts/messages.ts';
import { type EditableFact, type EditableFacts, listProductionFacts } from './schema.ts';

/** An answer that is not saved. */
interface TypedFact {
  /** Null for unknown. */
  readonly value: ProductionFactValue | null;
  /** The fact that it replaces, as the person has seen it. */
  readonly base: Pick<EditableFact, 'text' | 'stated'>;
}
/** Answers that are not saved, by the name of the fact. */
export type TypedFacts = Readonly<Record<string, TypedFact>>;

/** Messages by the name of the fact. */
export type FactProblems = Readonly<Record<string, string>>;

/** What a request has made of the answers: the messages of those that cannot be saved, which is then none of them, and the facts now. */
export interface FactResult {
  readonly problems: FactProblems;
  readonly facts: EditableFacts;
}

/**
 * Changes an answer. One that says what is saved is none, so that it does not replace who said so and when.
 * @param isSent whether another answer to the fact is being saved
 */
export function typeFact(
  typed: TypedFacts,
  fact: EditableFact,
  value: ProductionFactValue | null,
  isSent: boolean,
): TypedFacts {
  const { [fact.name]: before, ...others } = typed;
  if (!isSent && isSaved(fact, value)) return others;
  return { ...typed, [fact.name]: { value, base: before?.base ?? fact } };
}

/** Answers again what is saved, as somebody who has checked it. */
export function confirmFact(typed: TypedFacts, fact: EditableFact): TypedFacts {
  return { ...typed, [fact.name]: { value: fact.kind === 'number' ? fact.text : fact.value, base: fact } };
}

function isSaved({ kind, value, text }: EditableFact, typed: ProductionFactValue | null): boolean {
  if (kind === 'number') return toPlainSpaces(String(typed ?? '')) === toPlainSpaces(text);
  return JSON.stringify(typed) === JSON.stringify(value);
}

const toPlainSpaces = (text: string) => text.replaceAll('\u00A0', ' ');

/** The messages of answers whose fact somebody else has changed since it was seen. */
export function findConflicts(typed: TypedFacts, now: EditableFacts): FactProblems {
  const changed = listProductionFacts(now).filter(({ name, text, stated }) => {
    const base = typed[name]?.base;
    return base && (base.text !== text || base.stated !== stated);
  });
  return Object.fromEntries(changed.map(({ name, text, stated }) => [name, factChanged(text, stated)]));
}

/**
 * The answers that are left after a request. What is saved is none any more. What was changed meanwhile replaces what was saved, and what
 * was rejected replaces what its message shows.
 */
export function settleFacts(typed: TypedFacts, sent: TypedFacts, { problems, facts }: FactResult): TypedFacts {
  const now = new Map(listProductionFacts(facts).map((fact) => [fact.name, fact]));
  const areSaved = Object.keys(problems).length === 0;
  return Object.fromEntries(
    Object.entries(typed).flatMap(([name, answer]) => {
      const isChanged = answer.value !== sent[name]?.value;
      if (areSaved && !isChanged) return [];
      const base = sent[name] && areSaved === isChanged ? now.get(name) : undefined;
      return [[name, { ...answer, base: base ?? answer.base }]];
    }),
  );
}
