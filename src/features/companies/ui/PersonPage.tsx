import type { ReactNode } from 'react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '../../../platform/http/contract.ts';
import { refreshCompanies } from '../client.ts';
import { personQuery } from '../people/client.ts';
import { deletePerson, updatePerson } from '../people/contract.ts';
import type { personForm } from '../people/schema.ts';
import { getCompanyPath } from './company-list.tsx';
import { EntryForm } from './EntryForm.tsx';
import { EntryPage } from './EntryPage.tsx';
import { toPersonEntry } from './form-fields.ts';
import { PERSON_LIST, PERSON_NOUN, getPersonPath, personPager } from './person-list.tsx';

/**
 * Page of a person in the back office.
 * @param props.children further sections, of features above this one
 */
export function PersonPage({ api, id, children }: { api: Api; id: string; children?: ReactNode }) {
  const client = useQueryClient();
  const { data: person } = useSuspenseQuery(personQuery(api, id));
  const { version, company, job_title } = person;
  return (
    <EntryPage
      api={api}
      kind="people"
      entry={person}
      facts={
        <>
          {job_title !== null && <span>{job_title}</span>}
          {company && (
            <a className="link" href={getCompanyPath(company)}>
              {company.name}
            </a>
          )}
        </>
      }
      list={PERSON_LIST}
      noun={PERSON_NOUN}
      pager={personPager.usePager(api, id)}
      getPath={getPersonPath}
      consequences="Their history is deleted too."
      onDelete={() => api(deletePerson, { id, version: String(version) })}
      form={(aside) => (
        <EntryForm
          aside={aside}
          api={api}
          kind="people"
          heading="Person"
          entry={toPersonEntry(person)}
          save={async (values, expected) => {
            const change = values as z.input<typeof personForm>;
            const saved = await api(updatePerson, { ...change, id, version: expected });
            await refreshCompanies(client);
            return { message: saved.message, entry: toPersonEntry(saved.person) };
          }}
          fetchLatest={async () => toPersonEntry(await client.fetchQuery({ ...personQuery(api, id), staleTime: 0 }))}
        />
      )}
    >
      {children}
    </EntryPage>
  );
}
