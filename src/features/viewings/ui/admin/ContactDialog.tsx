import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { DialogActions } from '../../../../ui/DialogActions.tsx';
import { SelectField } from '../../../../ui/SelectField.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { stopContactsQuery, viewingMutation } from '../../client.ts';
import { chooseStopContact } from '../../contract.ts';
import { type StopContact, type ViewingStop, contactForm } from '../../schema.ts';
import type { ViewingChange } from './StopDialog.tsx';
import '../../../../ui/form.css';

interface Props {
  readonly api: Api;
  readonly change: ViewingChange;
  readonly stop: ViewingStop;
  readonly onClose: () => void;
}

/** Chooses who is asked about a location. */
export default function ContactDialog(props: Props & { open: boolean }) {
  const { open, onClose, stop } = props;
  return (
    <Dialog open={open} onClose={onClose} title={`Contact of ${stop.title}`}>
      <ContactForm {...props} />
    </Dialog>
  );
}

function ContactForm({ api, change, stop, onClose }: Props) {
  const { id, viewingId } = change;
  const toast = useToast();
  const { data: contacts } = useSuspenseQuery(stopContactsQuery(api, { id, viewingId, stopId: stop.id }));
  const choose = useMutation(viewingMutation(api, id, chooseStopContact));
  const { form, submit, field, alerts } = useValidatedForm(
    contactForm,
    { contact: 'Who is asked' },
    async ({ contact }) => {
      const { message } = await choose.mutateAsync({ ...change, stopId: stop.id, contact });
      toast({ text: message });
      onClose();
    },
    { defaultValues: { contact: contacts[0]?.contact ?? '' } },
  );
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      <div className="dialog__body">
        {alerts}
        <SelectField
          {...field('contact')}
          hint="They get the email, and the party their details if they confirm."
          options={contacts.map((contact) => [contact.contact, formatOption(contact)])}
        />
      </div>
      <DialogActions busy={form.formState.isSubmitting} submitLabel="Save the contact" onCancel={onClose} />
    </form>
  );
}

function formatOption({ contact, name, email, telephone }: StopContact): string {
  return [name, contact === 'ACCOUNT' && 'account of the owner', email ?? 'no email', telephone]
    .filter(Boolean)
    .join(', ');
}
