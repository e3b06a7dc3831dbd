import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { Field } from '../../../../ui/Field.tsx';
import { SelectField } from '../../../../ui/SelectField.tsx';
import { useDetailsForm } from '../../../../ui/record/useDetailsForm.ts';
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
  const client = useQueryClient();
  const update = useMutation(updateMutation(api));
  const assignees = useQuery(assigneesQuery(api)).data ?? [];
  const { submit, field, alerts, saved, isDirty, isSubmitting } = useDetailsForm({
    schema: detailsForm,
    labels: LABELS,
    names: FIELD_NAMES,
    details: enquiry,
    toFormValues,
    save: async (changes) => {
      const { message, enquiry: details } = await update.mutateAsync({ id: enquiry.id, ...changes });
      return { message, details };
    },
    fetchLatest: () => client.fetchQuery({ ...caseQuery(api, enquiry.id), staleTime: 0 }),
  });
  const renderInput = (name: FieldName, type: string) => (
    <Field {...field(name)}>{(control) => <input {...control} type={type} autoComplete="off" />}</Field>
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
          <SelectField
            {...field('state')}
            options={STATE_NAMES.filter((name) => name !== 'CLOSED' || saved.state === name).map((name) => [
              name,
              STATES[name],
            ])}
          />
          <SelectField
            {...field('assignee_id')}
            none="Nobody"
            options={people.map((person) => [person.id, formatPerson(person)])}
          />
        </div>
        <div className="two">
          {renderInput('due_on', 'date')}
          {renderInput('crew_size', 'number')}
        </div>
        <div className="two">
          {renderInput('production', 'text')}
          <SelectField
            {...field('production_kind')}
            none="Not known"
            options={PRODUCTION_KIND_NAMES.map((name) => [name, PRODUCTION_KINDS[name]])}
          />
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
