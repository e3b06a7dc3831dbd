import { useId } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import type { Api } from '../../../../platform/http/contract.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { DialogActions } from '../../../../ui/DialogActions.tsx';
import { Field, FieldError } from '../../../../ui/Field.tsx';
import { SelectField } from '../../../../ui/SelectField.tsx';
import { X } from '../../../../ui/icons.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { getCurrencySign, getRegionName } from '../../../geography/region-rules.ts';
import { areasQuery, updateMutation } from '../../cases/client.ts';
import { type EnquiryCase, outcomeForm } from '../../cases/schema.ts';

const LABELS = { filmed: 'Filmed', filming_days: 'Days of filming', spend: 'Spend', areas: 'Areas' } as const;
type Checked = z.output<typeof outcomeForm>;
interface Typed {
  filmed: string;
  filming_days: string;
  spend: string;
  areas: string[];
}
interface Props {
  readonly api: Api;
  readonly enquiry: EnquiryCase;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onSaved?: () => void;
}

/** Closes an enquiry with what came of it, or changes what was entered. */
export default function OutcomeDialog(props: Props) {
  const { enquiry, open, onClose } = props;
  const title = enquiry.state === 'CLOSED' ? 'Outcome' : 'Close the enquiry';
  return (
    <Dialog open={open} onClose={onClose} title={title} staysOnBackdropClick>
      {open && <OutcomeForm {...props} />}
    </Dialog>
  );
}

function OutcomeForm({ api, enquiry, onClose, onSaved }: Props) {
  const toast = useToast();
  const update = useMutation(updateMutation(api));
  const labels = { ...LABELS, spend: `${LABELS.spend} in ${getCurrencySign()}` };
  const { form, submit, field, alerts } = useValidatedForm<Typed, Checked>(
    outcomeForm as unknown as z.ZodType<Checked, Typed>,
    labels,
    async (outcome) => {
      const { id, version } = enquiry;
      const { message } = await update.mutateAsync({ id, version, state: 'CLOSED', ...outcome });
      onClose();
      onSaved?.();
      toast({ text: message });
    },
    { defaultValues: toFormValues(enquiry) },
  );
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      <div className="dialog__body">
        {alerts}
        <p>
          <span className="reference">{enquiry.reference}</span>: {enquiry.name}
        </p>
        <p className="muted small">
          The outcome counts towards the economic impact in the overview. Check the production and the dates of filming
          of the enquiry too.
        </p>
        <div className="two">
          <SelectField
            {...field('filmed')}
            required
            none="Choose"
            options={[
              ['YES', 'Yes, it was filmed'],
              ['NO', 'No'],
            ]}
          />
          <Field {...field('filming_days')}>
            {(control) => <input {...control} type="number" autoComplete="off" />}
          </Field>
        </div>
        <Field {...field('spend')}>{(control) => <input {...control} type="text" autoComplete="off" />}</Field>
        <AreaChoice api={api} form={form} />
      </div>
      <DialogActions
        submitLabel={enquiry.state === 'CLOSED' ? 'Save' : 'Close the enquiry'}
        busy={form.formState.isSubmitting}
        onCancel={onClose}
      />
    </form>
  );
}

function toFormValues({ outcome, location_areas }: EnquiryCase): Typed {
  const toText = (number: number | null | undefined) => (typeof number === 'number' ? String(number) : '');
  return {
    filmed: outcome?.filmed ?? '',
    filming_days: toText(outcome?.filming_days),
    spend: toText(outcome?.spend),
    areas: outcome?.areas ?? location_areas,
  };
}

/** The areas where it was filmed: those of the locations to begin with. */
function AreaChoice({ api, form }: { api: Api; form: UseFormReturn<Typed, unknown, Checked> }) {
  const id = useId();
  const all = useQuery(areasQuery(api)).data ?? [];
  const areas = useWatch({ control: form.control, name: 'areas' });
  const error = form.formState.errors.areas?.message;
  const setAreas = (names: string[]) => form.setValue('areas', names.toSorted(), { shouldDirty: true });
  return (
    <div className="field">
      <div className="field__name">
        <label htmlFor={id}>Areas</label>
      </div>
      <p className="field__hint" id={`${id}-hint`}>
        Where it was filmed, by {getRegionName('localAuthority')}.
      </p>
      {areas.length > 0 && (
        <ul className="attached-files">
          {areas.map((area) => (
            <li key={area}>
              <button
                type="button"
                className="button button--compact"
                onClick={() => {
                  setAreas(areas.filter((other) => other !== area));
                  document.getElementById(id)?.focus();
                }}
              >
                <X small /> <span className="visually-hidden">Remove </span>
                {area}
              </button>
            </li>
          ))}
        </ul>
      )}
      <select
        id={id}
        className="input"
        value=""
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}
        onChange={({ currentTarget }) => currentTarget.value !== '' && setAreas([...areas, currentTarget.value])}
      >
        <option value="">Add an area</option>
        {all
          .filter((area) => !areas.includes(area))
          .map((area) => (
            <option key={area}>{area}</option>
          ))}
      </select>
      {error !== undefined && <FieldError id={`${id}-error`} message={error} />}
    </div>
  );
}
