import { tokenize } from '../../search/text/analysis.ts';
import type { Script } from '../reading/script.ts';
import { findPhrases } from './phrases.ts';
import { type StoryLocation, getScenePlace } from './story-locations.ts';
import type { LanguageWords } from './words.ts';

/**
 * Returns what kind of place a story location is, in the words that the site is searched for, if its name does not say so: "INT. CRAIGEND -
 * CELL BLOCK" is a prison, and so is "INT. CRAIGEND", whose first scene begins with "An old prison." Names of areas come first. Of the action
 * only the first paragraphs of scenes count, which describe what is seen: later ones tell of other places.
 */
export function findPlaceKind(
  script: Pick<Script, 'scenes'>,
  { name, uses }: Pick<StoryLocation, 'name' | 'uses'>,
  language: LanguageWords,
): string | undefined {
  if (findKind(name, language) !== undefined) return undefined;
  for (const use of uses)
    for (const area of getScenePlace(script, use).subPlaces) {
      const kind = findKind(area, language);
      if (kind !== undefined) return kind;
    }
  for (const { scene } of uses) {
    const [paragraph = ''] = script.scenes[scene]!.action.split('\n', 1);
    const kind = findKind(paragraph, language);
    if (kind !== undefined) return kind;
  }
  return undefined;
}

function findKind(text: string, { kinds }: LanguageWords): string | undefined {
  const [found] = findPhrases(tokenize(text), kinds);
  return found?.meaning;
}
