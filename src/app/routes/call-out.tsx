import { useQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { requestQuery } from '../../features/call-outs/client.ts';
import { CallOutPage } from '../../features/call-outs/ui/CallOutPage.tsx';
import { StopMails } from '../../features/call-outs/ui/StopMails.tsx';
import { formatTitle } from '../../features/content/client.ts';
import { LinkPage } from '../../features/viewings/ui/LinkPage.tsx';
import { isMailedLink, useLinkSecret, validateLinkSearch } from '../navigation/link-secret.ts';
import { SECRET_LINK_META } from '../seo.ts';

export const Route = createFileRoute('/call-out')({
  validateSearch: validateLinkSearch,
  loaderDeps: ({ search }) => ({ isLink: isMailedLink(search) }),
  loader: ({ deps: { isLink } }) => {
    if (!isLink) throw notFound();
  },
  head: ({ match: { context } }) => ({ meta: [{ title: formatTitle(context, 'Call-out') }, ...SECRET_LINK_META] }),
  component: CallOut,
});

function CallOut() {
  const { api } = Route.useRouteContext();
  const token = useLinkSecret();
  const found = useQuery({ ...requestQuery(api, token ?? ''), enabled: typeof token === 'string' });
  return (
    <LinkPage
      token={token}
      found={found}
      title="Call-out"
      ended="The call-out is closed"
      afterEnd={typeof token === 'string' && <StopMails api={api} token={token} />}
    >
      {(request) => <CallOutPage api={api} token={token ?? ''} request={request} />}
    </LinkPage>
  );
}
