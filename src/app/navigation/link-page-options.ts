import { notFound } from '@tanstack/react-router';
import { formatTitle } from '../../features/content/client.ts';
import { SECRET_LINK_META } from '../seo.ts';
import { type LinkSearch, isMailedLink, validateLinkSearch } from './link-secret.ts';

/** The options of a page that an emailed link opens: without a link it is not found. */
export const createLinkPageOptions = (title: string) => ({
  validateSearch: validateLinkSearch,
  loaderDeps: ({ search }: { search: LinkSearch }) => ({ isLink: isMailedLink(search) }),
  loader: ({ deps }: { deps: { isLink: boolean } }) => {
    if (!deps.isLink) throw notFound();
  },
  head: ({ match: { context } }: { match: { context: Parameters<typeof formatTitle>[0] } }) => ({
    meta: [{ title: formatTitle(context, title) }, ...SECRET_LINK_META],
  }),
});
