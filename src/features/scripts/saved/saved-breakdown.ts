import { type Breakdown, createBreakdown } from '../breakdown/breakdown.ts';
import type { Constraint } from '../breakdown/constraints.ts';
import { createStoryLocation } from '../breakdown/story-locations.ts';
import { type LanguageWords, getLanguage } from '../breakdown/words.ts';
import { toKey } from '../../search/text/analysis.ts';
import type { Script } from '../reading/script.ts';
import type { SavedBreakdown } from './schema.ts';

/** A script that is broken down. */
export interface BreakdownOfScript {
  readonly script: Script;
  readonly breakdown: Breakdown;
  readonly language: LanguageWords;
  /** What each scene asks of its place. */
  readonly constraints: readonly (readonly Constraint[])[];
  /** Names of those who speak. */
  readonly characters: readonly string[];
}

/** Returns what is saved of a breakdown: no action, no dialogue, and of those who speak only whom a heading names. */
export function toSaved({ script, breakdown, language, constraints, characters }: BreakdownOfScript): SavedBreakdown {
  const headings = ` ${toKey(script.scenes.map(({ heading }) => heading).join(' '))} `;
  return {
    language: language.language,
    pages: script.pages,
    scenes: script.scenes.map(({ action: _action, characters: _characters, line: _line, ...scene }, index) => ({
      ...scene,
      constraints: constraints[index]!.map(({ kind, words }) => ({ kind, words: [...words] })),
    })),
    characters: characters.filter((name) => headings.includes(` ${toKey(name)}`)),
    locations: breakdown.locations.map(({ name, uses, reasons }) => ({
      name,
      uses: [...uses],
      reasons: reasons.map(({ rule, names }) => ({ rule, names: [...names] })),
    })),
    decided: [...breakdown.decided],
    sections: [...breakdown.sections],
    gone: breakdown.gone.map(({ name, sections }) => ({ name, sections: [...sections] })),
  };
}

/** Returns a saved breakdown as if its script had been read, without action. */
export function fromSaved({ pages, ...saved }: SavedBreakdown): BreakdownOfScript {
  const { characters, decided, sections, gone } = saved;
  const language = getLanguage(saved.language);
  const script: Script = {
    format: 'text',
    title: null,
    scenes: saved.scenes.map(({ constraints: _constraints, places: [first, ...others], ...scene }, index) => ({
      ...scene,
      places: [first!, ...others],
      action: '',
      characters: [],
      line: index + 1,
    })),
    possibleHeadings: [],
    pages,
  };
  const { suggestions } = createBreakdown(script, language);
  return {
    script,
    breakdown: {
      locations: saved.locations.map(createStoryLocation),
      suggestions,
      decided,
      sections,
      gone,
      history: [],
    },
    language,
    constraints: saved.scenes.map(({ constraints }) => constraints),
    characters,
  };
}
