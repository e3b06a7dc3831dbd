import { useQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { formatTitle } from '../../features/content/client.ts';
import { requestQuery } from '../../features/viewings/client.ts';
import { DAY_IS_OVER } from '../../features/viewings/messages.ts';
import { LinkPage } from '../../features/viewings/ui/LinkPage.tsx';
import { ViewingRequestPage } from '../../features/viewings/ui/ViewingRequestPage.tsx';
import { isMailedLink, useLinkSecret, validateLinkSearch } from '../navigation/link-secret.ts';
import { SECRET_LINK_META } from '../seo.ts';

export const Route = createFileRoute('/viewing')({
  validateSearch: validateLinkSearch,
  loaderDeps: ({ search }) => ({ isLink: isMailedLink(search) }),
  loader: ({ deps: { isLink } }) => {
    if (!isLink) throw notFound();
  },
  head: ({ match: { context } }) => ({ meta: [{ title: formatTitle(context, 'Viewing') }, ...SECRET_LINK_META] }),
  component: Viewing,
});

function Viewing() {
  const { api } = Route.useRouteContext();
  const token = useLinkSecret();
  const found = useQuery({ ...requestQuery(api, token ?? ''), enabled: typeof token === 'string' });
  return (
    <LinkPage token={token} found={found} title="Viewing" ended={DAY_IS_OVER}>
      {(request) => <ViewingRequestPage api={api} token={token ?? ''} request={request} />}
    </LinkPage>
  );
}
