import type { ReactNode } from 'react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '../../../platform/http/contract.ts';
import { companyQuery, refreshCompanies } from '../client.ts';
import { deleteCompany, updateCompany } from '../contract.ts';
import type { companyForm } from '../schema.ts';
import { COMPANY_LIST, COMPANY_NOUN, companyPager, getCompanyPath } from './company-list.tsx';
import { CompanyPeople } from './CompanyPeople.tsx';
import { EntryForm } from './EntryForm.tsx';
import { EntryPage } from './EntryPage.tsx';
import { toCompanyEntry } from './form-fields.ts';

/**
 * Page of a company in the back office, with its people.
 * @param props.children further sections, of features above this one
 */
export function CompanyPage({ api, id, children }: { api: Api; id: string; children?: ReactNode }) {
  const client = useQueryClient();
  const { data: company } = useSuspenseQuery(companyQuery(api, id));
  const { version } = company;
  return (
    <EntryPage
      api={api}
      kind="companies"
      entry={company}
      list={COMPANY_LIST}
      noun={COMPANY_NOUN}
      pager={companyPager.usePager(api, id)}
      getPath={getCompanyPath}
      consequences="Its people stay, without a company. Its history is deleted too."
      onDelete={() => api(deleteCompany, { id, version: String(version) })}
      form={(aside) => (
        <EntryForm
          aside={aside}
          api={api}
          kind="companies"
          heading="Company"
          entry={toCompanyEntry(company)}
          save={async (values, expected) => {
            const change = values as z.input<typeof companyForm>;
            const saved = await api(updateCompany, { ...change, id, version: expected });
            await refreshCompanies(client);
            return { message: saved.message, entry: toCompanyEntry(saved.company) };
          }}
          fetchLatest={async () => toCompanyEntry(await client.fetchQuery({ ...companyQuery(api, id), staleTime: 0 }))}
        />
      )}
    >
      <CompanyPeople api={api} company={company} />
      {children}
    </EntryPage>
  );
}
