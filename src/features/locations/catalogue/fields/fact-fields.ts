import { getRegionLabel, getRegionName } from '../../../geography/region-rules.ts';
import { type FieldDefinition, getFieldText } from './field-kinds.ts';

/** The kinds of fields that the public page can list as facts, with the type of their public values. */
export interface FactKinds {
  option: string | null;
  options: string[];
  number: number | null;
  line: string | null;
  'yes-no-null': boolean | null;
}

/** The fields that the public page lists as facts. Part of the table of fields. */
export const FACTS = [
  {
    name: 'category',
    kind: 'options',
    label: 'Category',
    group: 'public',
    step: 'features',
    requiredMessage: 'Choose at least one category.',
    wide: true,
  },
  {
    name: 'setting',
    kind: 'options',
    label: 'Setting',
    group: 'public',
    step: 'features',
    requiredMessage: 'Choose at least one setting.',
    half: true,
  },
  {
    name: 'century',
    kind: 'options',
    label: 'Century',
    group: 'public',
    step: 'features',
    requiredMessage: 'Choose at least one century.',
    half: true,
  },
  {
    name: 'condition',
    kind: 'option',
    label: 'Condition',
    group: 'public',
    step: 'features',
    requiredMessage: 'Choose the condition.',
    half: true,
  },
  {
    name: 'ownershiptype',
    kind: 'option',
    label: 'Ownership type',
    group: 'public',
    step: 'features',
    requiredMessage: 'Choose the ownership type.',
    half: true,
  },
  {
    name: 'localauthority',
    kind: 'option',
    label: () => getRegionLabel('localAuthority'),
    ownerLabel: () => getRegionLabel('localAuthorityShort'),
    group: 'public',
    step: 'features',
    requiredMessage: () => `Choose the ${getRegionName('localAuthorityShort')}.`,
    half: true,
  },
  {
    name: 'filmoffice',
    kind: 'option',
    label: 'Film office',
    group: 'public',
    step: 'features',
    requiredMessage: 'Choose the film office for this area.',
    half: true,
  },
  {
    name: 'parkingspaces',
    kind: 'number',
    label: 'Parking spaces',
    group: 'public',
    step: 'features',
    max: 9_999,
    half: true,
    filter: 'number-range',
    facet: 'number-range',
  },
] as const satisfies readonly (FieldDefinition & { readonly kind: keyof FactKinds })[];

type Fact = (typeof FACTS)[number];
export type FacetField = Extract<Fact, { kind: 'option' | 'options' }>['name'];
/** The public values of all facts. */
export type FactValues = { [F in Fact as F['name']]: FactKinds[F['kind']] };
/** Numbers that are range facets of the public search. */
export type RangeField = Extract<Fact, { facet: 'number-range' }>['name'];

/** The option fields, in the order of forms and filters. */
export const FACET_FIELDS = FACTS.filter(isOptionField).map(({ name }) => name as FacetField);
export const RANGE_FACTS = (FACTS as readonly FieldDefinition[]).filter(
  (fact): fact is FieldDefinition & { readonly name: RangeField } => fact.facet === 'number-range',
);
export const RANGE_FIELDS = RANGE_FACTS.map(({ name }) => name);

/** Whether a location refers to the values of a field, instead of having a column for them. */
export function isOptionField({ kind }: Pick<FieldDefinition, 'kind'>): boolean {
  return kind === 'option' || kind === 'options';
}

/** Labels of a fact for the Locations Team and the public. */
export function getFactLabel(name: Fact['name']): string {
  return getFieldText(FACTS.find((fact) => fact.name === name)!.label);
}

/** Moves the named fields to the front, in the order of the names. */
export function moveToFront<Field extends { readonly name: string }>(
  fields: readonly Field[],
  names: readonly string[],
): readonly Field[] {
  const place = ({ name }: Field) => (names.includes(name) ? names.indexOf(name) : names.length);
  return fields.toSorted((one, other) => place(one) - place(other));
}

/** The first facts, in rows of two; the others follow in the order of the table of fields. */
const FIRST = ['century', 'category', 'condition', 'setting', 'ownershiptype', 'localauthority', 'filmoffice'];

/** Returns the facts as the public reads them. Those without a value have an empty text. */
export function listFacts(values: FactValues): { readonly label: string; readonly value: string }[] {
  return moveToFront(FACTS, FIRST).map(({ name }) => ({ label: getFactLabel(name), value: formatFact(values[name]) }));
}

function formatFact(value: FactKinds[keyof FactKinds]): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return [value ?? []].flat().join(', ');
}
