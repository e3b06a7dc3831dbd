import { editDistance } from '../text/edit-distance.ts';

/** Names from this length count as misspelt with one edit, and with two. Other programs have variables like the shorter names. */
const MIN_LENGTHS = [6, 10] as const;

/** Finds variables that are almost certainly meant as settings, one line each. A setting that is set has no misspelling. */
export function findMisspeltSettings(
  variables: Readonly<Record<string, unknown>>,
  settings: readonly string[],
): string[] {
  const missing = settings.filter((name) => !Object.hasOwn(variables, name));
  return Object.keys(variables)
    .filter((name) => !settings.includes(name))
    .flatMap((name) => {
      const meant = missing.find((setting) => isMisspelling(name, setting));
      return meant === undefined ? [] : [`${name}: is not a setting. Did you mean ${meant}?`];
    });
}

function isMisspelling(name: string, setting: string): boolean {
  const maxEdits = MIN_LENGTHS.filter((length) => setting.length >= length).length;
  return maxEdits > 0 && editDistance(name.toUpperCase(), setting, 0, setting.length, maxEdits) <= maxEdits;
}
