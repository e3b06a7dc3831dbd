import type { LocationFields } from '../catalogue/fields/lookup.ts';
import { isUnchanged } from '../catalogue/fields/values.ts';
import { type CheckResult, getFieldNames } from '../working-copy/check-fields.ts';
import type { TypedFields } from '../working-copy/schema.ts';
import { STEPS, getStepFields, getStepProblems } from './schema.ts';
import { NOT_SAVED } from '../messages.ts';

/** Returns the stored fields, overwritten by the submitted ones. */
function merge(stored: LocationFields, sent: TypedFields): LocationFields {
  return { ...stored, ...Object.fromEntries(getFieldNames(sent).map((field) => [field, sent[field]])) };
}

/** Checks fields that an owner saves: each step that a sent field belongs to must be complete, and so must `otherSteps`. */
export function checkSteps(stored: LocationFields, sent: TypedFields, otherSteps: readonly number[] = []): CheckResult {
  const names = new Set(getFieldNames(sent));
  const fields = merge(stored, sent);
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

/** The fields of a draft that differ from the stored ones, each with its problem or the message that it is not saved. */
export function getUnsavedProblems(stored: LocationFields, draft: TypedFields): Record<string, string> {
  const fields = merge(stored, draft);
  const found: Record<string, string> = {};
  for (const step of EVERY_STEP) {
    const problems = getStepProblems(step, fields);
    for (const field of getStepFields(step)) {
      if (!isUnchanged(fields[field], stored[field])) found[field] = problems[field] ?? NOT_SAVED;
    }
  }
  return found;
}
