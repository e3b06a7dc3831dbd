import { useState } from 'react';
import { isApiError } from '../../../../../platform/http/contract.ts';
import { getStepFields, getStepProblems } from '../../schema.ts';
import type { Autosaver } from './autosave/autosaver.ts';
import type { Snapshot } from './autosave/snapshot.ts';
import { getFieldId } from '../../../working-copy/ui/FieldControl.tsx';
import { LOCATION_FIELDS, type LocationField } from '../../../catalogue/fields/lookup.ts';
import { isSame } from '../../../catalogue/fields/values.ts';

/** A value that the server has rejected. */
interface RejectedValue {
  readonly message: string;
  readonly value: Snapshot['fields'][LocationField];
}

/** The error messages of a step: of each field after its first blur, and of all fields once saving was attempted. */
export function useStepErrors(saver: Autosaver, step: number) {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [rejectedSteps, setRejectedSteps] = useState<ReadonlySet<number>>(new Set());
  const [rejectedValues, setRejectedValues] = useState<Readonly<Partial<Record<LocationField, RejectedValue>>>>({});

  const getProblems = (index: number): Readonly<Record<string, string>> => {
    const { fields } = saver.snapshot();
    const remaining = getStepFields(index).filter(
      (field) => rejectedValues[field] && isSame(rejectedValues[field].value, fields[field]),
    );
    const rejections = Object.fromEntries(remaining.map((field) => [field, rejectedValues[field]?.message ?? '']));
    return { ...rejections, ...getStepProblems(index, fields) };
  };
  const all = getProblems(step);
  const isRejected = rejectedSteps.has(step);

  const reject = (...steps: number[]) => setRejectedSteps(new Set([...rejectedSteps, ...steps]));

  return {
    getProblems,
    shown: isRejected ? all : Object.fromEntries(Object.entries(all).filter(([field]) => touched.has(field))),
    /** The messages that prevent saving the step. Latitude and longitude share one. */
    missing: isRejected ? withoutDuplicate(all) : {},
    onBlur: (field: LocationField) => setTouched(new Set([...touched, field])),
    reject,
    /** Shows the field errors of a response. @returns whether the open step has any of these fields */
    showError: (error: unknown): boolean => {
      const messages = isApiError(error) ? (error.fields ?? {}) : {};
      const { fields } = saver.snapshot();
      const named = LOCATION_FIELDS.filter((field) => messages[field] !== undefined);
      setRejectedValues(
        Object.fromEntries(named.map((field) => [field, { message: messages[field] ?? '', value: fields[field] }])),
      );
      const isInStep = named.some((field) => getStepFields(step).includes(field));
      if (isInStep) {
        reject(step);
        focusProblem(step, messages);
      }
      return isInStep;
    },
  };
}

function withoutDuplicate(problems: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { longitude, ...others } = problems;
  return longitude === others['latitude'] ? others : problems;
}

/** Focuses the first field with a problem, after its message is rendered. */
export function focusProblem(step: number, problems: Readonly<Record<string, string>>): void {
  const field = getStepFields(step).find((name) => problems[name] !== undefined);
  requestAnimationFrame(() => field && document.getElementById(getFieldId(field))?.focus());
}
