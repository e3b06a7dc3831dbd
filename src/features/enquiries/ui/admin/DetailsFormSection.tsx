import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { type Api, isConflict } from '../../../../platform/http/contract.ts';
import { Field } from '../../../../ui/Field.tsx';
import { useUnsavedForm } from '../../../../ui/record/UnsavedForms.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { assigneesQuery, caseQuery, updateMutation } from '../../cases/client.ts';
import { type EnquiryCase, STATES, STATE_NAMES, detailsForm } from '../../cases/schema.ts';
import { formatPerson } from '../../../entry-subjects/schema.ts';
import { PRODUCTION_KINDS, PRODUCTION_KIND_NAMES } from '../../schema.ts';

const LABELS = {
  state: 'State',
  assignee_id: 'Assigned to',
  due_on: 'Due',
  production: 'Production',
  production_kind: 'Kind of production',
  filming_from: 'First day of filming',
  filming_to: 'Last day of filming',
  crew_size: 'Crew size',
} as const;
type FieldName = keyof typeof LABELS;
const FIELD_NAMES = Object.keys(LABELS) as FieldName[];
type Typed = Record<FieldName, string>;

/** State, assignee, due date, and what is known about the filming. An enquiry is closed with its outcome, see OutcomeDialog. */
export function DetailsFormSection({ api, enquiry }: { api: Api; enquiry: EnquiryCase }) {
  const toast = useToast();
  const client = useQueryClient();
  const update = useMutation(updateMutation(api));
  const assignees = useQuery(assigneesQuery(api)).data ?? [];
  const [saved, setSaved] = useState(enquiry);
  const { form, submit, field, alerts } = useValidatedForm<Typed, z.output<typeof detailsForm>>(
    detailsForm as unknown as z.ZodType<z.output<typeof detailsForm>, Typed>,
    LABELS,
    async (checked, { formState, reset }) => {
      const changed = Object.fromEntries(
        FIELD_NAMES.filter((name) => formState.dirtyFields[name]).map((name) => [name, checked[name]]),
      );
      try {
        const result = await update.mutateAsync({ id: enquiry.id, version: saved.version, ...changed });
        setSaved(result.enquiry);
        reset(toFormValues(result.enquiry));
        toast({ text: result.message });
      } catch (error) {
        if (isConflict(error)) {
          // Typed values stay; the other fields get the values that somebody else has saved.
          const latest = await client.fetchQuery({ ...caseQuery(api, enquiry.id), staleTime: 0 });
          setSaved(latest);
          reset(toFormValues(latest), { keepDirtyValues: true });
        }
        throw error;
      }
    },
    { defaultValues: toFormValues(enquiry) },
  );
  // An answer changes state and assignee: fields without unsaved changes follow.
  if (enquiry.version > saved.version) {
    setSaved(enquiry);
    form.reset(toFormValues(enquiry), { keepDirtyValues: true });
  }
  const { isDirty, isSubmitting } = form.formState;
  useUnsavedForm(isDirty && !isSubmitting);
  const renderInput = (name: FieldName, type: string) => (
    <Field {...field(name)}>{(control) => <input {...control} type={type} autoComplete="off" />}</Field>
  );
  const renderSelect = (name: FieldName, none: string | undefined, options: readonly (readonly [string, string])[]) => (
    <Field {...field(name)}>
      {(control) => (
        <select {...control}>
          {none !== undefined && <option value="">{none}</option>}
          {options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
  const people =
    saved.assignee && !assignees.some(({ id }) => id === saved.assignee?.id)
      ? [saved.assignee, ...assignees]
      : assignees;
  return (
    <section aria-labelledby="enquiry-details">
      <h2 id="enquiry-details">Details</h2>
      <form className="form" method="post" noValidate onSubmit={submit}>
        {alerts}
        <div className="two">
          {renderSelect(
            'state',
            undefined,
            STATE_NAMES.filter((name) => name !== 'CLOSED' || saved.state === name).map((name) => [name, STATES[name]]),
          )}
          {renderSelect(
            'assignee_id',
            'Nobody',
            people.map((person) => [person.id, formatPerson(person)]),
          )}
        </div>
        <div className="two">
          {renderInput('due_on', 'date')}
          {renderInput('crew_size', 'number')}
        </div>
        <div className="two">
          {renderInput('production', 'text')}
          {renderSelect(
            'production_kind',
            'Not known',
            PRODUCTION_KIND_NAMES.map((name) => [name, PRODUCTION_KINDS[name]]),
          )}
        </div>
        <div className="two">
          {renderInput('filming_from', 'date')}
          {renderInput('filming_to', 'date')}
        </div>
        <button
          type="submit"
          className={`button form__submit ${isDirty ? 'button--primary' : ''}`}
          aria-disabled={isSubmitting}
        >
          {isSubmitting ? 'Saving…' : 'Save details'}
        </button>
      </form>
    </section>
  );
}

function toFormValues(enquiry: EnquiryCase): Typed {
  const { state, assignee, due_on, production, production_kind, filming_from, filming_to, crew_size } = enquiry;
  return {
    state,
    assignee_id: assignee?.id ?? '',
    due_on: due_on ?? '',
    production: production ?? '',
    production_kind: production_kind ?? '',
    filming_from: filming_from ?? '',
    filming_to: filming_to ?? '',
    crew_size: crew_size === null ? '' : String(crew_size),
  };
}
