import { createFileRoute } from '@tanstack/react-router';
import { threadQuery } from '../../features/enquiries/thread/client.ts';
import { ThreadPage } from '../../features/enquiries/ui/thread/ThreadPage.tsx';
import { ArrowLeft } from '../../ui/icons.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { createPrivateHead } from '../seo.ts';

export const Route = createFileRoute('/edit-profile/enquiries/$enquiryId')({
  loader: async ({ context: { api, queryClient }, params: { enquiryId } }) => {
    await loadRequired(queryClient.fetchQuery({ ...threadQuery(api, { enquiryId }), staleTime: 0 }));
  },
  head: createPrivateHead('Your enquiry'),
  component: OwnEnquiry,
});

function OwnEnquiry() {
  const { api } = Route.useRouteContext();
  const { enquiryId } = Route.useParams();
  return (
    <ThreadPage
      key={enquiryId}
      api={api}
      conversation={{ enquiryId }}
      backLink={
        <a className="crumb" href="/edit-profile/enquiries">
          <ArrowLeft small />
          Back to my enquiries
        </a>
      }
    />
  );
}
