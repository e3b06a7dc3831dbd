import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '../../../../platform/http/contract.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { DialogActions } from '../../../../ui/DialogActions.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { SelectField } from '../../../../ui/SelectField.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { impactMutation } from '../../client.ts';
import { setFigure } from '../../contract.ts';
import { FIGURES, type FigureName, type Impact, figureForm, isSpend } from '../../schema.ts';
import '../../../../ui/form.css';

interface Props {
  readonly api: Api;
  /** The production. */
  readonly id: string;
  readonly impact: Impact;
  readonly figure: FigureName;
  readonly onClose: () => void;
}

/** Enters a figure that was declared or measured, or removes it. */
export default function FigureDialog(props: Props & { open: boolean }) {
  const { open, onClose, figure } = props;
  return (
    <Dialog open={open} onClose={onClose} title={FIGURES[figure]}>
      <FigureForm {...props} />
    </Dialog>
  );
}

const LABELS = { value: 'Figure', basis: 'How it is known' } as const;
type Typed = Record<keyof typeof LABELS, string>;
type Checked = z.output<typeof figureForm>;

function FigureForm({ api, id, impact, figure, onClose }: Props) {
  const toast = useToast();
  const save = useMutation(impactMutation(api, id, setFigure));
  const known = impact.figures.find((one) => one.figure === figure);
  const { form, submit, field, alerts } = useValidatedForm<Typed, Checked>(
    figureForm as unknown as z.ZodType<Checked, Typed>,
    LABELS,
    async ({ value, basis }) => {
      const { message } = await save.mutateAsync({ id, figure, value, basis, version: impact.version });
      toast({ text: message });
      onClose();
    },
    {
      defaultValues: {
        value: known ? String(known.value) : '',
        basis: known && known.basis !== 'ESTIMATED' ? known.basis : 'DECLARED',
      },
    },
  );
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      <div className="dialog__body">
        {alerts}
        <Field
          {...field('value')}
          hint={`${isSpend(figure) ? 'In whole units of the currency. ' : ''}Leave it empty if it is not known.`}
        >
          {(control) => <input {...control} type="text" inputMode="numeric" autoComplete="off" />}
        </Field>
        <SelectField
          {...field('basis')}
          options={[
            ['DECLARED', 'Declared by the production'],
            ['MEASURED', 'Measured by the office'],
          ]}
        />
      </div>
      <DialogActions busy={form.formState.isSubmitting} submitLabel="Save the figure" onCancel={onClose} />
    </form>
  );
}
