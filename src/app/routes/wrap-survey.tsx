import { useQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { formatTitle } from '../../features/content/client.ts';
import { surveyQuery } from '../../features/impact/client.ts';
import { SurveyPage } from '../../features/impact/ui/SurveyPage.tsx';
import { LinkPage } from '../../features/viewings/ui/LinkPage.tsx';
import { isMailedLink, useLinkSecret, validateLinkSearch } from '../navigation/link-secret.ts';
import { SECRET_LINK_META } from '../seo.ts';

export const Route = createFileRoute('/wrap-survey')({
  validateSearch: validateLinkSearch,
  loaderDeps: ({ search }) => ({ isLink: isMailedLink(search) }),
  loader: ({ deps: { isLink } }) => {
    if (!isLink) throw notFound();
  },
  head: ({ match: { context } }) => ({ meta: [{ title: formatTitle(context, 'Survey') }, ...SECRET_LINK_META] }),
  component: Survey,
});

function Survey() {
  const { api } = Route.useRouteContext();
  const token = useLinkSecret();
  const found = useQuery({ ...surveyQuery(api, token ?? ''), enabled: typeof token === 'string' });
  return (
    <LinkPage title="Survey" ended="The survey has ended" token={token} found={found}>
      {(survey) => <SurveyPage api={api} token={token ?? ''} survey={survey} />}
    </LinkPage>
  );
}
