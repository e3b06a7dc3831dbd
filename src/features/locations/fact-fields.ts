import type { FieldDefinition } from './field-kinds.ts';

/** The fields that the public page lists as facts: options and numbers. Part of the table of fields. */
export const FACTS = [
  {
    name: 'category',
    kind: 'options',
    label: 'Category',
    group: 'public',
    step: 'features',
    missing: 'Choose at least one category.',
    wide: true,
  },
  {
    name: 'setting',
    kind: 'options',
    label: 'Setting',
    group: 'public',
    step: 'features',
    missing: 'Choose at least one setting.',
    half: true,
  },
  {
    name: 'century',
    kind: 'options',
    label: 'Century',
    group: 'public',
    step: 'features',
    missing: 'Choose at least one century.',
    half: true,
  },
  {
    name: 'condition',
    kind: 'option',
    label: 'Condition',
    group: 'public',
    step: 'features',
    missing: 'Choose the condition.',
    half: true,
  },
  {
    name: 'ownershiptype',
    kind: 'option',
    label: 'Ownership type',
    group: 'public',
    step: 'features',
    missing: 'Choose the ownership type.',
    half: true,
  },
  {
    name: 'localauthority',
    kind: 'option',
    label: 'Local authority',
    ownerLabel: 'Authority',
    group: 'public',
    step: 'features',
    missing: 'Choose the authority.',
    half: true,
  },
  {
    name: 'filmoffice',
    kind: 'option',
    label: 'Film office',
    group: 'public',
    step: 'features',
    missing: 'Choose the film office for this area.',
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
] as const satisfies readonly FieldDefinition[];

type Fact = (typeof FACTS)[number];
export type FacetField = Extract<Fact, { kind: 'option' | 'options' }>['name'];
export type NumberField = Exclude<Fact['name'], FacetField>;
/** Numbers that are range facets of the public search. */
export type RangeField = Extract<Fact, { facet: 'number-range' }>['name'];

/** The option fields, in the order of forms and filters. */
export const FACET_FIELDS = FACTS.filter(({ kind }) => kind !== 'number').map(({ name }) => name as FacetField);
export const NUMBER_FIELDS = FACTS.filter(({ kind }) => kind === 'number').map(({ name }) => name as NumberField);
export const RANGE_FACTS = (FACTS as readonly FieldDefinition[]).filter(
  (fact): fact is FieldDefinition & { readonly name: RangeField } => fact.facet === 'number-range',
);
export const RANGE_FIELDS = RANGE_FACTS.map(({ name }) => name);

/** Moves the named fields to the front, in the order of the names. */
export function moveToFront<Field extends { readonly name: string }>(
  fields: readonly Field[],
  names: readonly string[],
): readonly Field[] {
  const place = ({ name }: Field) => (names.includes(name) ? names.indexOf(name) : names.length);
  return fields.toSorted((one, other) => place(one) - place(other));
}
