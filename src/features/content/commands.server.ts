import type { Trx } from '../../platform/db/transaction.ts';
import { sanitise } from './sanitise.server.ts';
import { type FooterContent, type MenuContent, type PageContent, SYSTEM_PAGES } from './schema.ts';

/** Saves a page with sanitised HTML. Replaces an existing page of that name. */
export async function savePage(trx: Trx, page: Omit<PageContent, 'updatedAt'>): Promise<void> {
  const { name, title, ...rest } = page;
  const row = {
    name,
    title,
    content: JSON.stringify({ ...rest, content: rest.content && sanitise(rest.content) }),
    system: (SYSTEM_PAGES as readonly string[]).includes(name),
  };
  await trx
    .insertInto('pages')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ ...row, updated_at: new Date() }))
    .execute();
}

/** Replaces the menu or the footer. */
export async function saveNavigation(
  trx: Trx,
  name: 'menu' | 'footer',
  content: MenuContent | FooterContent,
): Promise<void> {
  const row = { name, content: JSON.stringify(content) };
  await trx
    .insertInto('navigation')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ ...row, updated_at: new Date() }))
    .execute();
}
