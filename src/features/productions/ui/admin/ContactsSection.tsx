import { useId, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../../platform/http/contract.ts';
import { useSearchQuery } from '../../../../ui/ListSearchField.tsx';
import { getMailto } from '../../../../ui/mailto.ts';
import { useFocusById } from '../../../../ui/useFocusById.ts';
import { useErrorDialog } from '../../../../ui/useErrorDialog.tsx';
import { can } from '../../../accounts/permissions.ts';
import { useUser } from '../../../accounts/ui/session.ts';
import { personSuggestionsQuery } from '../../../companies/people/client.ts';
import { CompanyChoice } from '../../../companies/ui/CompanyChoice.tsx';
import { contactsMutation, updateMutation } from '../../client.ts';
import type { Production } from '../../schema.ts';

/** The company of a production, and its people with their roles. Who may not manage companies only reads them. */
export function ContactsSection({ api, production }: { api: Api; production: Production }) {
  const { id, version, company, contacts } = production;
  const user = useUser(api);
  const canChange = can(user, 'company.manage');
  const errorDialog = useErrorDialog();
  const focusById = useFocusById();
  const headingId = useId();
  const update = useMutation({ ...updateMutation(api), onError: errorDialog.report });
  const set = useMutation({ ...contactsMutation(api), onError: errorDialog.report });
  const save = (next: readonly { readonly person_id: string; readonly role: string }[]) =>
    set.mutate({ id, version, contacts: next.map(({ person_id, role }) => ({ person_id, role })) });
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} tabIndex={-1}>
        Company and contacts
      </h2>
      {canChange ? (
        <CompanyChoice
          api={api}
          label="Company"
          chosen={company}
          onChoose={(chosen) => update.mutate({ id, version, company_id: chosen?.id ?? null })}
        />
      ) : (
        <p>{company?.name ?? 'The company is not known.'}</p>
      )}
      <ul className="production-items">
        {contacts.map(({ person_id, name, role, email, telephone }) => (
          <li key={person_id}>
            <span>
              {canChange ? (
                <a className="link" href={`/admin/people/${person_id}`}>
                  {name}
                </a>
              ) : (
                name
              )}
              , {role}{' '}
              {email !== null && (
                <a className="link" href={getMailto(email)}>
                  {email}
                </a>
              )}{' '}
              {telephone !== null && <a href={`tel:${telephone.replace(/[^\d+]/g, '')}`}>{telephone}</a>}
            </span>
            {canChange && (
              <button
                type="button"
                className="button button--compact"
                onClick={() => {
                  save(contacts.filter((contact) => contact.person_id !== person_id));
                  focusById(headingId);
                }}
              >
                Remove<span className="visually-hidden"> {name}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {canChange && (
        <PersonSearch
          api={api}
          added={contacts.map(({ person_id }) => person_id)}
          onAdd={(person_id, role) => save([...contacts, { person_id, role }])}
        />
      )}
      {errorDialog.alert}
    </section>
  );
}

/** Adds people of the directory with their role on the production. */
function PersonSearch(props: { api: Api; added: readonly string[]; onAdd: (personId: string, role: string) => void }) {
  const { api, added, onAdd } = props;
  const id = useId();
  const [role, setRole] = useState('Location manager');
  const search = useSearchQuery();
  const { query } = search.request;
  const found = useQuery({ ...personSuggestionsQuery(api, query), enabled: query !== '' });
  const people = query === '' ? [] : (found.data ?? []).filter((person) => !added.includes(person.id));
  return (
    <div className="form">
      <div className="two">
        <div className="field">
          <div className="field__name">
            <label htmlFor={`${id}role`}>Role</label>
          </div>
          <input
            id={`${id}role`}
            className="input"
            maxLength={80}
            autoComplete="off"
            value={role}
            onChange={(event) => setRole(event.target.value)}
          />
        </div>
        <div className="field">
          <div className="field__name">
            <label htmlFor={`${id}search`}>Add people</label>
          </div>
          <input
            id={`${id}search`}
            className="input"
            type="search"
            placeholder="Name or email"
            maxLength={100}
            autoComplete="off"
            aria-describedby={`${id}status`}
            value={search.typed}
            onChange={(event) => search.setTyped(event.target.value)}
          />
        </div>
      </div>
      <p className="muted small" id={`${id}status`} role="status">
        {found.isError
          ? getErrorMessage(found.error)
          : query !== '' &&
            found.isSuccess &&
            people.length === 0 &&
            'Nobody has a name like this. Add them on the page People.'}
      </p>
      <ul className="production-items">
        {people.map((person) => (
          <li key={person.id}>
            <span>{person.name}</span>
            <button
              type="button"
              className="button button--compact"
              aria-disabled={role.trim() === ''}
              onClick={() => {
                if (role.trim() === '') return;
                onAdd(person.id, role);
                search.setTyped('');
                document.getElementById(`${id}search`)?.focus();
              }}
            >
              Add<span className="visually-hidden"> {person.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
