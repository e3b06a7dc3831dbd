import type { Kysely } from 'kysely';
import type { Database } from '../../platform/db/tables.ts';
import type { SiteConfig } from '../../platform/config.ts';
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

/** Everything that the agency writes, as one generation of it. Small enough to be held by every node. */
export interface Content {
  readonly generation: number;
  readonly pages: ReadonlyMap<string, PageContent>;
  readonly menu: MenuContent;
  readonly footer: FooterContent;
  readonly maintenance: boolean;
}

/** Reads the current generation of the content, with the agency's names in place of {{site}}, {{agency}}, {{mailbox}} and {{telephone}}. */
export async function loadContent(db: Kysely<Database>, site: SiteConfig): Promise<Content> {
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
      const named = (name: string) => navigation.find((row) => row.name === name)?.content;
      return {
        generation: version,
        pages: new Map(pages.map((row) => [row.name, toPublicPage(row, site)])),
        menu: toPublicMenu(named('menu') ?? { groups: [] }, site),
        footer: toPublicFooter(named('footer') ?? { strapline: '', columns: [], legal: [] }, site),
        maintenance: await isInMaintenance(trx),
      };
    });
}

/** Whether the maintenance page stands for the whole site. */
export async function isInMaintenance(db: Kysely<Database>): Promise<boolean> {
  const setting = await db.selectFrom('settings').select('value').where('name', '=', 'maintenance').executeTakeFirst();
  return setting?.value === true;
}

/** A menu as everyone sees it. */
export function toPublicMenu(held: object, site: SiteConfig): MenuContent {
  return menuContent.parse(fillPlaceholders(held, site));
}

/** A footer as everyone sees it. */
export function toPublicFooter(held: object, site: SiteConfig): FooterContent {
  return footerContent.parse(fillPlaceholders(held, site));
}

/** A page as everyone sees it. */
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
