import type { LocationField, LocationFields } from '../fields/lookup.ts';
import { isUnchanged } from '../fields/values.ts';
import { STEPS, type TypedFields, getStepFields, getStepProblems } from './schema.ts';
import { NOT_SAVED } from '../messages.ts';

/** What sent fields come to: what to write of them, or what is wrong, by field. */
export interface CheckResult<Values = Partial<LocationFields>> {
  readonly values: Values;
  readonly problems: Readonly<Record<string, string>>;
}

/** The names of the fields that were sent. */
export function getFieldNames(sent: TypedFields): LocationField[] {
  return (Object.keys(sent) as LocationField[]).filter((field) => sent[field] !== undefined);
}

/** A location's fields with those that were sent in their place. */
function merged(stored: LocationFields, sent: TypedFields): LocationFields {
  return { ...stored, ...Object.fromEntries(getFieldNames(sent).map((field) => [field, sent[field]])) };
}

/**
 * Checks what an owner saves: each step that a sent field belongs to must be complete as a whole, and so must those that
 * are named besides.
 */
export function checkSteps(stored: LocationFields, sent: TypedFields, otherSteps: readonly number[] = []): CheckResult {
  const names = new Set(getFieldNames(sent));
  const fields = merged(stored, sent);
  const values: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  for (const step of STEPS.keys()) {
    const inStep = getStepFields(step);
    if (!otherSteps.includes(step) && !inStep.some((field) => names.has(field))) continue;
    const { data }: { data?: Record<string, unknown> | undefined } = STEPS[step]!.form.safeParse(fields);
    if (!data) Object.assign(problems, getStepProblems(step, fields));
    else for (const field of inStep) if (names.has(field)) values[field] = data[field];
  }
  return { values, problems };
}

/** Every step of the wizard. */
export const EVERY_STEP: readonly number[] = [...STEPS.keys()];

/**
 * What a draft still holds that is not as it is stored: what keeps its step from being complete, or that it waits to be saved.
 */
export function getUnsavedProblems(stored: LocationFields, draft: TypedFields): Record<string, string> {
  const fields = merged(stored, draft);
  const found: Record<string, string> = {};
  for (const step of EVERY_STEP) {
    const problems = getStepProblems(step, fields);
    for (const field of getStepFields(step)) {
      if (!isUnchanged(fields[field], stored[field])) found[field] = problems[field] ?? NOT_SAVED;
    }
  }
  return found;
}
