import type { Api } from '../../../../../platform/http/contract.ts';
import type { TypedFields } from '../../../working-copy/schema.ts';
import { CONTACTS_STEP, IMAGES_STEP, type OwnLocation, STEPS, getStepFields, getStepProblems } from '../../schema.ts';
import { LOCATION_FIELDS, type LocationField, type LocationFields } from '../../../catalogue/fields/lookup.ts';
import { getEmptyFields, isSame } from '../../../catalogue/fields/values.ts';
import type { FacetField } from '../../../catalogue/schema.ts';
import type { PartReasons } from './FieldReason.tsx';

/** The props of a step of the wizard. */
export interface StepProps {
  readonly api: Api;
  readonly fields: LocationFields;
  readonly change: (input: TypedFields) => void;
  /** Shows the error of a field from its first blur on. */
  readonly onBlur: (field: LocationField) => void;
  /** The messages to show, by field. */
  readonly problems: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<FacetField, readonly string[]>>;
  /** The changes requested by the Locations Team, by field or section. */
  readonly reasons: PartReasons;
}

export type StepState = 'complete' | 'incomplete' | 'uploading' | 'empty';

const EMPTY_FIELDS = getEmptyFields(LOCATION_FIELDS);

/**
 * @param location null before it is created
 * @param uploads photographs that are not images yet
 */
export function getStepState(
  step: number,
  fields: LocationFields,
  location: OwnLocation | null,
  uploads = 0,
): StepState {
  if (step === CONTACTS_STEP) return location?.contacts.length ? 'complete' : 'empty';
  if (step === IMAGES_STEP && uploads > 0) return 'uploading';
  if (step === IMAGES_STEP) return location?.images.length ? 'complete' : 'empty';
  if (Object.keys(getStepProblems(step, fields)).length === 0) return 'complete';
  return getStepFields(step).some((field) => !isSame(fields[field], EMPTY_FIELDS[field])) ? 'incomplete' : 'empty';
}

/** Returns the first incomplete step; 0 if all are complete. The contacts step counts as complete once a later one is started. */
export function getFirstIncompleteStep(fields: LocationFields, location: OwnLocation | null): number {
  const states = STEPS.map((_, step) => getStepState(step, fields, location));
  const isSkipped = (step: number) =>
    step === CONTACTS_STEP && states.slice(step + 1).some((state) => state !== 'empty');
  const open = states.findIndex((state, step) => state !== 'complete' && !isSkipped(step));
  return Math.max(0, location ? open : 0);
}
