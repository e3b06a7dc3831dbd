import type { ChangeEvent } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { Api } from '../../../../../platform/http/contract.ts';
import { formatCount } from '../../../../../platform/text/numbers.ts';
import { Dialog } from '../../../../../ui/Dialog.tsx';
import { DialogActions } from '../../../../../ui/DialogActions.tsx';
import { Field } from '../../../../../ui/Field.tsx';
import { SelectField } from '../../../../../ui/SelectField.tsx';
import { useValidatedForm } from '../../../../../ui/useValidatedForm.tsx';
import { filmOfficesQuery } from '../../../../accounts/administration/client.ts';
import { can } from '../../../../accounts/permissions.ts';
import { useUser } from '../../../../accounts/ui/session.ts';
import { assigneesQuery } from '../../../../enquiries/cases/client.ts';
import { formatPerson } from '../../../../entry-subjects/schema.ts';
import { bulkMutation } from '../../../client.ts';
import { CHOOSE_VALUE, ENTER_NEXT_STEP } from '../../../messages.ts';
import {
  type BulkResult,
  FIELD_LABELS,
  type ProductionVersion,
  STAGES,
  STAGE_NAMES,
  bulkChange,
  productionFields,
} from '../../../schema.ts';
import { PRODUCTION_NOUN } from '../production-list.tsx';
import '../../../../../ui/form.css';

const SUBJECTS = ['assignee_id', 'office_id', 'stage', 'next_step'] as const;
/** The value of the option that clears a field. Nothing is chosen at first, so that it is cleared only on purpose. */
const CLEAR = 'none';

const { next_step, next_step_on } = productionFields.shape;
const form = z
  .object({ subject: z.enum(SUBJECTS), value: z.string(), next_step, next_step_on })
  .check(({ value: { subject, value, ...step }, issues }) => {
    const isStep = subject === 'next_step';
    if (!isStep && value === '') issues.push({ code: 'custom', path: ['value'], message: CHOOSE_VALUE, input: value });
    if (isStep && step.next_step_on && !step.next_step)
      issues.push({ code: 'custom', path: ['next_step'], message: ENTER_NEXT_STEP, input: step.next_step });
  });
const LABELS = {
  subject: 'What to change',
  value: 'New value',
  next_step: FIELD_LABELS.next_step,
  next_step_on: FIELD_LABELS.next_step_on,
} as const;

interface BulkDialogProps {
  readonly api: Api;
  readonly productions: readonly ProductionVersion[];
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onChanged: (results: readonly BulkResult[]) => void;
}

/** Chooses what to change in the selected productions, and changes it. */
export default function BulkDialog(props: BulkDialogProps) {
  const { productions, open, onClose } = props;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Change ${formatCount(productions.length, ...PRODUCTION_NOUN)}`}
      staysOnBackdropClick
    >
      <BulkForm {...props} />
    </Dialog>
  );
}

function BulkForm({ api, productions, onClose, onChanged }: BulkDialogProps) {
  const user = useUser(api);
  const assignees = useQuery(assigneesQuery(api)).data ?? [];
  const offices = useQuery({ ...filmOfficesQuery(api), enabled: can(user, 'user.view') }).data;
  const changing = useMutation(bulkMutation(api));
  const {
    form: { formState, watch, setValue },
    submit,
    field,
    alerts,
  } = useValidatedForm(
    form,
    LABELS,
    async ({ subject, value, ...step }) => {
      const change = subject === 'next_step' ? step : { [subject]: value === CLEAR ? null : value };
      const { results } = await changing.mutateAsync({
        productions: [...productions],
        change: bulkChange.parse(change),
      });
      onChanged(results);
    },
    { defaultValues: { subject: SUBJECTS[0], value: '', next_step: '', next_step_on: '' } },
  );
  const subject = watch('subject');
  const subjects = SUBJECTS.filter((name) => name !== 'office_id' || offices);
  const chosen = field('subject');
  const options = {
    assignee_id: [[CLEAR, 'Nobody'], ...assignees.map((one) => [one.id, formatPerson(one)] as const)],
    office_id: [[CLEAR, 'Locations Team'], ...(offices ?? []).map(({ id, name }) => [String(id), name] as const)],
    stage: STAGE_NAMES.map((name) => [name, STAGES[name]] as const),
  } as const;
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      <div className="dialog__body">
        {alerts}
        <SelectField
          {...chosen}
          registration={{
            ...chosen.registration,
            onChange: (event: ChangeEvent) => {
              setValue('value', '');
              return chosen.registration.onChange(event);
            },
          }}
          options={subjects.map((name) => [name, FIELD_LABELS[name]])}
        />
        {subject === 'next_step' ? (
          <>
            <Field {...field('next_step')} hint="Leave it empty to remove the next step.">
              {(control) => <input {...control} autoComplete="off" />}
            </Field>
            <Field {...field('next_step_on')}>{(control) => <input {...control} type="date" />}</Field>
          </>
        ) : (
          <SelectField {...field('value')} none="Choose" options={options[subject]} />
        )}
        <p className="muted small">
          Productions that somebody has changed since you selected them, or that this does not fit, are left out. You
          will see which and why.
        </p>
      </div>
      <DialogActions
        submitLabel={formState.isSubmitting ? 'Changing…' : 'Change'}
        busy={formState.isSubmitting}
        onCancel={onClose}
      />
    </form>
  );
}
