import { ApiError } from '../../../platform/http/contract.ts';
import {
  FIELDS,
  type LocationField,
  type LocationFields,
  type RecordField,
  type RecordFields,
  TEAM_FIELDS,
  type TeamField,
} from '../catalogue/fields/lookup.ts';
import { toForm } from '../catalogue/fields/validation.ts';
import type { SentFields, TypedFields } from './schema.ts';
import { CHECK_FIELDS } from '../../../platform/text/common-messages.ts';
import { ENTER_BOTH_COORDINATES } from '../messages.ts';

/** The result of checking sent fields: the values to write and, by field, what is wrong. */
export interface CheckResult<Values = Partial<LocationFields>> {
  readonly values: Values;
  readonly problems: Readonly<Record<string, string>>;
}

/** @throws {ApiError} INVALID when there is a problem */
export function assertValid<Values>({ values, problems }: CheckResult<Values>): Values {
  if (Object.keys(problems).length === 0) return values;
  throw new ApiError('INVALID', CHECK_FIELDS, problems);
}

/** The names of the fields that were sent. */
export function getFieldNames(sent: TypedFields): LocationField[] {
  return (Object.keys(sent) as LocationField[]).filter((field) => sent[field] !== undefined);
}

/** The names of the sent fields that only the Locations Team fills in. */
export function getTeamFieldNames(sent: SentFields): TeamField[] {
  return TEAM_FIELDS.filter((field) => sent[field] !== undefined);
}

/** Schemas of the fields for the Locations Team: any may be empty. */
export const recordForm = toForm(FIELDS, true);

/** Checks fields that the Locations Team saves. */
export function checkRecord(stored: LocationFields, sent: SentFields): CheckResult<Partial<RecordFields>> {
  const values: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  for (const [field, schema] of Object.entries(recordForm.shape)) {
    const value = sent[field as RecordField];
    if (value === undefined) continue;
    const result = schema.safeParse(value);
    if (result.success) values[field] = result.data;
    else problems[field] = result.error.issues[0]!.message;
  }
  const { latitude, longitude } = { ...stored, ...values };
  if ((latitude === null) !== (longitude === null)) problems['latitude'] = ENTER_BOTH_COORDINATES;
  return { values, problems };
}
