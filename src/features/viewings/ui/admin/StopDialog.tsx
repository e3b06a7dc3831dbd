import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { Api } from '../../../../platform/http/contract.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { DialogActions } from '../../../../ui/DialogActions.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { productionQuery } from '../../../productions/client.ts';
import { viewingMutation } from '../../client.ts';
import { addStop, updateStop } from '../../contract.ts';
import { CHOOSE_LOCATION } from '../../messages.ts';
import { type ViewingStop, slotForm } from '../../schema.ts';
import '../../../../ui/form.css';

/** Which viewing a change is of, and the version that it is based on. */
export interface ViewingChange {
  readonly id: string;
  readonly viewingId: string;
  readonly version: number;
}

interface Props {
  readonly api: Api;
  readonly change: ViewingChange;
  /** The stop whose time is changed; missing to add one. */
  readonly stop?: ViewingStop;
  readonly onClose: () => void;
}

/** Adds a stop to a viewing, or changes its time. */
export default function StopDialog(props: Props & { open: boolean }) {
  const { open, onClose, stop } = props;
  return (
    <Dialog open={open} onClose={onClose} title={stop ? `Time of ${stop.title}` : 'Add a stop'}>
      <StopForm {...props} />
    </Dialog>
  );
}

const LABELS = { locationId: 'Location', slot_from: 'From', slot_to: 'To' } as const;

function StopForm({ api, change, stop, onClose }: Props) {
  const { data: production } = useSuspenseQuery(productionQuery(api, change.id));
  const toast = useToast();
  const add = useMutation(viewingMutation(api, change.id, addStop));
  const update = useMutation(viewingMutation(api, change.id, updateStop));
  const { form, submit, field, alerts } = useValidatedForm(
    z.intersection(slotForm, z.object({ locationId: stop ? z.string() : z.uuid(CHOOSE_LOCATION) })),
    LABELS,
    async ({ locationId, ...slot }) => {
      const { message } = stop
        ? await update.mutateAsync({ ...change, ...slot, stopId: stop.id })
        : await add.mutateAsync({ ...change, ...slot, locationId });
      toast({ text: message });
      onClose();
    },
    { defaultValues: { locationId: '', slot_from: stop?.slot_from ?? '', slot_to: stop?.slot_to ?? '' } },
  );
  const locations = production.locations.filter(({ is_accessible }) => is_accessible);
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      <div className="dialog__body">
        {alerts}
        {!stop && (
          <Field {...field('locationId')} hint="Offer a location to the production to choose it here.">
            {(control) => (
              <select {...control}>
                <option value="">Choose…</option>
                {locations.map(({ location_id, title }) => (
                  <option key={location_id} value={location_id ?? ''}>
                    {title}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <div className="two">
          <Field {...field('slot_from')}>{(control) => <input {...control} type="time" />}</Field>
          <Field {...field('slot_to')}>{(control) => <input {...control} type="time" />}</Field>
        </div>
        {stop && stop.state !== 'PLANNED' && <p className="muted">The owner is asked again by email.</p>}
      </div>
      <DialogActions
        busy={form.formState.isSubmitting}
        submitLabel={stop ? 'Save the time' : 'Add stop'}
        onCancel={onClose}
      />
    </form>
  );
}
