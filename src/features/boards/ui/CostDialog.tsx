import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import type { Api } from '../../../platform/http/contract.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogActions } from '../../../ui/DialogActions.tsx';
import { Field } from '../../../ui/Field.tsx';
import { useValidatedForm } from '../../../ui/useValidatedForm.tsx';
import { getCurrencySign } from '../../geography/region-rules.ts';
import { updateLocationMutation } from '../client.ts';
import { formatCost } from '../costs.ts';
import { ENTER_AMOUNT } from '../messages.ts';
import { type BoardLocation, getTitle, locationCost } from '../schema.ts';
import '../../../ui/form.css';

interface Props {
  readonly api: Api;
  readonly boardId: string;
  readonly item: BoardLocation;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The dialog that changes what a location costs. */
export default function CostDialog(props: Props) {
  const { item, open, onClose } = props;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`${item.cost ? 'Edit the cost of' : 'Add a cost to'} ${getTitle(item)}`}
    >
      <CostForm {...props} />
    </Dialog>
  );
}

/** An empty field is null. Thousands separators and the sign of the currency may be typed. */
const typedNumber = z.string().transform((text) => {
  const digits = text.replace(/[\s\p{Sc}]|,(?=\d{3}(?!\d))/gu, '');
  return digits === '' ? null : Number(digits);
});
const costForm = z
  .object({
    amount: typedNumber.pipe(locationCost.shape.amount.nullable()),
    days: typedNumber.pipe(locationCost.shape.days),
  })
  .refine(({ amount, days }) => amount !== null || days === null, { path: ['amount'], message: ENTER_AMOUNT });

function CostForm({ api, boardId, item, onClose }: Props) {
  const update = useMutation(updateLocationMutation(api));
  const { form, submit, field, alerts } = useValidatedForm(
    costForm,
    { amount: `Cost (${getCurrencySign()})`, days: 'Days' },
    async ({ amount, days }) => {
      await update.mutateAsync({ id: boardId, locationId: item.id, cost: amount === null ? null : { amount, days } });
      onClose();
    },
    { defaultValues: { amount: item.cost?.amount.toString() ?? '', days: item.cost?.days?.toString() ?? '' } },
  );
  const total = costForm.safeParse(form.watch()).data;
  return (
    <form method="post" noValidate onSubmit={submit}>
      <div className="dialog__body form">
        {alerts}
        <Field {...field('amount')} hint="For each day, or in all if no days are given. Leave it empty for no cost.">
          {(control) => <input {...control} inputMode="decimal" autoComplete="off" />}
        </Field>
        <Field {...field('days')} hint="Only for a cost for each day">
          {(control) => <input {...control} inputMode="decimal" autoComplete="off" />}
        </Field>
        <p role="status">{total?.amount != null && formatCost({ amount: total.amount, days: total.days })}</p>
      </div>
      <DialogActions submitLabel="Save cost" busy={form.formState.isSubmitting} onCancel={onClose} />
    </form>
  );
}
