import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { formatDuration } from '../../../../platform/text/dates.ts';
import { formatCount } from '../../../../platform/text/numbers.ts';
import { useErrorDialog } from '../../../../ui/useErrorDialog.tsx';
import { TablePage } from '../../../../ui/table/TablePage.tsx';
import type { TableControl } from '../../../../ui/table/table-state.ts';
import { getAreaHint } from '../../../accounts/ui/admin/area-hint.ts';
import { useUser } from '../../../accounts/ui/session.ts';
import { getDisplayTitle } from '../../catalogue/display-title.ts';
import { can } from '../../../accounts/permissions.ts';
import { figuresQuery, queueQuery } from '../client.ts';
import type { ReviewFigures } from '../schema.ts';
import { ClaimButton } from './ClaimButton.tsx';
import { queuePager } from './queue-pager.ts';
import { useApprovals } from './useApprovals.tsx';
import { QUEUE_TABLE, REVIEW_LIST, getReviewPath, toQueueParams } from './queue-list.tsx';

/**
 * The locations that await approval, as a page of the back office.
 * @param props.canEditTemplates whether to link to the templates of reasons
 */
export function ReviewQueue(props: {
  api: Api;
  table: TableControl;
  userId: string | undefined;
  canEditTemplates: boolean;
}) {
  const { api, table, userId, canEditTemplates } = props;
  const { report, alert } = useErrorDialog();
  const found = useQuery({ ...queueQuery(api, toQueueParams(table.state)), placeholderData: keepPreviousData });
  queuePager.useStore(table.state, found);
  const figures = useQuery(figuresQuery(api)).data;
  const user = useUser(api);
  const area = getAreaHint(user, 'Locations');
  const { page: _, sortBy: _by, sortOrder: _order, ...query } = toQueueParams(table.state);
  const approvals = useApprovals(api, { name: table.name, query: JSON.stringify(query), rows: found.data?.data ?? [] });
  const canApprove = can(user, 'location.publish');
  return (
    <>
      <TablePage
        table={table}
        found={found}
        title="Review"
        noun={['location', 'locations']}
        columns={QUEUE_TABLE}
        filters={REVIEW_LIST.filters}
        rowKey={({ id }) => id}
        rowHref={({ id }) => getReviewPath(id)}
        rowName={({ title }) => getDisplayTitle(title)}
        rowActions={({ id, title, reviewer }) => (
          <ClaimButton
            api={api}
            id={id}
            reviewer={reviewer}
            userId={userId}
            className="link"
            title={getDisplayTitle(title)}
            onError={report}
          />
        )}
        actions={
          canEditTemplates && (
            <a className="button button--compact" href="/admin/review/templates">
              Templates
            </a>
          )
        }
        hint={[area, figures && formatFigures(figures)].filter(Boolean).join(' ')}
        notice={approvals.report}
        selection={canApprove ? approvals.table : undefined}
        selectionBar={canApprove && approvals.bar}
        whenEmpty={
          <p>Nothing is waiting for approval. Locations that owners send for approval appear here, the oldest first.</p>
        }
      />
      {alert}
    </>
  );
}

/** The time from submission to decision, in words. */
function formatFigures({ days, decisions, median, percentile_90 }: ReviewFigures): string {
  if (median === null || percentile_90 === null) return `No decisions in the last ${days} days.`;
  return `Time to review: median ${formatDuration(median)}, nine of ten within ${formatDuration(percentile_90)} (${formatCount(decisions, 'decision')} in the last ${days} days).`;
}
