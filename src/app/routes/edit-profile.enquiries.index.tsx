import { createFileRoute } from '@tanstack/react-router';
import { useUser } from '../../features/accounts/ui/session.ts';
import { ownEnquiriesQuery } from '../../features/enquiries/thread/client.ts';
import { OwnEnquiries } from '../../features/enquiries/ui/thread/OwnEnquiries.tsx';
import { featuredQuery } from '../../features/search/client.ts';
import { FeaturedPage } from '../components/AccountPage.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { parsePage, toPageSearch } from '../navigation/page-param.ts';
import { createPrivateHead } from '../seo.ts';

const PATH = '/edit-profile/enquiries';

export const Route = createFileRoute('/edit-profile/enquiries/')({
  validateSearch: (raw: Record<string, unknown>) => toPageSearch(parsePage(raw['page'])),
  loaderDeps: ({ search }) => ({ page: search.page ?? 1 }),
  loader: async ({ context: { api, queryClient }, deps }) => {
    await Promise.all([
      // The team answers at any time.
      loadRequired(queryClient.fetchQuery({ ...ownEnquiriesQuery(api, deps.page), staleTime: 0 })),
      queryClient.ensureQueryData(featuredQuery(api, 1)),
    ]);
  },
  head: createPrivateHead('My enquiries'),
  component: MyEnquiries,
});

function MyEnquiries() {
  const { api } = Route.useRouteContext();
  const { page = 1 } = Route.useSearch();
  const user = useUser(api);
  return (
    <FeaturedPage
      title="My enquiries"
      aside={
        <>
          <h2 className="display display--1">Something missing?</h2>
          <p className="muted small">
            Enquiries that you sent from another email address are not listed. The emails that we sent to it have a link
            to each conversation.
          </p>
          <a className="link" href="/edit-profile">
            Edit profile
          </a>
        </>
      }
    >
      <OwnEnquiries
        api={api}
        page={page}
        href={(to) => (to > 1 ? `${PATH}?page=${to}` : PATH)}
        empty={
          user?.verified
            ? 'You have not sent any enquiries. They are listed here with our answers.'
            : 'Verify your email address to see your enquiries.'
        }
      />
    </FeaturedPage>
  );
}
