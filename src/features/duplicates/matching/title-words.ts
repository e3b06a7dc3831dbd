import { analyze } from '../../search/text/analysis.ts';
import { editDistance } from '../../../platform/text/edit-distance.ts';
import type { Comparable } from './comparable.ts';

/** Whether a word is too frequent in titles to distinguish places, such as ‘farm’. */
export type IsCommon = (word: string) => boolean;

/** The share of a common word, compared with another one. */
const COMMON_WEIGHT = 0.3;
/** Minimum word lengths for a difference of one edit, and of two. */
const MIN_LETTERS_FOR_EDIT = [4, 8] as const;
/** The share of a match that a typing error leaves. */
const EDITED_MATCH = 0.9;

/** The words of a title as the search reads them, each once, without those of the nearest town unless there are no others. */
export function getTitleWords({ title, nearesttown }: Pick<Comparable, 'title' | 'nearesttown'>): string[] {
  const words = [...new Set(analyze(title))];
  const town = new Set(analyze(nearesttown));
  const others = words.filter((word) => !town.has(word));
  return others.length > 0 ? others : words;
}

/**
 * How much two titles speak for the same place, from 0 to 1: the weight of the words that both have, as a share of all words (Dice), less
 * if those are common words only. So ‘Farm’ and ‘Farm’ are 0.3; ‘The Old Mill, Ayr’ and ‘Old Mill’ are nearly 1.
 */
export function compareTitles(one: Comparable, other: Comparable, isCommon: IsCommon): number {
  const towns = new Set([...analyze(one.nearesttown), ...analyze(other.nearesttown)]);
  const [words, open] = weighWords([analyze(one.title), analyze(other.title)], towns, isCommon);
  const total = sum([...words.values(), ...open.values()]);
  let matched = 0;
  let information = 0;
  for (const [word, weight] of words) {
    const same = open.has(word) ? word : [...open.keys()].find((candidate) => isMisspelt(word, candidate));
    if (same === undefined) continue;
    const share = same === word ? 1 : EDITED_MATCH;
    const otherWeight = open.get(same)!;
    open.delete(same);
    matched += share * (weight + otherWeight);
    information += share * Math.max(weight, otherWeight);
  }
  return total === 0 ? 0 : (matched / total) * Math.min(1, information);
}

type Weights = Map<string, number>;

/** The words of two titles with their weights. Those of a town count as common, unless both titles are just the name of the town. */
function weighWords(titles: [string[], string[]], towns: ReadonlySet<string>, isCommon: IsCommon): [Weights, Weights] {
  const areTowns = titles.flat().every((word) => towns.has(word));
  const isWeak = (word: string) => isCommon(word) || (!areTowns && towns.has(word));
  const weigh = (words: string[]) => new Map(words.map((word) => [word, isWeak(word) ? COMMON_WEIGHT : 1]));
  return [weigh(titles[0]), weigh(titles[1])];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function isMisspelt(word: string, other: string): boolean {
  // Numbers tell places apart: ‘Studio 1’ is not ‘Studio 2’.
  if (/\d/.test(word) || /\d/.test(other)) return false;
  const letters = Math.max(word.length, other.length);
  const limit = MIN_LETTERS_FOR_EDIT.filter((min) => letters >= min).length;
  return limit > 0 && editDistance(word, other, 0, other.length, limit) <= limit;
}
