import { analyze, toKey } from '../text/analysis.ts';
import type { Meaning, SynonymRule } from './schema.ts';

/** A term as it is typed, with its meaning. */
interface RuledTerm {
  readonly term: string;
  readonly meaning: Meaning;
}

/**
 * The meanings of all terms of some rules, by key. A rule goes one step: a term gets the words of the other terms and what these mean by
 * themselves, never what another rule makes them mean. So chains and cycles do nothing, and the order of the rules does not matter.
 * @param getOwn the meaning of a term without the rules
 */
export function applySynonymRules(
  rules: readonly SynonymRule[],
  getOwn: (key: string) => Meaning | undefined,
): Map<string, RuledTerm> {
  const ruled = new Map<string, RuledTerm>();
  for (const { kind, terms, targets } of rules) {
    for (const term of terms) {
      const key = toKey(term);
      const meant = (kind === 'ONE_WAY' ? targets : terms).filter((other) => toKey(other) !== key);
      const meaning = ruled.get(key)?.meaning ?? getOwn(key) ?? NOTHING;
      const added = meant.flatMap((other) => toMeanings(other, getOwn));
      // A word that says nothing by itself says something by the rule.
      ruled.set(key, { term, meaning: { ...mergeMeanings([meaning, ...added]), ignored: false } });
    }
  }
  return ruled;
}

const NOTHING: Meaning = { options: [], synonyms: [], ignored: false };

/** The meaning that a term adds to another one: its words, which occur together, and its own meanings. */
function toMeanings(term: string, getOwn: (key: string) => Meaning | undefined): Meaning[] {
  const own = getOwn(toKey(term)) ?? NOTHING;
  const words: Meaning = { ...NOTHING, synonyms: [{ words: analyze(term), related: false }] };
  return own.isOptionList ? [own] : [words, own];
}

/** Joins meanings without duplicates. A full meaning takes precedence over a close one. */
function mergeMeanings(meanings: readonly Meaning[]): Meaning {
  const options = new Map<string, Meaning['options'][number]>();
  const synonyms = new Map<string, Meaning['synonyms'][number]>();
  const add = <Entry extends { readonly related: boolean }>(to: Map<string, Entry>, key: string, entry: Entry) => {
    if (!to.has(key) || !entry.related) to.set(key, entry);
  };
  for (const meaning of meanings) {
    for (const option of meaning.options) add(options, `${option.field} ${option.name}`, option);
    for (const synonym of meaning.synonyms) add(synonyms, synonym.words.join(' '), synonym);
  }
  return { options: [...options.values()], synonyms: [...synonyms.values()], ignored: false };
}
