import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { Field } from '../../../../ui/Field.tsx';
import { SelectField } from '../../../../ui/SelectField.tsx';
import { useDetailsForm } from '../../../../ui/record/useDetailsForm.ts';
import { filmOfficesQuery } from '../../../accounts/administration/client.ts';
import { can } from '../../../accounts/permissions.ts';
import { useUser } from '../../../accounts/ui/session.ts';
import { assigneesQuery } from '../../../enquiries/cases/client.ts';
import { PRODUCTION_KINDS, PRODUCTION_KIND_NAMES } from '../../../enquiries/schema.ts';
import { formatPerson } from '../../../entry-subjects/schema.ts';
import { productionQuery, updateMutation } from '../../client.ts';
import { formatBudget } from '../../format-budget.ts';
import {
  BUDGET_BAND_NAMES,
  FIELD_LABELS,
  LOSS_REASONS,
  LOSS_REASON_NAMES,
  type Production,
  type ProductionField,
  STAGES,
  STAGE_NAMES,
  productionForm,
} from '../../schema.ts';
import '../../../../ui/checkbox.css';

/** The company is chosen beside the form. */
const FIELD_NAMES = (Object.keys(FIELD_LABELS) as ProductionField[]).filter((name) => name !== 'company_id');
type Flag = 'embargoed' | 'may_be_named';
type Typed = Record<Exclude<ProductionField, Flag>, string> & Record<Flag, boolean>;

/** The details of a production. */
export function DetailsForm({ api, production }: { api: Api; production: Production }) {
  const client = useQueryClient();
  const user = useUser(api);
  const update = useMutation(updateMutation(api));
  const assignees = useQuery(assigneesQuery(api)).data ?? [];
  const offices = useQuery({ ...filmOfficesQuery(api), enabled: can(user, 'user.view') }).data;
  const { submit, field, alerts, saved, isDirty, isSubmitting } = useDetailsForm({
    schema: productionForm,
    labels: FIELD_LABELS,
    names: FIELD_NAMES,
    details: production,
    toFormValues,
    save: async (changes) => {
      const { message, production: details } = await update.mutateAsync({ id: production.id, ...changes });
      return { message, details };
    },
    fetchLatest: () => client.fetchQuery({ ...productionQuery(api, production.id), staleTime: 0 }),
  });
  const renderInput = (name: ProductionField, type: string) => (
    <Field {...field(name)}>{(control) => <input {...control} type={type} autoComplete="off" />}</Field>
  );
  const people =
    saved.assignee && !assignees.some(({ id }) => id === saved.assignee?.id)
      ? [saved.assignee, ...assignees]
      : assignees;
  const renderFlag = (name: Flag, label: string) => {
    const { id, registration } = field(name);
    return (
      <label className="checkbox-row" htmlFor={id}>
        <input {...registration} id={id} type="checkbox" />
        {label}
      </label>
    );
  };
  return (
    <section aria-labelledby="production-details">
      <h2 id="production-details">Details</h2>
      <form className="form" method="post" noValidate onSubmit={submit}>
        {alerts}
        {renderInput('title', 'text')}
        {renderFlag('embargoed', 'The title is under embargo: say the code name')}
        <div className="two">
          {renderInput('code_name', 'text')}
          {renderInput('embargo_until', 'date')}
        </div>
        {renderFlag('may_be_named', 'Its title may be published at its locations, after the embargo')}
        <div className="two">
          <SelectField {...field('stage')} options={STAGE_NAMES.map((name) => [name, STAGES[name]])} />
          <SelectField
            {...field('kind')}
            none="Not known"
            options={PRODUCTION_KIND_NAMES.map((name) => [name, PRODUCTION_KINDS[name]])}
          />
        </div>
        <SelectField
          {...field('loss_reason')}
          none="Not lost, or not known"
          options={LOSS_REASON_NAMES.map((name) => [name, LOSS_REASONS[name]])}
        />
        <div className="two">
          {renderInput('prep_from', 'date')}
          {renderInput('shoot_from', 'date')}
        </div>
        <div className="two">
          {renderInput('shoot_to', 'date')}
          {renderInput('post_to', 'date')}
        </div>
        <div className="two">
          {renderInput('crew_size', 'number')}
          <SelectField
            {...field('budget_band')}
            none="Not known"
            options={BUDGET_BAND_NAMES.map((name) => [name, formatBudget(name)])}
          />
        </div>
        <Field {...field('needs')}>{(control) => <textarea {...control} rows={4} />}</Field>
        <div className="two">
          <SelectField
            {...field('assignee_id')}
            none="Nobody"
            options={people.map((person) => [person.id, formatPerson(person)])}
          />
          {offices && (
            <SelectField
              {...field('office_id')}
              none="Locations Team"
              options={offices.map(({ id, name }) => [String(id), name])}
            />
          )}
        </div>
        <div className="two">
          {renderInput('next_step', 'text')}
          {renderInput('next_step_on', 'date')}
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

function toFormValues(production: Production): Typed {
  const values = FIELD_NAMES.map((name) => [name, String(production[name] ?? '')]);
  const { embargoed, may_be_named, assignee } = production;
  // Of the assignee the page has the account, which is null once that is deleted.
  return {
    ...Object.fromEntries(values),
    company_id: '',
    embargoed,
    may_be_named,
    assignee_id: assignee?.id ?? '',
  } as Typed;
}
