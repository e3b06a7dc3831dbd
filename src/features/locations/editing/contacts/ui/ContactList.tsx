import { useState } from 'react';
import type { Api } from '../../../../../platform/http/contract.ts';
import { ConfirmDialog } from '../../../../../ui/ConfirmDialog.tsx';
import { Bin, Pencil, Plus } from '../../../../../ui/icons.tsx';
import { LazyMount, lazyDialog } from '../../../../../ui/LazyMount.tsx';
import { useFocusById } from '../../../../../ui/useFocusById.ts';
import { deleteContact } from '../contract.ts';
import { MAX_CONTACTS, type Contact } from '../schema.ts';
import '../../../../../ui/item-list.css';
import './contacts.css';

const ContactDialog = lazyDialog(() => import('./ContactDialog.tsx'));

const ADD_BUTTON_ID = 'add-contact';

type OpenDialog = { readonly action: 'add' } | { readonly action: 'change' | 'delete'; readonly contact: Contact };

export interface ContactListProps {
  readonly api: Api;
  readonly location: { readonly id: string; readonly contacts: readonly Contact[] };
  /** Called with the new list after each change. */
  readonly onContacts: (contacts: Contact[]) => void;
  readonly refresh: () => Promise<void>;
}

/** The contacts of a location. Each change is saved at once. */
export function ContactList(props: ContactListProps) {
  const { api, location, onContacts, refresh } = props;
  const { contacts } = location;
  const focusById = useFocusById();
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  const close = () => setOpenDialog(undefined);
  const changed = openDialog?.action === 'change' ? contacts.find(({ id }) => id === openDialog.contact.id) : undefined;
  const isEditing = openDialog?.action === 'add' || changed !== undefined;
  const remove = async ({ id: contactId }: Contact) => {
    onContacts(await api(deleteContact, { id: location.id, contactId }));
    close();
    focusById(ADD_BUTTON_ID);
  };
  return (
    <>
      <ul className="contacts item-list">
        {contacts.map((contact) => (
          <ContactRow
            key={contact.id}
            contact={contact}
            onChange={() => setOpenDialog({ action: 'change', contact })}
            onDelete={() => setOpenDialog({ action: 'delete', contact })}
          />
        ))}
      </ul>
      {contacts.length < MAX_CONTACTS ? (
        <button type="button" id={ADD_BUTTON_ID} className="button" onClick={() => setOpenDialog({ action: 'add' })}>
          <Plus />
          Add a contact
        </button>
      ) : (
        <p className="muted" id={ADD_BUTTON_ID} tabIndex={-1}>{`A location has at most ${MAX_CONTACTS} contacts.`}</p>
      )}
      <LazyMount isWanted={isEditing}>
        <ContactDialog
          api={api}
          locationId={location.id}
          open={isEditing}
          contact={changed ?? null}
          contacts={contacts}
          onClose={close}
          onContacts={onContacts}
          refresh={refresh}
        />
      </LazyMount>
      <ConfirmDialog
        open={openDialog?.action === 'delete'}
        onClose={close}
        title="Delete contact?"
        confirmLabel="Delete contact"
        onConfirm={async () => openDialog?.action === 'delete' && remove(openDialog.contact)}
      >
        {openDialog?.action === 'delete' && (
          <p>{getName(openDialog.contact)} will no longer be a contact of this location.</p>
        )}
      </ConfirmDialog>
    </>
  );
}

function ContactRow(props: { contact: Contact; onChange: () => void; onDelete: () => void }) {
  const { contact, onChange, onDelete } = props;
  const name = getName(contact);
  return (
    <li>
      <div>
        <strong>{name}</strong>
        {contact.primary && <span className="contact__primary">Primary contact</span>}
        <p className="small muted">{[contact.telephone, contact.email].filter(Boolean).join(' · ')}</p>
      </div>
      <button type="button" className="icon-button" aria-label={`Change ${name}`} onClick={onChange}>
        <Pencil />
      </button>
      <button type="button" className="icon-button" aria-label={`Delete ${name}`} onClick={onDelete}>
        <Bin />
      </button>
    </li>
  );
}

function getName({ firstname, lastname }: Contact): string {
  return `${firstname} ${lastname}`;
}
