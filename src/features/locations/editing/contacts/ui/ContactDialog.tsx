import { useState } from 'react';
import { type Api, isConflict } from '../../../../../platform/http/contract.ts';
import { useValidatedForm } from '../../../../../ui/useValidatedForm.tsx';
import { Dialog } from '../../../../../ui/Dialog.tsx';
import { DialogActions } from '../../../../../ui/DialogActions.tsx';
import { Field, RequiredNote } from '../../../../../ui/Field.tsx';
import { addContact, changeContact } from '../contract.ts';
import { type Contact, addToContacts, contactForm } from '../schema.ts';

interface Props {
  readonly api: Api;
  readonly locationId: string;
  readonly open: boolean;
  /** The contact to change; null to add one. */
  readonly contact: Contact | null;
  /** The contacts of the location. The first one becomes the primary contact. */
  readonly contacts: readonly Contact[];
  readonly onClose: () => void;
  readonly onContacts: (contacts: Contact[]) => void;
  readonly refresh: () => Promise<void>;
}

const LABELS = {
  firstname: 'First name',
  lastname: 'Last name',
  telephone: 'Telephone',
  email: 'Email',
  primary: 'Primary contact',
} as const;

/** Adds or changes a contact of a location. */
export default function ContactDialog(props: Props) {
  const { open, onClose, contact } = props;
  return (
    <Dialog open={open} onClose={onClose} title={contact ? 'Change contact' : 'Add a contact'}>
      <ContactForm {...props} />
    </Dialog>
  );
}

function ContactForm({ api, locationId, contact, contacts, onClose, onContacts, refresh }: Props) {
  // The contact when the dialog was opened, which the changes are based on.
  const [opened] = useState(contact);
  const [version, setVersion] = useState(contact?.version);
  const isPrimary = opened?.primary ?? contacts.length === 0;
  const { form, submit, field, alerts } = useValidatedForm(
    contactForm,
    LABELS,
    async (values) => {
      const input = { ...values, id: locationId };
      try {
        onContacts(
          opened && version !== undefined
            ? await api(changeContact, { ...input, contactId: opened.id, version })
            : addToContacts(contacts, await api(addContact, input)),
        );
        onClose();
      } catch (error) {
        if (!opened || !isConflict(error)) throw error;
        await refresh();
        throw error;
      }
    },
    {
      defaultValues: {
        firstname: opened?.firstname ?? '',
        lastname: opened?.lastname ?? '',
        telephone: opened?.telephone ?? '',
        email: opened?.email ?? '',
        primary: isPrimary,
      },
    },
  );
  const isOutdated = contact !== null && contact.version !== version;
  return (
    <form method="post" noValidate onSubmit={submit}>
      <div className="dialog__body form">
        <RequiredNote />
        {isOutdated ? <ConflictNotice contact={contact} onReplace={() => setVersion(contact.version)} /> : alerts}
        <div className="two">
          <Field {...field('firstname')} required>
            {(control) => <input {...control} type="text" autoComplete="off" />}
          </Field>
          <Field {...field('lastname')} required>
            {(control) => <input {...control} type="text" autoComplete="off" />}
          </Field>
        </div>
        <Field {...field('telephone')} hint="Enter a telephone number, an email address or both.">
          {(control) => <input {...control} type="tel" autoComplete="off" />}
        </Field>
        <Field {...field('email')}>{(control) => <input {...control} type="email" autoComplete="off" />}</Field>
        {!isPrimary && (
          <label className="checkbox-row">
            <input type="checkbox" {...form.register('primary')} />
            Primary contact: the first person to contact
          </label>
        )}
      </div>
      <DialogActions
        submitLabel={opened ? 'Save contact' : 'Add contact'}
        busy={form.formState.isSubmitting}
        onCancel={onClose}
      />
    </form>
  );
}

/** Somebody else has changed the contact while the dialog was open. */
function ConflictNotice({ contact, onReplace }: { contact: Contact; onReplace: () => void }) {
  const { firstname, lastname, telephone, email } = contact;
  return (
    <div className="alert" role="alert">
      <div>
        <strong>Somebody else has changed this contact</strong>
        <p>Saved: {[`${firstname} ${lastname}`, telephone, email].filter(Boolean).join(', ')}</p>
        <button type="button" className="link" onClick={onReplace}>
          Replace it with the values below
        </button>
      </div>
    </div>
  );
}
