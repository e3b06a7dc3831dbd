import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { getOgImageUrl } from '../../features/media/schema.ts';
import { pageQuery } from '../../features/content/client.ts';
import { SYSTEM_PAGES } from '../../features/content/schema.ts';
import { StaticPage } from '../../features/content/ui/StaticPage.tsx';
import { Banner } from '../../features/content/ui/Banner.tsx';
import { featuredQuery } from '../../features/search/client.ts';
import { loadRequired } from '../loaders/load-required.ts';
import { buildHead } from '../seo.ts';

export const Route = createFileRoute('/$pageName')({
  loader: async ({ context: { api, queryClient }, params }) => {
    if ((SYSTEM_PAGES as readonly string[]).includes(params.pageName)) throw notFound();
    await Promise.all([
      loadRequired(queryClient.ensureQueryData(pageQuery(api, params.pageName))),
      queryClient.ensureQueryData(featuredQuery(api, 1)),
    ]);
  },
  head: ({ match: { context }, params }) => {
    const page = context.queryClient.getQueryData(pageQuery(context.api, params.pageName).queryKey);
    if (!page) return {};
    return buildHead(context, {
      title: page.title,
      description: page.description,
      canonical: `/${page.name}`,
      image: page.banner?.image ? getOgImageUrl(page.banner.image) : undefined,
    });
  },
  component: PageByName,
});

function PageByName() {
  const { api } = Route.useRouteContext();
  const { pageName } = Route.useParams();
  const { data: page } = useSuspenseQuery(pageQuery(api, pageName));
  const { data: featured } = useSuspenseQuery(featuredQuery(api, 1));
  const banner = page.banner?.image ?? featured[0]?.primaryimage;
  return <StaticPage page={page} banner={<Banner title={page.banner?.title ?? page.title} picture={banner} />} />;
}
