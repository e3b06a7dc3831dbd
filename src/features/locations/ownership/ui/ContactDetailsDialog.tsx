import { useQuery } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../../platform/http/contract.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { ErrorAlert } from '../../../../ui/FormMessages.tsx';
import { ownersQuery } from '../client.ts';
import type { AccountHolder } from '../schema.ts';
import { NO_CONTACTS } from '../../messages.ts';
import { ContactLinks } from './ContactLinks.tsx';
import '../../admin-record/ui/record-tabs.css';

/** Shows the account holder and the contacts of a location. */
export default function ContactDetailsDialog(props: { api: Api; id: string; open: boolean; onClose: () => void }) {
  const { api, id, open, onClose } = props;
  return (
    <Dialog open={open} onClose={onClose} title="Contact" shape="large" staysOnBackdropClick>
      <div className="dialog__body">
        <People api={api} id={id} />
      </div>
      <div className="dialog__foot">
        <button type="button" className="button button--primary" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

function People({ api, id }: { api: Api; id: string }) {
  const { data, error } = useQuery(ownersQuery(api, id));
  if (error) return <ErrorAlert message={getErrorMessage(error)} />;
  if (!data) return <p className="muted">Loading…</p>;
  const holder = data.find(({ user_role }) => user_role === 'OWNER');
  const contacts = data.filter(({ user_role }) => user_role === 'CONTACT');
  return (
    <div className="people">
      <section aria-labelledby="view-holder">
        <h3 id="view-holder">Account Holder</h3>
        {holder ? <PersonDetails person={holder} /> : <p className="muted">This location has no owner.</p>}
      </section>
      <section aria-labelledby="view-contacts">
        <h3 id="view-contacts">Contacts</h3>
        {contacts.length === 0 && <p className="muted">{NO_CONTACTS}</p>}
        {contacts.map((contact) => (
          <PersonDetails key={contact.user.id} person={contact} />
        ))}
      </section>
    </div>
  );
}

function PersonDetails({ person }: { person: AccountHolder }) {
  return (
    <div className="person">
      <p>
        <strong>
          {person.user.first_name} {person.user.last_name}
        </strong>
        {person.primary && <span className="contact__primary">Primary contact</span>}
      </p>
      <ContactLinks person={person} />
    </div>
  );
}
