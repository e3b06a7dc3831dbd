import type { Script } from '../reading/script.ts';
import { mergePlaces } from './merge-places.ts';
import {
  type MergeReason,
  type MergeSuggestion,
  type PlaceSection,
  type StoryLocation,
  createStoryLocation,
  findByUse,
  toUseId,
} from './story-locations.ts';
import type { LanguageWords } from './words.ts';

/** The story locations of a script as the user has arranged them. Each place of each scene is in exactly one of them. */
export interface Breakdown extends Arrangement {
  /** Sections of a board, each with the use for whose story location it was made, so that it stays with that after any change. */
  readonly sections: readonly PlaceSection[];
  /** Places of former drafts that no scene plays at any more, with sections of the board. */
  readonly gone: readonly GonePlace[];
  readonly suggestions: readonly MergeSuggestion[];
  /** The states before each change, oldest first. */
  readonly history: readonly HistoryEntry[];
}

/** A place that no scene plays at any more. */
interface GonePlace {
  readonly name: string;
  /** Ids of its sections of the board. */
  readonly sections: readonly string[];
}

interface Arrangement {
  readonly locations: readonly StoryLocation[];
  /** Ids of the suggestions that the user has accepted or declined. */
  readonly decided: readonly string[];
}

interface HistoryEntry {
  readonly before: Arrangement;
  readonly change: Change;
}

/** What a change has done, by the names of story locations. */
export type Change =
  | { readonly type: 'merge'; readonly names: readonly string[]; readonly into: string }
  | { readonly type: 'split'; readonly name: string; readonly from: string }
  | { readonly type: 'rename'; readonly name: string; readonly from: string }
  | { readonly type: 'decline'; readonly names: readonly string[] };

export type BreakdownAction =
  /** Merges a story location into another one, whose name it gets. */
  | { readonly type: 'merge'; readonly id: string; readonly into: string }
  /** Moves some uses, by their ids, to a story location of their own. */
  | { readonly type: 'split'; readonly id: string; readonly uses: ReadonlySet<string>; readonly name: string }
  | { readonly type: 'rename'; readonly id: string; readonly name: string }
  /** Merges the two places of a suggestion. */
  | { readonly type: 'accept'; readonly suggestion: string }
  | { readonly type: 'decline'; readonly suggestion: string }
  /** Says for which story location a section of the board is. */
  | { readonly type: 'place-section'; readonly id: string; readonly section: string }
  /** Says that a place that is gone is another one now, which gets its sections. */
  | { readonly type: 'replace'; readonly gone: string; readonly id: string }
  | { readonly type: 'undo' };

export const MAX_NAME_LENGTH = 200;

export function createBreakdown(script: Script, language: LanguageWords): Breakdown {
  return { ...mergePlaces(script, language), decided: [], sections: [], gone: [], history: [] };
}

/** Returns the breakdown after an action. An action that changes nothing returns the same breakdown, without an entry in its history. */
export function reduceBreakdown(breakdown: Breakdown, action: BreakdownAction): Breakdown {
  switch (action.type) {
    case 'merge':
      return merge(breakdown, action);
    case 'split':
      return split(breakdown, action);
    case 'rename':
      return rename(breakdown, action);
    case 'accept':
      return accept(breakdown, action.suggestion);
    case 'decline':
      return decline(breakdown, action.suggestion);
    case 'place-section':
      return placeSection(breakdown, action);
    case 'replace':
      return replace(breakdown, action);
    case 'undo':
      return undo(breakdown);
  }
}

/** Lists the suggestions that the user has not decided, and whose places are still two story locations. */
export function listOpenSuggestions({ suggestions, decided, locations }: Breakdown): OpenSuggestion[] {
  return suggestions
    .filter(({ id }) => !decided.includes(id))
    .map((suggestion) => {
      const [one, other] = suggestion.uses.map((use) => findByUse(locations, toUseId(use)));
      return { ...suggestion, one: one!, other: other! };
    })
    .filter(({ one, other }) => one !== other);
}

interface OpenSuggestion extends MergeSuggestion {
  readonly one: StoryLocation;
  readonly other: StoryLocation;
}

