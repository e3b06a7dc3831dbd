import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Api } from '../../../../platform/http/contract.ts';
import { LazyMount, lazyDialog } from '../../../../ui/LazyMount.tsx';
import { TablePage } from '../../../../ui/table/TablePage.tsx';
import type { TableControl } from '../../../../ui/table/table-state.ts';
import { can } from '../../../accounts/permissions.ts';
import { getAreaHint } from '../../../accounts/ui/admin/area-hint.ts';
import { useUser } from '../../../accounts/ui/session.ts';
import { assigneesQuery } from '../../../enquiries/cases/client.ts';
import { productionsQuery } from '../../client.ts';
import { exportProductions } from '../../contract.ts';
import {
  PRODUCTION_LIST,
  PRODUCTION_NOUN,
  PRODUCTION_TABLE_COLUMNS,
  getProductionPath,
  toProductionParams,
} from './production-list.tsx';
import { useBulkChange } from './bulk/useBulkChange.tsx';
import { productionPager } from './production-pager.ts';
import { withAssignees } from '../../../enquiries/ui/admin/with-assignees.ts';

const NewProductionDialog = lazyDialog(() => import('./NewProductionDialog.tsx'));

/** The productions that the Locations Team or a film office looks after. */
export function ProductionList({ api, table }: { api: Api; table: TableControl }) {
  const params = toProductionParams(table.state);
  const { page: _, ...all } = params;
  const { sortBy: _by, sortOrder: _order, ...query } = all;
  const found = useQuery({ ...productionsQuery(api, params), placeholderData: keepPreviousData });
  productionPager.useStore(table.state, found);
  const bulk = useBulkChange(api, { name: table.name, query: JSON.stringify(query), rows: found.data?.data ?? [] });
  const router = useRouter();
  const user = useUser(api);
  const [isAdding, setAdding] = useState(false);
  const assignees = useQuery(assigneesQuery(api)).data ?? [];
  return (
    <>
      <TablePage
        title="Productions"
        noun={PRODUCTION_NOUN}
        table={table}
        columns={PRODUCTION_TABLE_COLUMNS}
        filters={withAssignees(PRODUCTION_LIST.filters, assignees)}
        search={{ label: 'Search productions', placeholder: 'Search reference, title, company' }}
        found={found}
        rowKey={({ id }) => id}
        rowHref={getProductionPath}
        rowName={({ reference, title }) => `${reference}: ${title}`}
        actions={
          <>
            <a className="button button--compact" href="/admin/diary">
              Diary
            </a>
            <a className="button button--compact" href="/admin/impact">
              Impact
            </a>
            {can(user, 'company.manage') && (
              <>
                <a className="button button--compact" href="/admin/companies">
                  Companies
                </a>
                <a className="button button--compact" href="/admin/people">
                  People
                </a>
              </>
            )}
            <button type="button" className="button button--compact" onClick={() => setAdding(true)}>
              Add production
            </button>
          </>
        }
        selection={bulk.table}
        selectionBar={bulk.bar}
        notice={bulk.report}
        fetchFile={() => api(exportProductions, all)}
        hint={getAreaHint(user, 'Productions with enquiries')}
        whenEmpty={<p>Add a production here, or from an enquiry about it.</p>}
      />
      <LazyMount isWanted={isAdding}>
        <NewProductionDialog
          api={api}
          open={isAdding}
          onClose={() => setAdding(false)}
          onAdded={(production) => void router.navigate({ href: getProductionPath(production) })}
        />
      </LazyMount>
    </>
  );
}
