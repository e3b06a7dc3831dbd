import { FIELD_TABLE } from './field-table.ts';
import { type FieldDefinition, type Values, getFieldText } from './field-kinds.ts';

type Declared = (typeof FIELD_TABLE)[number];
export type RecordField = Declared['name'];
/** The fields that an owner fills in, as the Locations Team can. */
export type LocationField = Extract<Declared, { step: string }>['name'];
/** The fields that only the Locations Team fills in. */
export type TeamField = Exclude<RecordField, LocationField>;
export type PublicField = Extract<Declared, { group: 'public' }>['name'];
export type KindOf<Name extends RecordField> = Extract<Declared, { name: Name }>['kind'];

/** The values of these fields, as forms and calls carry them. */
export type ValuesOf<Name extends RecordField> = { readonly [Field in Name]: Values[KindOf<Field>] };
export type LocationFields = ValuesOf<LocationField>;
export type TeamFields = ValuesOf<TeamField>;
export type RecordFields = ValuesOf<RecordField>;

export interface Field<Name extends RecordField = RecordField> extends FieldDefinition {
  readonly name: Name;
}

/** Every field, without the exact type of each. */
export const FIELDS: readonly Field[] = FIELD_TABLE;
export const RECORD_FIELDS = FIELDS.map(({ name }) => name);
export const LOCATION_FIELDS = FIELDS.filter(({ step }) => step).map(({ name }) => name as LocationField);
export const TEAM_FIELDS = FIELDS.filter(({ step }) => !step).map(({ name }) => name as TeamField);

const byName = new Map(FIELDS.map((field) => [field.name, field]));

export function getField<Name extends RecordField>(name: Name): Field<Name> {
  return byName.get(name) as Field<Name>;
}

/** The label of a field for the Locations Team and the public. */
export function getLabel(name: RecordField): string {
  return getFieldText(getField(name).label);
}

/** The label of a field for an owner. */
export function getOwnerLabel(name: RecordField): string {
  const { label, ownerLabel = label } = getField(name);
  return getFieldText(ownerLabel);
}

/** The message for an owner if a field is empty; undefined for an optional field. */
export function getRequiredMessage(name: RecordField): string | undefined {
  const { requiredMessage } = getField(name);
  return requiredMessage === undefined ? undefined : getFieldText(requiredMessage);
}
