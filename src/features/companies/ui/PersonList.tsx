import { useState } from 'react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { z } from 'zod';
import type { Api } from '../../../platform/http/contract.ts';
import { LazyMount, lazyDialog } from '../../../ui/LazyMount.tsx';
import { TablePage } from '../../../ui/table/TablePage.tsx';
import type { TableControl } from '../../../ui/table/table-state.ts';
import { companyQuery } from '../client.ts';
import { createPersonMutation, peopleQuery } from '../people/client.ts';
import { type createPerson, exportPeople } from '../people/contract.ts';
import type { FormValues } from './form-fields.ts';
import {
  NO_COMPANY,
  PERSON_NOUN,
  PERSON_TABLE_COLUMNS,
  getPersonPath,
  personPager,
  toPersonParams,
  withCompany,
} from './person-list.tsx';

const NewEntryDialog = lazyDialog(() => import('./NewEntryDialog.tsx'));

/** The people of companies, and those without one. */
export function PersonList({ api, table }: { api: Api; table: TableControl }) {
  const params = toPersonParams(table.state);
  const { page: _, ...all } = params;
  const found = useQuery({ ...peopleQuery(api, params), placeholderData: keepPreviousData });
  personPager.useStore(table.state, found);
  const [company = NO_COMPANY] = table.state.filters['company'] ?? [];
  const shown = useQuery({ ...companyQuery(api, company), enabled: company !== NO_COMPANY }).data;
  const router = useRouter();
  const create = useMutation(createPersonMutation(api));
  const [isAdding, setAdding] = useState(false);
  const add = async (values: FormValues) => {
    const added = await create.mutateAsync(values as z.input<typeof createPerson.input>);
    await router.navigate({ href: getPersonPath(added) });
    return added;
  };
  return (
    <TablePage
      title="People"
      noun={PERSON_NOUN}
      table={table}
      columns={PERSON_TABLE_COLUMNS}
      filters={withCompany(shown)}
      search={{ label: 'Search people', placeholder: 'Search name, company, email' }}
      found={found}
      rowKey={({ id }) => id}
      rowHref={getPersonPath}
      rowName={({ name }) => name}
      actions={
        <button type="button" className="button button--compact" onClick={() => setAdding(true)}>
          Add person
        </button>
      }
      fetchFile={() => api(exportPeople, all)}
      notice={
        <LazyMount isWanted={isAdding}>
          <NewEntryDialog api={api} kind="people" open={isAdding} onClose={() => setAdding(false)} onAdd={add} />
        </LazyMount>
      }
      whenEmpty={<p>People that you add appear here, with their companies.</p>}
    />
  );
}
