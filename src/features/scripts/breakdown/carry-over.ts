import type { Script } from '../reading/script.ts';
import type { Breakdown } from './breakdown.ts';
import { type PlaceUse, type StoryLocation, createStoryLocation } from './story-locations.ts';

/**
 * Applies the arrangement of a breakdown to another reading of the same text, in which the user has taken further lines as headings. Scenes
 * are the same if they begin at the same line. Places of new scenes go where the new breakdown has a place that was known, or else to one
 * of their own. The history ends, since it is about scenes that have changed.
 */
export function carryOver(former: Breakdown, formerScript: Script, fresh: Breakdown, script: Script): Breakdown {
  const assigned = new Map<string, StoryLocation>();
  for (const location of former.locations)
    for (const use of location.uses) assigned.set(toLineId(formerScript, use), location);
  const uses = new Map<StoryLocation, PlaceUse[]>();
  const add = (location: StoryLocation, use: PlaceUse) => uses.set(location, [...(uses.get(location) ?? []), use]);
  for (const location of fresh.locations) {
    const known = location.uses.map((use) => assigned.get(toLineId(script, use))).find((one) => one !== undefined);
    for (const use of location.uses) add(assigned.get(toLineId(script, use)) ?? known ?? location, use);
  }
  return {
    locations: [...uses].map(([location, its]) => createStoryLocation({ ...location, uses: its })),
    suggestions: fresh.suggestions,
    decided: former.decided,
    history: [],
  };
}

function toLineId({ scenes }: Script, { scene, place }: PlaceUse): string {
  return `${scenes[scene]!.line}.${place}`;
}
