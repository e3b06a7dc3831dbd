import { FACTS, type FactKinds, getFactLabel, moveToFront } from '../../fields/fact-fields.ts';
import type { PublicLocation } from '../../schema.ts';

/** The first facts, in rows of two; the others follow in the order of the table of fields. */
const FIRST = ['century', 'category', 'condition', 'setting', 'ownershiptype', 'localauthority', 'filmoffice'];

/** Lists the facts of a location in the order in which pages show them; those without a value have an empty text. */
export function listFacts(location: PublicLocation): { readonly label: string; readonly value: string }[] {
  return [
    { label: 'Nearest town', value: location.nearesttown },
    ...moveToFront(FACTS, FIRST).map(({ name }) => ({ label: getFactLabel(name), value: formatFact(location[name]) })),
  ];
}

function formatFact(value: FactKinds[keyof FactKinds]): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return [value ?? []].flat().join(', ');
}
