import { useState } from 'react';
import type { Api } from '../../../../platform/http/contract.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { Bin, Pencil, Plus } from '../../../../ui/icons.tsx';
import { LazyMount, lazyDialog } from '../../../../ui/LazyMount.tsx';
import { useFocusById } from '../../../../ui/useFocusById.ts';
import { deleteContact } from '../../contacts/contract.ts';
import { MAX_CONTACTS, type Contact } from '../../contacts/schema.ts';
import type { OwnLocation } from '../../submission/schema.ts';
import '../../../../ui/item-list.css';
import './contacts.css';

const ContactDialog = lazyDialog(() => import('./ContactDialog.tsx'));

const ADD_BUTTON_ID = 'add-contact';

type OpenDialog = { readonly act: 'add' } | { readonly act: 'change' | 'delete'; readonly contact: Contact };

export interface ContactListProps {
  readonly api: Api;
  readonly location: Pick<OwnLocation, 'id' | 'contacts'>;
  /** Told all contacts after an act. */
  readonly onContacts: (contacts: Contact[]) => void;
  /** Asks for them anew. */
  readonly refresh: () => Promise<void>;
}

/** Whom a crew may ask. Each act is kept as it is made. */
export function ContactList(props: ContactListProps) {
  const { api, location, onContacts, refresh } = props;
  const { contacts } = location;
  const focusById = useFocusById();
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  const close = () => setOpenDialog(undefined);
  const changed = openDialog?.act === 'change' ? contacts.find(({ id }) => id === openDialog.contact.id) : undefined;
  const isAsked = openDialog?.act === 'add' || changed !== undefined;
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
            onChange={() => setOpenDialog({ act: 'change', contact })}
            onDelete={() => setOpenDialog({ act: 'delete', contact })}
          />
        ))}
      </ul>
      {contacts.length < MAX_CONTACTS ? (
        <button type="button" id={ADD_BUTTON_ID} className="button" onClick={() => setOpenDialog({ act: 'add' })}>
          <Plus />
          Add a contact
        </button>
      ) : (
        <p className="muted" id={ADD_BUTTON_ID} tabIndex={-1}>{`A location has at most ${MAX_CONTACTS} contacts.`}</p>
      )}
      <LazyMount isWanted={isAsked}>
        <ContactDialog
          api={api}
          locationId={location.id}
          open={isAsked}
          contact={changed ?? null}
          isFirst={contacts.length === 0}
          onClose={close}
          onContacts={onContacts}
          refresh={refresh}
        />
      </LazyMount>
      <ConfirmDialog
        open={openDialog?.act === 'delete'}
        onClose={close}
        title="Delete contact?"
        confirmLabel="Delete contact"
        onConfirm={async () => openDialog?.act === 'delete' && remove(openDialog.contact)}
      >
        {openDialog?.act === 'delete' && (
          <p>{getName(openDialog.contact)} is no longer a contact of this location then.</p>
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
