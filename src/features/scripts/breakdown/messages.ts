import { getLocale } from '../../../platform/text/locale.ts';
import { formatCount } from '../../../platform/text/numbers.ts';
import type { IntExt, Script } from '../reading/script.ts';
import type { SearchResult } from '../../search/contract.ts';
import type { Change } from './breakdown.ts';
import { type ComparedScene, type DraftComparison, isSame } from './compare-drafts.ts';
import { type Summary, getSceneLabel } from './summaries.ts';
import { formatEighths } from '../format-eighths.ts';
import type { MergeReason, StoryLocation } from './story-locations.ts';
import type { ConstraintKind } from './words.ts';

export const ENTER_NAME = 'Enter a name for the place.';
export const CHOOSE_PLACE = 'Choose the place to merge it into.';
export const CHOOSE_SCENES = 'Choose at least one scene to move.';
export const LEAVE_SCENES = 'Leave at least one scene. To change the name of the whole place, rename it.';

export const CONSTRAINT_LABELS: Readonly<Record<ConstraintKind, string>> = {
  NIGHT: 'Night',
  RAIN: 'Rain or storm',
  WATER: 'Water',
  FIRE: 'Fire',
  VEHICLES: 'Vehicles',
  ANIMALS: 'Animals',
  CROWD: 'Crowd',
  QUIET: 'Quiet',
  PERIOD: 'Period',
  SEASON: 'Season',
};

export const SETTING_LABELS: Readonly<Record<IntExt | 'NOT_GIVEN', string>> = {
  INT: 'Interior',
  EXT: 'Exterior',
  'INT/EXT': 'Interior and exterior',
  NOT_GIVEN: 'Not given',
};

export const TIME_LABELS = { DAY: 'Day', NIGHT: 'Night', NOT_GIVEN: 'Not given' } as const;

/** Formats the name of a story location. */
export function formatName({ name }: Pick<StoryLocation, 'name'>): string {
  return name === '' ? 'No place named' : name;
}

/** Formats a split of pages, without what is zero: "Day 2 4/8, night 1/8". */
export function formatSplit<Part extends string>(
  eighths: Readonly<Record<Part, number>>,
  labels: Readonly<Record<Part, string>>,
): string {
  const parts = (Object.keys(labels) as Part[]).filter((part) => eighths[part] > 0);
  return parts.map((part) => `${labels[part]} ${formatEighths(eighths[part])}`).join(', ');
}

/** Says why headings are one place, or may be. */
export function formatReason({ rule, names }: MergeReason): string {
  const quoted = names.map(quote);
  const [first, last] = [quoted[0]!, quoted.at(-1)!];
  switch (rule) {
    case 'SUB_PLACE':
      return `The headings name ${joinWords(quoted.slice(0, -1))} as ${names.length > 2 ? 'areas' : 'an area'} of ${last}.`;
    case 'INSIDE':
      return `Some headings name only ${first}. In others it is an area of ${last}.`;
    case 'DESCRIBED':
      return `${joinWords(quoted)} differ only in how the place is described.`;
    case 'SPELLING':
      return `${joinWords(quoted)} are the same name, written differently.`;
    case 'ENDING':
      return `${first} ends with ${last}.`;
    case 'SIMILAR':
      return `${joinWords(quoted)} differ in one letter.`;
    case 'COMMON_WORDS':
      return `${joinWords(quoted)} have words in common.`;
    case 'BY_HAND':
      return `You merged ${joinWords(quoted)}.`;
  }
}

/** Says what a change has done. */
export function formatChange(change: Change): string {
  switch (change.type) {
    case 'merge':
      return `${joinWords(change.names.map(quote))} are now one place: ${quote(change.into)}.`;
    case 'split':
      return `${quote(change.name)} is now a place of its own, split from ${quote(change.from)}.`;
    case 'rename':
      return `${quote(change.from)} is now called ${quote(change.name)}.`;
    case 'decline':
      return `${joinWords(change.names.map(quote))} stay separate places.`;
  }
}