function merge(
  breakdown: Breakdown,
  { id, into }: { readonly id: string; readonly into: string },
  reason?: MergeReason,
): Breakdown {
  const one = breakdown.locations.find((location) => location.id === id);
  const other = breakdown.locations.find((location) => location.id === into);
  if (!one || !other || one === other) return breakdown;
  const merged = createStoryLocation({
    name: other.name,
    uses: [...other.uses, ...one.uses],
    reasons: [...other.reasons, ...one.reasons, reason ?? { rule: 'BY_HAND', names: [one.name, other.name] }],
  });
  const locations = breakdown.locations.flatMap((location) => {
    if (location === other) return [merged];
    return location === one ? [] : [location];
  });
  return change(breakdown, { locations }, { type: 'merge', names: [one.name, other.name], into: other.name });
}

function split(breakdown: Breakdown, { id, uses, name }: Extract<BreakdownAction, { type: 'split' }>): Breakdown {
  const from = breakdown.locations.find((location) => location.id === id);
  const chosen = toName(name);
  if (!from || !chosen) return breakdown;
  const [moved = [], left = []] = [true, false].map((isMoved) =>
    from.uses.filter((use) => uses.has(toUseId(use)) === isMoved),
  );
  if (moved.length === 0 || left.length === 0) return breakdown;
  const locations = breakdown.locations.flatMap((location) =>
    location === from
      ? [createStoryLocation({ ...from, uses: left }), createStoryLocation({ name: chosen, uses: moved, reasons: [] })]
      : [location],
  );
  return change(breakdown, { locations }, { type: 'split', name: chosen, from: from.name });
}

function rename(breakdown: Breakdown, { id, name }: Extract<BreakdownAction, { type: 'rename' }>): Breakdown {
  const renamed = breakdown.locations.find((location) => location.id === id);
  const chosen = toName(name);
  if (!renamed || !chosen || chosen === renamed.name) return breakdown;
  const locations = breakdown.locations.map((location) =>
    location === renamed ? { ...renamed, name: chosen } : location,
  );
  return change(breakdown, { locations }, { type: 'rename', name: chosen, from: renamed.name });
}

/** The place with fewer uses gets the name of the other one. */
function accept(breakdown: Breakdown, id: string): Breakdown {
  const suggestion = listOpenSuggestions(breakdown).find((one) => one.id === id);
  if (!suggestion) return breakdown;
  const [into, from] = [suggestion.one, suggestion.other].toSorted((a, b) => b.uses.length - a.uses.length);
  const merged = merge(breakdown, { id: from!.id, into: into!.id }, suggestion.reason);
  return { ...merged, decided: [...breakdown.decided, id] };
}

function decline(breakdown: Breakdown, id: string): Breakdown {
  const suggestion = listOpenSuggestions(breakdown).find((one) => one.id === id);
  if (!suggestion) return breakdown;
  const names = [suggestion.one.name, suggestion.other.name];
  return change(breakdown, { decided: [...breakdown.decided, id] }, { type: 'decline', names });
}

function placeSection(
  breakdown: Breakdown,
  { id, section }: Extract<BreakdownAction, { type: 'place-section' }>,
): Breakdown {
  const location = breakdown.locations.find((one) => one.id === id);
  if (!location || breakdown.sections.some((one) => one.id === section)) return breakdown;
  return { ...breakdown, sections: [...breakdown.sections, { id: section, use: location.uses[0]! }] };
}

function replace(breakdown: Breakdown, action: Extract<BreakdownAction, { type: 'replace' }>): Breakdown {
  const gone = breakdown.gone.find(({ name }) => name === action.gone);
  const use = breakdown.locations.find(({ id }) => id === action.id)?.uses[0];
  if (!gone || !use) return breakdown;
  return {
    ...breakdown,
    sections: [...breakdown.sections, ...gone.sections.map((id) => ({ id, use }))],
    gone: breakdown.gone.filter((one) => one !== gone),
  };
}

function undo(breakdown: Breakdown): Breakdown {
  const last = breakdown.history.at(-1);
  return last ? { ...breakdown, ...last.before, history: breakdown.history.slice(0, -1) } : breakdown;
}

function change(breakdown: Breakdown, changes: Partial<Arrangement>, done: Change): Breakdown {
  const { locations, decided } = breakdown;
  return {
    ...breakdown,
    ...changes,
    history: [...breakdown.history, { before: { locations, decided }, change: done }],
  };
}

function toName(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, MAX_NAME_LENGTH).trim();
}
