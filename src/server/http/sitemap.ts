import type { FastifyInstance, FastifyReply } from 'fastify';
import { readSitemapEntries } from '../../features/locations/catalogue/published/queries.server.ts';
import { hasFilmedLocations } from '../../features/impact/filmed-here/queries.server.ts';
import { isImpactPublished } from '../../features/impact/published/queries.server.ts';
import type { Content } from '../../features/content/queries.server.ts';
import { SYSTEM_PAGES } from '../../features/content/schema.ts';
import type { Db } from '../../platform/db/transaction.ts';

/** URLs per sitemap file; the sitemap protocol allows 50,000. */
const URLS_PER_FILE = 40_000;

/** Serves robots.txt and the sitemaps. */
export function registerSitemap(
  server: FastifyInstance,
  deps: { db: Db; siteUrl: string; content: () => Content; now: () => Date },
): void {
  const { db, siteUrl, now } = deps;
  server.get('/robots.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /api/\nDisallow: /boards/\n\nSitemap: ${siteUrl}/sitemap.xml\n`),
  );
  server.get('/sitemap.xml', async (_request, reply) => {
    const { count } = await db
      .selectFrom('published_locations')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    const files = [
      'pages',
      ...Array.from({ length: Math.ceil(count / URLS_PER_FILE) }, (_, file) => `locations-${file + 1}`),
    ];
    const entries = files.map((file) => `<sitemap><loc>${siteUrl}/sitemaps/${file}.xml</loc></sitemap>`).join('');
    return sendXml(
      reply,
      `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</sitemapindex>`,
    );
  });
  server.get('/sitemaps/pages.xml', async (_request, reply) => {
    const pages = [...deps.content().pages.values()].flatMap((page) => {
      const path = toPath(page.name);
      return path === undefined ? [] : [toUrlEntry(siteUrl + path, page.updatedAt)];
    });
    const [isFilmed, isPublished] = await Promise.all([hasFilmedLocations(db, { at: now() }), isImpactPublished(db)]);
    const others = ['/script', ...(isFilmed ? ['/filmed-here'] : []), ...(isPublished ? ['/impact'] : [])];
    return sendXml(reply, toUrlSet([...pages, ...others.map((path) => toUrlEntry(siteUrl + path))]));
  });
  server.get<{ Params: { file: string } }>('/sitemaps/:file', async (request, reply) => {
    const file = Number(/^locations-([1-9]\d{0,3})\.xml$/.exec(request.params.file)?.[1]);
    if (!file) return reply.callNotFound();
    const urls: string[] = [];
    let index = 0;
    for await (const batch of readSitemapEntries(db)) {
      for (const { locationurl, published_at } of batch) {
        if (Math.floor(index++ / URLS_PER_FILE) === file - 1) {
          urls.push(toUrlEntry(`${siteUrl}/find-a-location/${locationurl}`, published_at.toISOString()));
        }
      }
      if (index >= file * URLS_PER_FILE) break;
    }
    return urls.length > 0 ? sendXml(reply, toUrlSet(urls)) : reply.callNotFound();
  });
}

/** Returns the path of a page that search engines may index; undefined for system pages that are not public. */
function toPath(name: string): string | undefined {
  if (name === 'home') return '/';
  if (name === 'find-a-location' || name === 'contact-us') return `/${name}`;
  return (SYSTEM_PAGES as readonly string[]).includes(name) ? undefined : `/${name}`;
}

/** @param modified the day of the last change; undefined if it is not known */
function toUrlEntry(url: string, modified?: string): string {
  return `<url><loc>${url}</loc>${modified === undefined ? '' : `<lastmod>${modified}</lastmod>`}</url>`;
}

function toUrlSet(entries: readonly string[]): string {
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`;
}

function sendXml(reply: FastifyReply, body: string) {
  return reply
    .type('application/xml; charset=utf-8')
    .header('cache-control', 'public, max-age=3600')
    .send(`<?xml version="1.0" encoding="UTF-8"?>${body}`);
}
