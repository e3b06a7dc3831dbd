import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { surveyQuery } from '../../features/impact/client.ts';
import { SurveyPage } from '../../features/impact/ui/SurveyPage.tsx';
import { LinkPage } from '../../features/viewings/ui/LinkPage.tsx';
import { createLinkPageOptions } from '../navigation/link-page-options.ts';
import { useLinkSecret } from '../navigation/link-secret.ts';

export const Route = createFileRoute('/wrap-survey')({
  ...createLinkPageOptions('Survey'),
  component: Survey,
});

function Survey() {
  const { api } = Route.useRouteContext();
  const token = useLinkSecret();
  const found = useQuery({ ...surveyQuery(api, token ?? ''), enabled: typeof token === 'string' });
  return (
    <LinkPage token={token} found={found} title="Survey" ended="The survey has ended">
      {(survey) => <SurveyPage api={api} token={token ?? ''} survey={survey} />}
    </LinkPage>
  );
}
