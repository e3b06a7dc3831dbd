import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '../../../../platform/http/contract.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { DialogActions } from '../../../../ui/DialogActions.tsx';
import { Field, FieldError } from '../../../../ui/Field.tsx';
import { SelectField } from '../../../../ui/SelectField.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { PRODUCTION_KINDS, PRODUCTION_KIND_NAMES } from '../../../enquiries/schema.ts';
import { addFormulaMutation } from '../../client.ts';
import { INPUTS, INPUT_NAMES, type InputName, formulaForm } from '../../formulas/schema.ts';
import { FIGURES, FIGURE_NAMES } from '../../schema.ts';
import '../../../../ui/checkbox.css';
import '../../../../ui/form.css';

interface Props {
  readonly api: Api;
  readonly onClose: () => void;
}

/** Adds a formula, or the next version of one. */
export default function FormulaDialog(props: Props & { open: boolean }) {
  const { open, onClose } = props;
  return (
    <Dialog open={open} onClose={onClose} title="Add formula" staysOnBackdropClick>
      <FormulaForm {...props} />
    </Dialog>
  );
}

const LABELS = {
  name: 'Name',
  figure: 'Estimates',
  factor: 'Factor',
  inputs: 'Times',
  kind: 'For',
  source: 'Source',
} as const;
type Typed = Record<Exclude<keyof typeof LABELS, 'inputs'>, string> & { inputs: InputName[] };
type Checked = z.output<typeof formulaForm>;

function FormulaForm({ api, onClose }: Props) {
  const toast = useToast();
  const add = useMutation(addFormulaMutation(api));
  const { form, submit, field, alerts } = useValidatedForm<Typed, Checked>(
    formulaForm as unknown as z.ZodType<Checked, Typed>,
    LABELS,
    async (checked) => {
      const { message } = await add.mutateAsync(checked);
      toast({ text: message });
      onClose();
    },
    { defaultValues: { name: '', figure: 'SPEND_OTHER', factor: '', inputs: [], kind: '', source: '' } },
  );
  const inputs = field('inputs');
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      <div className="dialog__body">
        {alerts}
        <Field {...field('name')} hint="That of a formula in use makes its next version.">
          {(control) => <input {...control} type="text" autoComplete="off" />}
        </Field>
        <SelectField {...field('figure')} options={FIGURE_NAMES.map((name) => [name, FIGURES[name]])} />
        <Field {...field('factor')}>
          {(control) => <input {...control} type="text" inputMode="decimal" autoComplete="off" />}
        </Field>
        <fieldset className="form__options" aria-describedby={inputs.error ? `${inputs.id}-error` : undefined}>
          <legend>{LABELS.inputs}</legend>
          {INPUT_NAMES.map((name, index) => (
            <label key={name} className="checkbox-row">
              <input {...inputs.registration} id={index === 0 ? inputs.id : undefined} type="checkbox" value={name} />
              {INPUTS[name]}
            </label>
          ))}
          {inputs.error !== undefined && <FieldError id={`${inputs.id}-error`} message={inputs.error} />}
        </fieldset>
        <SelectField
          {...field('kind')}
          none="All kinds of production"
          options={PRODUCTION_KIND_NAMES.map((name) => [name, PRODUCTION_KINDS[name]])}
        />
        <Field {...field('source')} hint="Author, title, year and page, so that others can check the factor.">
          {(control) => <textarea {...control} rows={3} maxLength={1000} />}
        </Field>
      </div>
      <DialogActions busy={form.formState.isSubmitting} submitLabel="Add formula" onCancel={onClose} />
    </form>
  );
}
