import type { DescribedFact } from './described-fact.ts';

/** A production fact that differs between two versions; empty texts mean no value. */
interface FactChange {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/** The production facts that differ between two versions. */
export function compareFacts(before: readonly DescribedFact[], after: readonly DescribedFact[]): FactChange[] {
  const [old, now] = [before, after].map((facts) => new Map(facts.map(({ label, text }) => [label, text]))) as [
    Map<string, string>,
    Map<string, string>,
  ];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((label) => ({ label, before: old.get(label) ?? '', after: now.get(label) ?? '' }))
    .filter((change) => change.before !== change.after);
}
