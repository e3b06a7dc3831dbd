import type { Trx } from '../../platform/db/transaction.ts';
import { type ContentChange, recordContentRevision } from './revisions.commands.server.ts';
import { sanitise } from './sanitise.server.ts';
import { type FooterContent, type MenuContent, type PageContent, SYSTEM_PAGES } from './schema.ts';

/** Publishes a page with sanitised HTML. Replaces an existing page of that name. @returns the number of its revision */
export async function savePage(trx: Trx, page: Omit<PageContent, 'updatedAt'>, change: ContentChange): Promise<number> {
  const { name, title, ...rest } = page;
  const content = { ...rest, content: rest.content && sanitise(rest.content) };
  const row = {
    name,
    title,
    content: JSON.stringify(content),
    system: (SYSTEM_PAGES as readonly string[]).includes(name),
  };
  await trx
    .insertInto('pages')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ ...row, updated_at: change.at }))
    .execute();
  return recordPublication(trx, name, { ...content, title }, change);
}

/** Publishes the menu or the footer. @returns the number of its revision */
export async function saveNavigation(
  trx: Trx,
  name: 'menu' | 'footer',
  content: MenuContent | FooterContent,
  change: ContentChange,
): Promise<number> {
  const row = { name, content: JSON.stringify(content) };
  await trx
    .insertInto('navigation')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ ...row, updated_at: change.at }))
    .execute();
  return recordPublication(trx, name, content, change);
}

async function recordPublication(trx: Trx, name: string, content: object, change: ContentChange): Promise<number> {
  return (await recordContentRevision(trx, name, { action: 'PUBLISHED', content, ...change }))!;
}
