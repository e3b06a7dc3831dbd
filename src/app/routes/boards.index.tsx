import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { profileQuery } from '../../features/accounts/client.ts';
import { can } from '../../features/accounts/permissions.ts';
import { ProfileHeader } from '../../features/accounts/ui/ProfileHeader.tsx';
import { useUser } from '../../features/accounts/ui/session.ts';
import { boardPageQuery } from '../../features/boards/client.ts';
import { BoardList } from '../../features/boards/ui/BoardList.tsx';
import { pageQuery } from '../../features/content/client.ts';
import { toSearchParams } from '../../platform/http/contract.ts';
import { Archive, Lock } from '../../ui/icons.tsx';
import { parsePage } from '../navigation/page-param.ts';
import { createPrivateHead } from '../seo.ts';
import '../../features/content/ui/static-page.css';

const PAGE_NAME = 'boards';

interface Search {
  readonly page?: number;
  /** Page of the boards shared with the user. */
  readonly sharedPage?: number;
}

export const Route = createFileRoute('/boards/')({
  validateSearch: (raw: Record<string, unknown>): Search =>
    toSearch(parsePage(raw['page']), parsePage(raw['sharedPage'])),
  loaderDeps: ({ search }) => ({ page: search.page ?? 1, sharedPage: search.sharedPage ?? 1 }),
  loader: async ({ context: { api, queryClient }, deps }) => {
    await Promise.all([
      queryClient.ensureQueryData(profileQuery(api)),
      queryClient.ensureQueryData(pageQuery(api, PAGE_NAME)),
      queryClient.ensureQueryData(boardPageQuery(api, 'own', deps.page)),
      queryClient.ensureQueryData(boardPageQuery(api, 'shared', deps.sharedPage)),
    ]);
  },
  head: createPrivateHead('Boards'),
  component: BoardsPage,
});

/** Returns the search parameters of both lists; none for page 1. */
function toSearch(page: number, sharedPage: number): Search {
  return { ...(page > 1 && { page }), ...(sharedPage > 1 && { sharedPage }) };
}

function toHref(search: Search, part: 'own' | 'shared'): string {
  const query = toSearchParams({ ...search }).toString();
  return `/boards${query && `?${query}`}#${part}-boards`;
}

function BoardsPage() {
  const { api } = Route.useRouteContext();
  const { page = 1, sharedPage = 1 } = Route.useSearch();
  const { data: content } = useSuspenseQuery(pageQuery(api, PAGE_NAME));
  const { data: profile } = useSuspenseQuery(profileQuery(api));
  const user = useUser(api);
  return (
    <main id="content" tabIndex={-1} className="wrap">
      <ProfileHeader user={profile} />
      <BoardList
        api={api}
        list="own"
        page={page}
        title="My boards"
        links={
          <div className="band__links">
            {can(user, 'board.private') && (
              <a className="more" href="/boards/private">
                <span>View private boards</span>
                <Lock />
              </a>
            )}
            <a className="more" href="/boards/archived">
              <span>View archived boards</span>
              <Archive />
            </a>
          </div>
        }
        empty={content.content && <div className="prose" dangerouslySetInnerHTML={{ __html: content.content }} />}
        href={(to) => toHref(toSearch(to, sharedPage), 'own')}
      />
      <BoardList
        api={api}
        list="shared"
        page={sharedPage}
        title="Boards shared with me"
        ruled
        empty={<p>Nobody has shared a board with you yet. Boards shared with your email address appear here.</p>}
        href={(to) => toHref(toSearch(page, to), 'shared')}
      />
    </main>
  );
}