/** Sums up the breakdown. */
export function formatTotal(places: number, scenes: number, eighths: number): string {
  return `${formatCount(places, 'place')} in ${formatCount(scenes, 'scene')} with ${formatPages(eighths)}.`;
}

/** Says which scenes the breakdown leaves out. */
export function formatOmitted(labels: readonly string[]): string {
  return labels.length === 1
    ? `Scene ${labels[0]} is omitted in the script and does not count.`
    : `Scenes ${joinWords(labels)} are omitted in the script and do not count.`;
}

/** Says why a search found a location. @param isFitting whether it has all that was searched for */
export function formatFit({ parts }: SearchResult['meta']['understood'], isFitting: boolean): string {
  const matched = parts.flatMap(({ label, text, dropped, excluded }) =>
    dropped || excluded ? [] : [label ?? `‘${text}’`],
  );
  return `${isFitting ? 'Matches' : 'Similar to'} ${joinWords(matched)}`;
}

/** Lists the numbers of scenes, as the section of a board says them. */
export function formatScenes(labels: readonly string[]): string {
  return `${labels.length === 1 ? 'Scene' : 'Scenes'} ${labels.join(', ')}`;
}

/** Writes a request to the Locations Team for when no location fits: no words of the script but the name of the place. */
export function writeRequest({ location, scenes, eighths, byTime, bySetting, constraints }: Summary): string {
  const splits = [formatSplit(bySetting, SETTING_LABELS), formatSplit(byTime, TIME_LABELS)];
  const needs = constraints.map(({ kind }) => CONSTRAINT_LABELS[kind].toLowerCase());
  return [
    `We are looking for a place for ${quote(location.name)}.`,
    `${formatCount(scenes.length, 'scene')} with ${formatPages(eighths)}. ${splits.join('. ')}.`,
    ...(needs.length > 0 ? [`The scenes ask for: ${joinWords(needs)}.`] : []),
  ].join('\n');
}

/** Sums up what a draft has changed. @param places number of places in the draft */
export function formatDraft(
  { scenes, newScenes, goneScenes, places, gonePlaces }: DraftComparison,
  placeCount: number,
): string {
  const same = scenes.filter(isSame).length;
  const states = [...places.values()];
  const sentences = [
    ['Scenes', same, scenes.length - same, newScenes.length, goneScenes.length],
    [
      'Places',
      placeCount - states.length,
      states.filter((state) => state === 'CHANGED').length,
      states.filter((state) => state === 'NEW').length,
      gonePlaces.length,
    ],
  ] as const;
  return sentences
    .map(
      ([what, unchanged, changed, added, gone]) =>
        `${what}: ${unchanged} the same, ${changed} changed, ${added} new, ${gone} gone.`,
    )
    .join(' ');
}

/** Says what a draft has changed about a scene. */
export function formatSceneChanges({ scene, former, changes }: ComparedScene, before: Script, after: Script): string {
  const [one, other] = [before.scenes[former]!, after.scenes[scene]!];
  const texts = {
    HEADING: `was ‘${one.heading}’`,
    LENGTH: `${formatEighths(other.eighths)} instead of ${formatEighths(one.eighths)} pages`,
    TEXT: 'other action',
    ORDER: 'elsewhere in the script',
    NUMBER: `was ${getSceneLabel(before.scenes, former)}`,
  };
  return changes.map((change) => texts[change]).join(', ');
}

function formatPages(eighths: number): string {
  return `${formatEighths(eighths)} ${eighths <= 8 ? 'page' : 'pages'}`;
}

function quote(name: string): string {
  return `‘${formatName({ name })}’`;
}

function joinWords(words: readonly string[]): string {
  return new Intl.ListFormat(getLocale().language, { type: 'conjunction' }).format(words);
}
