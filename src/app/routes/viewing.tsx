import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { requestQuery } from '../../features/viewings/client.ts';
import { DAY_IS_OVER } from '../../features/viewings/messages.ts';
import { LinkPage } from '../../features/viewings/ui/LinkPage.tsx';
import { ViewingRequestPage } from '../../features/viewings/ui/ViewingRequestPage.tsx';
import { createLinkPageOptions } from '../navigation/link-page-options.ts';
import { useLinkSecret } from '../navigation/link-secret.ts';

export const Route = createFileRoute('/viewing')({
  ...createLinkPageOptions('Viewing'),
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
