import { createFileRoute } from '@tanstack/react-router';
import { diaryQuery } from '../../features/productions/client.ts';
import { Diary } from '../../features/productions/ui/admin/diary/Diary.tsx';
import { DIARY, toDiaryParams } from '../../features/productions/ui/admin/diary/diary-list.tsx';
import { loadList } from '../loaders/list-loader.ts';
import { useTable } from '../navigation/table-search-params.ts';
import { toUnparsedSearchParams } from '../navigation/unparsed-search-params.ts';
import { createPrivateHead } from '../seo.ts';

export const Route = createFileRoute('/admin/diary')({
  validateSearch: toUnparsedSearchParams,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    loadList({ context, deps }, DIARY, (state) => diaryQuery(context.api, toDiaryParams(state))),
  head: createPrivateHead('Diary'),
  component: DiaryPage,
});

function DiaryPage() {
  const { api } = Route.useRouteContext();
  return <Diary api={api} table={useTable(DIARY, Route.useSearch())} />;
}
