import { type Token, tokenize } from '../../search/text/analysis.ts';
import type { Scene } from '../reading/script.ts';
import { findPhrases } from './phrases.ts';
import { CONSTRAINTS, type ConstraintKind, type LanguageWords } from './words.ts';

/** What a scene asks of its place, and the words that it was found in. */
export interface Constraint {
  readonly kind: ConstraintKind;
  /** As written, in lower case, each once. */
  readonly words: readonly string[];
}

/** A year or a decade that tells a period: "1746", "1950s". */
const YEAR = /^1[5-9]\d\d(?:s|er)?$/;

/** Finds what a scene asks of its place in its heading and its action. */
export function findConstraints(scene: Scene, language: LanguageWords): Constraint[] {
  const found = new Map<ConstraintKind, Set<string>>();
  const add = (kind: ConstraintKind, word: string) => found.set(kind, (found.get(kind) ?? new Set()).add(word));
  if (scene.dayOrNight === 'NIGHT') add('NIGHT', (scene.timeOfDay ?? scene.heading).toLowerCase());
  const places = scene.places.map(({ name, subPlaces }) => [name, ...subPlaces].join(', '));
  for (const text of [...places, scene.action])
    for (const { kind, start, end } of listMatches(tokenize(text), language))
      add(kind, text.slice(start, end).toLowerCase().replace(/\s+/g, ' '));
  return CONSTRAINTS.flatMap((kind) => {
    const words = found.get(kind);
    return words ? [{ kind, words: [...words] }] : [];
  });
}

/** Time after which the page can react to its user, in milliseconds. */
const SLICE_MS = 10;

/** Finds what each scene asks of its place, in slices, so that the page stays responsive. */
export async function findAllConstraints(
  scenes: readonly Scene[],
  language: LanguageWords,
): Promise<(readonly Constraint[])[]> {
  const found: (readonly Constraint[])[] = [];
  let sliceStart = performance.now();
  for (const scene of scenes) {
    found.push(findConstraints(scene, language));
    if (performance.now() - sliceStart < SLICE_MS) continue;
    // oxlint-disable-next-line no-await-in-loop -- the slices follow each other
    await new Promise((resolve) => setTimeout(resolve));
    sliceStart = performance.now();
  }
  return found;
}

/** Joins the constraints of several scenes. */
export function joinConstraints(lists: readonly (readonly Constraint[])[]): Constraint[] {
  return CONSTRAINTS.flatMap((kind) => {
    const words = lists.flatMap((list) => list.filter((one) => one.kind === kind).flatMap((one) => one.words));
    return words.length > 0 ? [{ kind, words: [...new Set(words)] }] : [];
  });
}

/** Whether a word is a year or a decade. */
export function isYear(word: string): boolean {
  return YEAR.test(word);
}

interface ConstraintMatch {
  readonly kind: ConstraintKind;
  readonly start: number;
  readonly end: number;
}

/** Lists what a text asks for, with where it says so, from left to right. */
function listMatches(tokens: readonly Token[], { phrases }: LanguageWords): ConstraintMatch[] {
  const matches = tokens.flatMap(({ word, start, end }): ConstraintMatch[] =>
    isYear(word) ? [{ kind: 'PERIOD', start, end }] : [],
  );
  for (const { meaning: kind, at, length } of findPhrases(tokens, phrases))
    if (kind) matches.push({ kind, start: tokens[at]!.start, end: tokens[at + length - 1]!.end });
  return matches.sort((one, other) => one.start - other.start);
}
