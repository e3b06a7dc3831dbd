import { type PageContext, pageQuery } from '../../features/content/client.ts';
import { featuredQuery } from '../../features/search/client.ts';
import { buildHead } from '../seo.ts';

/** Loads the data of an account page. @param name name of its content page */
export async function loadAccountPage({ api, queryClient }: PageContext, name: string): Promise<void> {
  await Promise.all([
    queryClient.ensureQueryData(pageQuery(api, name)),
    queryClient.ensureQueryData(featuredQuery(api, 1)),
  ]);
}

/**
 * Returns the head of an account page: not indexed, and without a referrer, because its URL in emails of earlier versions contains a
 * secret.
 */
export function accountPageHead(context: PageContext, name: string, title?: string) {
  const page = context.queryClient.getQueryData(pageQuery(context.api, name).queryKey);
  const { meta, links } = buildHead(context, {
    title: title ?? page?.title ?? 'Account',
    canonical: `/${name}`,
    indexed: false,
  });
  return { meta: [...meta, { name: 'referrer', content: 'no-referrer' }], links };
}
