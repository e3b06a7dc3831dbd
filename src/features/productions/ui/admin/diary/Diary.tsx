import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Api } from '../../../../../platform/http/contract.ts';
import { TablePage } from '../../../../../ui/table/TablePage.tsx';
import type { TableControl } from '../../../../../ui/table/table-state.ts';
import { getAreaHint } from '../../../../accounts/ui/admin/area-hint.ts';
import { useUser } from '../../../../accounts/ui/session.ts';
import { diaryQuery } from '../../../client.ts';
import { exportDiary } from '../../../diary/contract.ts';
import { CLASH_KM } from '../../../diary/schema.ts';
import { getProductionPath } from '../production-list.tsx';
import { DIARY, DIARY_COLUMNS, SHOOT_NOUN, toDiaryParams } from './diary-list.tsx';

/** The days on which productions film at locations, and which of them clash. */
export function Diary({ api, table }: { api: Api; table: TableControl }) {
  const params = toDiaryParams(table.state);
  const { page: _, ...all } = params;
  const found = useQuery({ ...diaryQuery(api, params), placeholderData: keepPreviousData });
  const user = useUser(api);
  return (
    <TablePage
      title="Diary"
      noun={SHOOT_NOUN}
      table={table}
      columns={DIARY_COLUMNS}
      filters={DIARY.filters}
      search={{ label: 'Search the diary', placeholder: 'Search location, area' }}
      found={found}
      rowKey={({ id }) => id}
      rowHref={({ production }) => getProductionPath(production)}
      rowName={({ production, title }) => `${production.reference} at ${title}`}
      actions={
        <a className="button button--compact" href="/admin/productions">
          Productions
        </a>
      }
      fetchFile={() => api(exportDiary, all)}
      hint={
        getAreaHint(user, 'Productions with enquiries') ??
        `Productions clash if they film on the same day within ${CLASH_KM} km of each other.`
      }
      whenEmpty={<p>Locations of a production that are agreed or used appear here once they have days of filming.</p>}
    />
  );
}
