import { getLocale } from '../../../platform/text/locale.ts';
import { type OptionName } from '../vocabulary/schema.ts';
import { splitOptionName } from '../vocabulary/option-names.ts';

/**
 * Describes alternative options: "Beach or coast" and "Coastal" as "Beach, coast or coastal", centuries as "11th or 12th century". Empty
 * without options.
 */
export function getTermLabel(options: readonly OptionName[]): string {
  const [name, ...otherNames] = new Set(options.map((option) => option.name));
  if (!name) return '';
  const label = otherNames.length === 0 ? name : listAlternatives([name, ...otherNames]);
  return options.every(({ field }) => field === 'century') ? `${label} century` : label;
}

function listAlternatives(names: readonly string[]): string {
  const all = names.flatMap(splitOptionName).map((name, i) => (i === 0 ? name : lowerFirstLetter(name)));
  return new Intl.ListFormat(getLocale().language, { type: 'disjunction' }).format(
    all.filter((name, i) => all.findIndex((other) => isSame(other, name)) === i),
  );
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** Names such as "National Trust" keep their capitals. */
export function lowerFirstLetter(name: string): string {
  return /[A-Z]/.test(name.slice(1)) ? name : name.slice(0, 1).toLowerCase() + name.slice(1);
}
