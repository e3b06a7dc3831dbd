import { useState } from 'react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { LazyMount, lazyDialog } from '../../../../ui/LazyMount.tsx';
import { TablePage } from '../../../../ui/table/TablePage.tsx';
import { useFocusById } from '../../../../ui/useFocusById.ts';
import { useErrorDialog } from '../../../../ui/useErrorDialog.tsx';
import type { TableControl } from '../../../../ui/table/table-state.ts';
import { can } from '../../../accounts/permissions.ts';
import { getAreaHint } from '../../../accounts/ui/admin/area-hint.ts';
import { useUser } from '../../../accounts/ui/session.ts';
import { assigneesQuery, caseQuery, enquiriesQuery, updateMutation } from '../../cases/client.ts';
import { exportEnquiries } from '../../cases/contract.ts';
import { type EnquiryCase, OPEN_STATES } from '../../cases/schema.ts';
import { ENQUIRY_LIST, ENQUIRY_NOUN, ENQUIRY_TABLE_COLUMNS, getEnquiryPath, toEnquiryParams } from './enquiry-list.tsx';
import { enquiryPager } from './enquiry-pager.ts';
import { withAssignees } from './with-assignees.ts';

const loadOutcomeDialog = () => import('./OutcomeDialog.tsx');
const OutcomeDialog = lazyDialog(loadOutcomeDialog);

/** The inbox of the Locations Team. */
export function EnquiryList({ api, table }: { api: Api; table: TableControl }) {
  const params = toEnquiryParams(table.state);
  const { page: _, ...all } = params;
  const found = useQuery({ ...enquiriesQuery(api, params), placeholderData: keepPreviousData });
  enquiryPager.useStore(table.state, found);
  const user = useUser(api);
  const errorDialog = useErrorDialog();
  const assign = useMutation({ ...updateMutation(api), onError: errorDialog.report });
  const closing = useClosing(api, errorDialog.report);
  const assignees = useQuery(assigneesQuery(api)).data ?? [];
  return (
    <TablePage
      title="Enquiries"
      noun={ENQUIRY_NOUN}
      table={table}
      columns={ENQUIRY_TABLE_COLUMNS}
      filters={withAssignees(ENQUIRY_LIST.filters, assignees)}
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
        OPEN_STATES.includes(state) && (
          <>
            {assignee === null && (
              <button
                type="button"
                className="link"
                onClick={() => user && assign.mutate({ id, assignee_id: user.id })}
              >
                Assign to me<span className="visually-hidden"> {reference}</span>
              </button>
            )}
            <button
              type="button"
              className="link"
              aria-disabled={closing.opening !== undefined}
              onClick={() => closing.start(id)}
            >
              {closing.opening === id ? 'Opening…' : 'Close'}
              <span className="visually-hidden"> {reference}</span>
            </button>
          </>
        )
      }
      fetchFile={() => api(exportEnquiries, all)}
      notice={
        <>
          {closing.dialog}
          {errorDialog.alert}
        </>
      }
      hint={getAreaHint(user, 'Enquiries about locations')}
      whenEmpty={
        <p>
          Nothing is waiting for you. Enquiries from the website appear here; the filter State shows closed ones too.
        </p>
      }
    />
  );
}

/** Closes an enquiry of the list with its outcome. `opening` is the one whose dialog is loading. */
function useClosing(api: Api, report: (error: unknown) => void) {
  const client = useQueryClient();
  const focusById = useFocusById();
  const [enquiry, setEnquiry] = useState<EnquiryCase>();
  const [isOpen, setOpen] = useState(false);
  const [opening, setOpening] = useState<string>();
  const start = async (id: string) => {
    if (opening !== undefined) return;
    setOpening(id);
    try {
      // The list does not have the version, nor what is known of the outcome. The dialog is a script of its own.
      const [found] = await Promise.all([client.fetchQuery(caseQuery(api, id)), loadOutcomeDialog().catch(() => {})]);
      setEnquiry(found);
      setOpen(true);
    } catch (error) {
      report(error);
    } finally {
      setOpening(undefined);
    }
  };
  const dialog = (
    <LazyMount isWanted={isOpen}>
      {enquiry && (
        <OutcomeDialog
          api={api}
          enquiry={enquiry}
          open={isOpen}
          onClose={() => setOpen(false)}
          // The button in the row has gone.
          onSaved={() => focusById('content')}
        />
      )}
    </LazyMount>
  );
  return { start: (id: string) => void start(id), opening, dialog };
}
