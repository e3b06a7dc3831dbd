import type { Db } from '../../platform/db/transaction.ts';
import { editDistance } from '../../platform/text/edit-distance.ts';
import { listOptionsByPosition } from '../locations/catalogue/options/queries.server.ts';
import type { FacetField } from '../locations/catalogue/schema.ts';
import { loadTermMeanings } from '../search/vocabulary/queries.server.ts';
import { toKey } from '../search/text/analysis.ts';
import { type OptionChoices, OptionLookup, type OptionProposals } from './option-lookup.ts';
import { MISSING_TERMS, REGISTER_TERMS } from './register-terms.ts';

/** Returns the options of the site, with proposals by its thesaurus. */
export async function loadOptionLookup(db: Db, choices: OptionChoices): Promise<OptionLookup> {
  const options = await listOptionsByPosition(db);
  const listMeanings = await loadTermMeanings(db);
  return new OptionLookup(options, choices, (field, name) => {
    const key = toKey(name);
    if (MISSING_TERMS.has(key)) return { similar: [], proposal: { option: null } };
    const listed = options.filter((option) => option.field === field).map((option) => option.name);
    return rankOptions(listed, [
      ...listRegisterScores(field, key),
      ...listMeanings(field, name).map(({ option, isRelated, extent }): Score => {
        // Of several centuries none is likelier.
        const score = field === 'century' && extent !== 'whole' ? SCORES.end : SCORES[extent];
        return [option, isRelated ? SCORES.related : score];
      }),
      ...listed.map((option): Score => [option, getSimilarity(toWords(option), toWords(name))]),
    ]);
  });
}

type Score = readonly [option: string, score: number];

const MAX_SUGGESTIONS = 3;
/** How sure a proposal is, by what it comes from. Words of an option give about 1 at most. */
const SCORES = { register: 3, whole: 2, registerEnd: 1.5, end: 0.6, other: 0.4, related: 0.2 } as const;
/** Below, an option is offered, but not chosen in advance. */
const MIN_PROPOSAL_SCORE = 0.5;

/** Sorts options by their best scores, the likeliest first. */
function rankOptions(listed: readonly string[], found: readonly Score[]): OptionProposals {
  const scores = new Map<string, number>();
  for (const [option, score] of found) scores.set(option, Math.max(score, scores.get(option) ?? 0));
  const ranked = listed
    .map((option) => ({ option, score: scores.get(option) ?? 0 }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  const [first, second] = ranked;
  const isClear = first !== undefined && first.score >= MIN_PROPOSAL_SCORE && first.score > (second?.score ?? 0);
  return {
    similar: ranked.slice(0, MAX_SUGGESTIONS).map(({ option }) => option),
    proposal: isClear ? { option: first.option } : null,
  };
}

/** Scores by the words of registers that a name is, or ends with. */
function listRegisterScores(field: FacetField, key: string): Score[] {
  const words = key.split(' ');
  return words.flatMap((_, start) => {
    const options = REGISTER_TERMS[field]?.[words.slice(start).join(' ')] ?? [];
    const score = start === 0 ? SCORES.register : SCORES.registerEnd;
    // A building of several centuries has no likeliest one.
    return options.map((option, index): Score => [option, field === 'century' ? score : score - index / 10]);
  });
}

/** Letters of a word that may have a typing error. */
const MIN_LETTERS_FOR_EDIT = 6;

function isMisspelt(word: string, other: string): boolean {
  return (
    Math.max(word.length, other.length) >= MIN_LETTERS_FOR_EDIT && editDistance(word, other, 0, other.length, 1) === 1
  );
}

/** Returns which share of an option's words a name has, also as a plural or with a typing error, and a little more for many words, and the last one. */
function getSimilarity(words: readonly string[], others: readonly string[]): number {
  const isSame = (word: string, other = '') =>
    other !== '' && (other.startsWith(word) || word.startsWith(other) || isMisspelt(word, other));
  const found = words.filter((word) => others.some((other) => isSame(word, other)));
  if (found.length === 0) return 0;
  const isLast = found.some((word) => isSame(word, others.at(-1)));
  return found.length / words.length + found.length / 100 + (isLast ? 0.05 : 0);
}

/** Returns the words of a name that tell it apart from others: not “or” and “of”. */
function toWords(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 3);
}
