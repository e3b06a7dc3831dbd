import { useState } from 'react';
import { isApiError } from '../../../../platform/http/contract.ts';
import { getStepFields, getStepProblems } from '../../submission/schema.ts';
import type { Autosaver, Snapshot } from './autosave/autosaver.ts';
import { fieldId } from '../FieldControl.tsx';
import { LOCATION_FIELDS, type LocationField } from '../../fields/lookup.ts';
import { isSame } from '../../fields/values.ts';

/** What the server has against the value of a field. */
interface RejectedValue {
  readonly message: string;
  readonly value: Snapshot['fields'][LocationField];
}

/** What is wrong with the fields of a step. A field says so once it was left, and all of a step that was refused do. */
export function useProblems(saver: Autosaver, step: number) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [rejectedSteps, setRejectedSteps] = useState<ReadonlySet<number>>(new Set());
  const [rejectedValues, setRejectedValues] = useState<Readonly<Partial<Record<LocationField, RejectedValue>>>>({});

  const problemsNow = (of: number): Readonly<Record<string, string>> => {
    const { fields } = saver.snapshot();
    const remaining = getStepFields(of).filter(
      (field) => rejectedValues[field] && isSame(rejectedValues[field].value, fields[field]),
    );
    const messages = Object.fromEntries(remaining.map((field) => [field, rejectedValues[field]?.message ?? '']));
    return { ...messages, ...getStepProblems(of, fields) };
  };
  const all = problemsNow(step);
  const isRejected = rejectedSteps.has(step);

  const reject = (...steps: number[]) => setRejectedSteps(new Set([...rejectedSteps, ...steps]));

  return {
    problemsNow,
    shown: isRejected ? all : Object.fromEntries(Object.entries(all).filter(([field]) => left.has(field))),
    /** Without which the step was not saved that was to be, each once: the two halves of a position are one answer. */
    missing: isRejected ? withoutDuplicate(all) : {},
    leave: (field: LocationField) => setLeft(new Set([...left, field])),
    reject,
    /** Takes what the server has against single fields. @returns whether the step that is open shows it */
    takeError: (error: unknown): boolean => {
      const against = isApiError(error) ? (error.fields ?? {}) : {};
      const { fields } = saver.snapshot();
      const named = LOCATION_FIELDS.filter((field) => against[field] !== undefined);
      setRejectedValues(
        Object.fromEntries(named.map((field) => [field, { message: against[field] ?? '', value: fields[field] }])),
      );
      const isHere = named.some((field) => getStepFields(step).includes(field));
      if (isHere) {
        reject(step);
        focusProblem(step, against);
      }
      return isHere;
    },
  };
}

function withoutDuplicate(problems: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { longitude, ...others } = problems;
  return longitude === others['latitude'] ? others : problems;
}

/** Takes the keyboard to the first field with a problem, once it says so. */
export function focusProblem(step: number, problems: Readonly<Record<string, string>>): void {
  const field = getStepFields(step).find((name) => problems[name] !== undefined);
  requestAnimationFrame(() => field && document.getElementById(fieldId(field))?.focus());
}
