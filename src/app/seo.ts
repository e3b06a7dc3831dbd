import { type PageContext, formatTitle, siteQuery } from '../features/content/client.ts';
import social from './social.jpg?no-inline';

/** The content of the preview of a link. */
interface PreviewMetadata {
  readonly title: string;
  readonly description?: string | null | undefined;
  /** Path of the picture; by default the picture of the site. */
  readonly image?: string | undefined;
}

interface MetaTag {
  title?: string;
  name?: string;
  property?: string;
  content?: string;
  'script:ld+json'?: object;
}

export interface PageMetadata extends PreviewMetadata {
  /** Path and query of the canonical URL. */
  readonly canonical: string;
  /** False for `noindex`; links are followed all the same. */
  readonly indexed?: boolean;
  /** Structured data of schema.org. */
  readonly jsonLd?: object | undefined;
}

/** Builds the meta tags and links of a page, for search engines and link previews. */
export function buildHead(context: PageContext, page: PageMetadata) {
  const { origin, meta } = buildPreview(context, page);
  const url = origin + page.canonical;
  meta.push({ property: 'og:url', content: url });
  if (page.indexed === false) meta.push({ name: 'robots', content: 'noindex, follow' });
  if (page.jsonLd) meta.push({ 'script:ld+json': page.jsonLd });
  return { meta, links: [{ rel: 'canonical', href: url }] };
}

/** Builds the meta tags of a page that only those with its secret link may find: link previews show it, search engines do not. */
export function buildSecretLinkHead(context: PageContext, page: PreviewMetadata) {
  return { meta: [...buildPreview(context, page).meta, ...SECRET_LINK_META] };
}

function buildPreview(context: PageContext, page: PreviewMetadata) {
  const site = context.queryClient.getQueryData(siteQuery(context.api).queryKey);
  const origin = site?.url ?? '';
  const meta: MetaTag[] = [
    { title: formatTitle(context, page.title) },
    ...(page.description ? [{ name: 'description', content: page.description }] : []),
    { property: 'og:site_name', content: site?.name ?? 'Recce' },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: page.title },
    ...(page.description ? [{ property: 'og:description', content: page.description }] : []),
    { property: 'og:image', content: origin + (page.image ?? social) },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
  return { origin, meta };
}

/** Keeps a secret link out of search engines, and out of the Referer header of requests to other sites. */
export const SECRET_LINK_META = [
  { name: 'robots', content: 'noindex, nofollow' },
  { name: 'referrer', content: 'no-referrer' },
];

interface Match {
  readonly context: PageContext;
  readonly pathname: string;
}

/** Returns the `head` of a route that search engines do not index. */
export function createPrivateHead(title: string) {
  return ({ match: { context, pathname } }: { match: Match }) =>
    buildHead(context, { title, canonical: pathname, indexed: false });
}

/** The `head` of a route with the metadata from its loader, which is not in the script of other pages. */
export function createPublicHead({ loaderData, match }: { loaderData?: PageMetadata | undefined; match: Match }) {
  return loaderData ? buildHead(match.context, loaderData) : {};
}

/** The `head` of a route that search engines do not index, with the title from its loader. */
export function createLoadedHead({ loaderData, match }: { loaderData?: { title: string } | undefined; match: Match }) {
  return loaderData ? createPrivateHead(loaderData.title)({ match }) : {};
}

/** Returns the beginning of a text, cut between words, for meta descriptions. */
export function excerpt(text: string, length = 160): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= length) return flat;
  return `${flat.slice(0, flat.lastIndexOf(' ', length - 1))}…`;
}
