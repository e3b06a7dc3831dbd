import { useState } from 'react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '../../../../platform/http/contract.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { DialogActions } from '../../../../ui/DialogActions.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { productionQuery } from '../../../productions/client.ts';
import { viewingMutation } from '../../client.ts';
import { addViewing, updateViewing } from '../../contract.ts';
import { type Viewing, type ViewingFields, viewingFields } from '../../schema.ts';
import '../../../../ui/checkbox.css';
import '../../../../ui/form.css';

interface Props {
  readonly api: Api;
  /** The production. */
  readonly id: string;
  /** Missing to add one. */
  readonly viewing?: Viewing;
  readonly onClose: () => void;
}

/** Adds a viewing, or changes its day and party. */
export default function ViewingDialog(props: Props & { open: boolean }) {
  const { open, onClose, viewing } = props;
  return (
    <Dialog open={open} onClose={onClose} title={viewing ? 'Change the viewing' : 'Plan a day'}>
      <ViewingForm {...props} />
    </Dialog>
  );
}

const LABELS = { day: 'Day', people: 'Number of people', note: 'Where and when the party meets' } as const;
type Typed = Record<keyof typeof LABELS, string>;

function ViewingForm({ api, id, viewing, onClose }: Props) {
  const { data: production } = useSuspenseQuery(productionQuery(api, id));
  const toast = useToast();
  const add = useMutation(viewingMutation(api, id, addViewing));
  const update = useMutation(viewingMutation(api, id, updateViewing));
  const [party, setParty] = useState<readonly string[]>(() =>
    production.contacts
      .map(({ person_id }) => person_id)
      .filter((personId) => viewing?.party.some((person) => person.person_id === personId)),
  );
  const { form, submit, field, alerts } = useValidatedForm<Typed, ViewingFields>(
    viewingFields as unknown as z.ZodType<ViewingFields, Typed>,
    LABELS,
    async (checked) => {
      const { message } = viewing
        ? await update.mutateAsync({
            id,
            viewingId: viewing.id,
            version: viewing.version,
            ...checked,
            party: [...party],
          })
        : await add.mutateAsync({ id, ...checked, party: [...party] });
      toast({ text: message });
      onClose();
    },
    { defaultValues: { day: viewing?.day ?? '', people: String(viewing?.people ?? ''), note: viewing?.note ?? '' } },
  );
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      <div className="dialog__body">
        {alerts}
        <div className="two">
          <Field {...field('day')}>{(control) => <input {...control} type="date" />}</Field>
          <Field {...field('people')}>{(control) => <input {...control} type="number" min={1} max={200} />}</Field>
        </div>
        {production.contacts.length > 0 && (
          <fieldset className="form__options">
            <legend>Who gets the itinerary</legend>
            {production.contacts.map(({ person_id, name, role }) => (
              <label key={person_id} className="checkbox-row">
                <input
                  type="checkbox"
                  checked={party.includes(person_id)}
                  onChange={({ target }) =>
                    setParty(target.checked ? [...party, person_id] : party.filter((other) => other !== person_id))
                  }
                />
                {name}, {role}
              </label>
            ))}
          </fieldset>
        )}
        <Field {...field('note')} hint="The party reads it, the owners do not.">
          {(control) => <textarea {...control} rows={3} maxLength={1000} />}
        </Field>
        {viewing && <p className="muted">Owners who were asked for another day are asked again by email.</p>}
      </div>
      <DialogActions
        busy={form.formState.isSubmitting}
        submitLabel={viewing ? 'Save the viewing' : 'Plan the day'}
        onCancel={onClose}
      />
    </form>
  );
}
