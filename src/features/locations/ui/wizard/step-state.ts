import type { Api } from '../../../../platform/http/contract.ts';
import type { TypedFields } from '../../working-copy/schema.ts';
import {
  CONTACTS_STEP,
  IMAGES_STEP,
  type OwnLocation,
  STEPS,
  getStepFields,
  getStepProblems,
} from '../../submission/schema.ts';
import { LOCATION_FIELDS, type LocationField, type LocationFields } from '../../fields/lookup.ts';
import { emptyFields, isSame } from '../../fields/values.ts';
import type { FacetField } from '../../schema.ts';

/** What a step of the wizard is given. */
export interface StepProps {
  readonly api: Api;
  readonly fields: LocationFields;
  readonly change: (typed: TypedFields) => void;
  /** Told as a field loses the focus: from then on it says what is wrong with it. */
  readonly leave: (field: LocationField) => void;
  /** What is wrong, of the fields that say so by now. */
  readonly problems: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<FacetField, readonly string[]>>;
}

/** How far a step has come. */
export type StepState = 'complete' | 'wrong' | 'empty';

const EMPTY_FIELDS = emptyFields(LOCATION_FIELDS);

/** @param location null while it is still to come */
export function getStepState(step: number, fields: LocationFields, location: OwnLocation | null): StepState {
  if (step === CONTACTS_STEP) return location?.contacts.length ? 'complete' : 'empty';
  if (step === IMAGES_STEP) return location?.images.length ? 'complete' : 'empty';
  if (Object.keys(getStepProblems(step, fields)).length === 0) return 'complete';
  return getStepFields(step).some((field) => !isSame(fields[field], EMPTY_FIELDS[field])) ? 'wrong' : 'empty';
}

/** The first step that is not complete; of a complete location the first of all. Contacts can be left out. */
export function getFirstIncompleteStep(fields: LocationFields, location: OwnLocation | null): number {
  const states = STEPS.map((_, step) => getStepState(step, fields, location));
  const isPast = (step: number) => step === CONTACTS_STEP && states.slice(step + 1).some((state) => state !== 'empty');
  const open = states.findIndex((state, step) => state !== 'complete' && !isPast(step));
  return Math.max(0, location ? open : 0);
}
