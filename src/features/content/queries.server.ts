import type { Db } from '../../platform/db/transaction.ts';
import type { SiteConfig } from '../../platform/settings/config.ts';
import { fillPlaceholders } from './placeholders.ts';
import { sanitise } from './sanitise.server.ts';
import {
  type FooterContent,
  type MenuContent,
  type PageContent,
  footerContent,
  isEmbeddable,
  menuContent,
  pageContent,
} from './schema.ts';

/** All published content in one version. Small enough for every node to cache in memory. */
export interface Content {
  readonly version: number;
  readonly pages: ReadonlyMap<string, PageContent>;
  readonly menu: MenuContent;
  readonly footer: FooterContent;
  readonly maintenance: boolean;
}

/** Reads all published content in one snapshot, with its placeholders filled. */
export async function loadContent(db: Db, site: SiteConfig): Promise<Content> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const { version } = await trx
        .selectFrom('change_versions')
        .select('version')
        .where('name', '=', 'content')
        .executeTakeFirstOrThrow();
      const pages = await trx.selectFrom('pages').select(['name', 'title', 'content', 'updated_at']).execute();
      const navigation = await trx.selectFrom('navigation').select(['name', 'content']).execute();
      const getNavigation = (name: string) => navigation.find((row) => row.name === name)?.content;
      return {
        version,
        pages: new Map(pages.map((row) => [row.name, toPublicPage(row, site)])),
        menu: toPublicMenu(getNavigation('menu') ?? { groups: [] }, site),
        footer: toPublicFooter(getNavigation('footer') ?? { strapline: '', columns: [], legal: [] }, site),
        maintenance: await isInMaintenance(trx),
      };
    });
}

/** Whether the maintenance page replaces the whole site. */
export async function isInMaintenance(db: Db): Promise<boolean> {
  const setting = await db.selectFrom('settings').select('value').where('name', '=', 'maintenance').executeTakeFirst();
  return setting?.value === true;
}

/** Converts saved content to the menu that visitors see. */
export function toPublicMenu(saved: object, site: SiteConfig): MenuContent {
  return menuContent.parse(fillPlaceholders(saved, site));
}

/** Converts saved content to the footer that visitors see. */
export function toPublicFooter(saved: object, site: SiteConfig): FooterContent {
  return footerContent.parse(fillPlaceholders(saved, site));
}

/** Converts a row to the page that visitors see: placeholders filled, HTML sanitised, no frame of an unlisted origin. */
export function toPublicPage(
  row: { name: string; title: string; content: object; updated_at: Date },
  site: SiteConfig,
): PageContent {
  const filled = fillPlaceholders(
    { ...row.content, name: row.name, title: row.title, updatedAt: row.updated_at.toISOString() },
    site,
  );
  const page = pageContent.parse(filled);
  return {
    ...page,
    content: page.content && sanitise(page.content),
    externalUrl: page.externalUrl && isEmbeddable(page.externalUrl) ? page.externalUrl : null,
  };
}
