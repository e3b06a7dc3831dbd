import type { QueryClient } from '@tanstack/react-query';
import { siteQuery } from '../features/content/client.ts';
import type { Api } from '../platform/http/contract.ts';
import social from './social.jpg?no-inline';

interface PageMetadata {
  readonly title: string;
  readonly description?: string | null | undefined;
  /** Path and query of the address that stands for this page. */
  readonly canonical: string;
  /** Path of the picture that a shared link shows; the site's own where there is none. */
  readonly image?: string | undefined;
  /** False keeps the page out of search engines; its links are followed all the same. */
  readonly indexed?: boolean;
  /** schema.org facts. */
  readonly jsonLd?: object | undefined;
}

/** What search engines and shared links read of a page. */
export function buildHead({ api, queryClient }: { api: Api; queryClient: QueryClient }, page: PageMetadata) {
  const site = queryClient.getQueryData(siteQuery(api).queryKey);
  const name = site?.name ?? 'Recce';
  const origin = site?.url ?? '';
  const title = page.title === name ? name : `${page.title} - ${name}`;
  const meta = [
    { title },
    ...(page.description ? [{ name: 'description', content: page.description }] : []),
    ...(page.indexed === false ? [{ name: 'robots', content: 'noindex, follow' }] : []),
    { property: 'og:site_name', content: name },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: page.title },
    ...(page.description ? [{ property: 'og:description', content: page.description }] : []),
    { property: 'og:url', content: origin + page.canonical },
    { property: 'og:image', content: origin + (page.image ?? social) },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(page.jsonLd ? [{ 'script:ld+json': page.jsonLd }] : []),
  ];
  return { meta, links: [{ rel: 'canonical', href: origin + page.canonical }] };
}

/** The first words of a text, cut at a word, for descriptions. */
export function excerpt(text: string, length = 160): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= length) return flat;
  return `${flat.slice(0, flat.lastIndexOf(' ', length - 1))}…`;
}
