import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { TablePage } from '../../../../ui/table/TablePage.tsx';
import { useErrorDialog } from '../../../../ui/useErrorDialog.tsx';
import type { TableControl } from '../../../../ui/table/table-state.ts';
import { can } from '../../../accounts/permissions.ts';
import { getAreaHint } from '../../../accounts/ui/admin/area-hint.ts';
import { useUser } from '../../../accounts/ui/session.ts';
import { assigneesQuery, enquiriesQuery, updateMutation } from '../../cases/client.ts';
import { exportEnquiries } from '../../cases/contract.ts';
import { OPEN_STATES } from '../../cases/schema.ts';
import { ENQUIRY_TABLE_COLUMNS, getEnquiryPath, toEnquiryParams, withAssignees } from './enquiry-list.tsx';

/** The inbox of the Locations Team. */
export function EnquiryList({ api, table }: { api: Api; table: TableControl }) {
  const params = toEnquiryParams(table.state);
  const { page: _, ...all } = params;
  const found = useQuery({ ...enquiriesQuery(api, params), placeholderData: keepPreviousData });
  const user = useUser(api);
  const errorDialog = useErrorDialog();
  const assign = useMutation({ ...updateMutation(api), onError: errorDialog.report });
  const assignees = useQuery(assigneesQuery(api)).data ?? [];
  return (
    <TablePage
      title="Enquiries"
      noun={['enquiry', 'enquiries']}
      table={table}
      columns={ENQUIRY_TABLE_COLUMNS}
      filters={withAssignees(assignees)}
      search={{ label: 'Search enquiries', placeholder: 'Search reference, name, location' }}
      found={found}
      rowKey={({ id }) => id}
      rowHref={getEnquiryPath}
      rowName={({ reference, name }) => `${reference} from ${name}`}
      actions={
        can(user, 'enquiry.edit-templates') && (
          <a className="button button--compact" href="/admin/enquiries/templates">
            Templates
          </a>
        )
      }
      rowActions={({ id, reference, assignee, state }) =>
        assignee === null &&
        OPEN_STATES.includes(state) && (
          <button
            type="button"
            className="button button--compact"
            onClick={() => user && assign.mutate({ id, assignee_id: user.id })}
          >
            Assign to me<span className="visually-hidden"> {reference}</span>
          </button>
        )
      }
      fetchFile={() => api(exportEnquiries, all)}
      notice={errorDialog.alert}
      hint={getAreaHint(user, 'Enquiries about locations')}
      whenEmpty={
        <p>
          Nothing is waiting for you. Enquiries from the website appear here; the filter State shows closed ones too.
        </p>
      }
    />
  );
}
