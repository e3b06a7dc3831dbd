import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { requestQuery } from '../../features/call-outs/client.ts';
import { CallOutPage } from '../../features/call-outs/ui/CallOutPage.tsx';
import { StopMails } from '../../features/call-outs/ui/StopMails.tsx';
import { LinkPage } from '../../features/viewings/ui/LinkPage.tsx';
import { createLinkPageOptions } from '../navigation/link-page-options.ts';
import { useLinkSecret } from '../navigation/link-secret.ts';

export const Route = createFileRoute('/call-out')({
  ...createLinkPageOptions('Call-out'),
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
