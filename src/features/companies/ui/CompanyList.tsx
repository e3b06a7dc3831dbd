import { useState } from 'react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { z } from 'zod';
import type { Api } from '../../../platform/http/contract.ts';
import { LazyMount, lazyDialog } from '../../../ui/LazyMount.tsx';
import { TablePage } from '../../../ui/table/TablePage.tsx';
import type { TableControl } from '../../../ui/table/table-state.ts';
import { companiesQuery, createCompanyMutation } from '../client.ts';
import { type createCompany, exportCompanies } from '../contract.ts';
import {
  COMPANY_LIST,
  COMPANY_NOUN,
  COMPANY_TABLE_COLUMNS,
  companyPager,
  getCompanyPath,
  toCompanyParams,
} from './company-list.tsx';
import type { FormValues } from './form-fields.ts';

const NewEntryDialog = lazyDialog(() => import('./NewEntryDialog.tsx'));

/** The companies that the agency deals with. */
export function CompanyList({ api, table }: { api: Api; table: TableControl }) {
  const params = toCompanyParams(table.state);
  const { page: _, ...all } = params;
  const found = useQuery({ ...companiesQuery(api, params), placeholderData: keepPreviousData });
  companyPager.useStore(table.state, found);
  const router = useRouter();
  const create = useMutation(createCompanyMutation(api));
  const [isAdding, setAdding] = useState(false);
  const add = async (values: FormValues) => {
    const added = await create.mutateAsync(values as z.input<typeof createCompany.input>);
    await router.navigate({ href: getCompanyPath(added) });
    return added;
  };
  return (
    <TablePage
      title="Companies"
      noun={COMPANY_NOUN}
      table={table}
      columns={COMPANY_TABLE_COLUMNS}
      filters={COMPANY_LIST.filters}
      search={{ label: 'Search companies', placeholder: 'Search name, email, telephone' }}
      found={found}
      rowKey={({ id }) => id}
      rowHref={getCompanyPath}
      rowName={({ name }) => name}
      actions={
        <button type="button" className="button button--compact" onClick={() => setAdding(true)}>
          Add company
        </button>
      }
      fetchFile={() => api(exportCompanies, all)}
      notice={
        <LazyMount isWanted={isAdding}>
          <NewEntryDialog api={api} kind="companies" open={isAdding} onClose={() => setAdding(false)} onAdd={add} />
        </LazyMount>
      }
      whenEmpty={<p>Companies that you add appear here, with their people.</p>}
    />
  );
}
