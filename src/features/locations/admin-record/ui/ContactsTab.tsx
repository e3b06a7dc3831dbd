import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../../platform/http/contract.ts';
import { ErrorAlert } from '../../../../ui/FormMessages.tsx';
import { LazyMount, lazyDialog } from '../../../../ui/LazyMount.tsx';
import { can } from '../../../accounts/permissions.ts';
import { useUser } from '../../../accounts/ui/session.ts';
import { AccountHolderName } from '../../working-copy/ui/AccountHolderName.tsx';
import { refetchUnless } from '../../working-copy/client.ts';
import { ownersQuery } from '../../ownership/client.ts';
import { ownLocationQuery } from '../../editing/client.ts';
import { ContactList } from '../../editing/contacts/ui/ContactList.tsx';
import { ContactLinks } from '../../ownership/ui/ContactLinks.tsx';
import '../../../../ui/record/record.css';
import './record-tabs.css';

const OwnershipDialog = lazyDialog(() => import('./OwnershipDialog.tsx'));

/** The account holder and the contacts of a location, for the Locations Team. */
export function ContactsTab({ api, id }: { api: Api; id: string }) {
  return (
    <div className="record">
      <OwnerSection api={api} id={id} />
      <ContactsSection api={api} id={id} />
    </div>
  );
}

function OwnerSection({ api, id }: { api: Api; id: string }) {
  const user = useUser(api);
  const { data, error } = useQuery(ownersQuery(api, id));
  const [changing, setChanging] = useState(false);
  const holder = data?.find(({ user_role }) => user_role === 'OWNER');
  return (
    <section aria-labelledby="account-holder">
      <div className="record__head">
        <h2 id="account-holder">Account Holder</h2>
        {can(user, 'location.change-owner') && (
          <button type="button" className="button button--compact" onClick={() => setChanging(true)}>
            Change Ownership
          </button>
        )}
      </div>
      {error && <ErrorAlert message={getErrorMessage(error)} />}
      {holder && (
        <div className="location-owner">
          <AccountHolderName api={api} owner={holder.user} className="location-owner__name" />
          <ContactLinks person={holder} />
        </div>
      )}
      {data && !holder && (
        <p className="muted location-owner">This location has no owner: it can be changed here only.</p>
      )}
      <LazyMount isWanted={changing}>
        <OwnershipDialog api={api} id={id} open={changing} onClose={() => setChanging(false)} />
      </LazyMount>
    </section>
  );
}

function ContactsSection({ api, id }: { api: Api; id: string }) {
  const client = useQueryClient();
  const query = { ...ownLocationQuery(api, id), staleTime: 0 };
  const { data, error, refetch } = useQuery(query);
  return (
    <section aria-labelledby="contacts">
      <div className="record__head">
        <h2 id="contacts">Contacts</h2>
      </div>
      <p className="muted contacts__description">
        People whom a film crew can contact about this location. The public never sees them.
      </p>
      {error && <ErrorAlert message={getErrorMessage(error)} />}
      {data ? (
        <ContactList
          api={api}
          location={data}
          onContacts={(contacts) => {
            client.setQueryData(query.queryKey, { ...data, contacts });
            void refetchUnless(client, id, query.queryKey);
          }}
          refresh={async () => void (await refetch())}
        />
      ) : (
        !error && <p className="muted">Loading…</p>
      )}
    </section>
  );
}
