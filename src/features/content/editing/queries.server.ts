import { sql } from 'kysely';
import type { z } from 'zod';
import type { SiteConfig } from '../../../platform/settings/config.ts';
import type { Cell } from '../../../platform/text/csv.ts';
import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { getLocale } from '../../../platform/text/locale.ts';
import { type Picture, picture } from '../../media/schema.ts';
import { fillPlaceholders } from '../placeholders.ts';
import { toPublicFooter, toPublicMenu, toPublicPage } from '../queries.server.ts';
import { sanitise } from '../sanitise.server.ts';
import { type FooterContent, type MenuContent, type PageContent, SYSTEM_PAGES } from '../schema.ts';
import {
  type EditedPage,
  type EditedPageContent,
  type UploadedPicture,
  getChangedAt,
  editedPage,
  type listedContent,
  formatPageKind,
  formatPublishingState,
} from './schema.ts';
import { PICTURE_UNPROCESSABLE } from '../../media/messages.ts';
import { NO_SUCH_PAGE, PICTURE_NOT_FOUND } from '../messages.ts';

/** Lists all pages by title, and when each draft, that of the menu and that of the footer were saved. */
export async function listContent(db: Db, site: SiteConfig): Promise<z.input<typeof listedContent>> {
  const drafts = await db
    .selectFrom('content_drafts')
    .select(['name', 'updated_at', sql<string | null>`content->>'title'`.as('title')])
    .where('content', 'is not', null)
    .execute();
  const draftAt = new Map(drafts.map(({ name, updated_at }) => [name, updated_at.toISOString()]));
  const published = await db.selectFrom('pages').select(['name', 'title', 'system', 'updated_at']).execute();
  const known = new Set(['menu', 'footer', ...published.map(({ name }) => name)]);
  const pages = [
    ...published.map(({ name, title, system, updated_at }) => ({
      name,
      title,
      system,
      publishedAt: updated_at.toISOString(),
      draftAt: draftAt.get(name) ?? null,
    })),
    ...drafts
      .filter(({ name }) => !known.has(name))
      .map(({ name, title, updated_at }) => ({
        name,
        title: title ?? name,
        system: false,
        publishedAt: null,
        draftAt: updated_at.toISOString(),
      })),
  ].map((page) => ({ ...page, title: formatTitle(page.title, site) }));
  return {
    pages: pages.sort((a, b) => a.title.localeCompare(b.title, getLocale().language)),
    menuDraftAt: draftAt.get('menu') ?? null,
    footerDraftAt: draftAt.get('footer') ?? null,
  };
}

/** Column headings of the CSV export. */
export const PAGE_HEADINGS = ['Page', 'Address', 'Kind', 'State', 'Last change'];

/** Yields the rows of the CSV export in one batch: an agency has few pages. */
export async function* readPagesForExport(db: Db, site: SiteConfig): AsyncGenerator<Cell[][], void, void> {
  const { pages } = await listContent(db, site);
  yield pages.map((page) => [
    page.title,
    page.name,
    formatPageKind(page),
    formatPublishingState(page.publishedAt !== null, page.draftAt),
    getChangedAt(page),
  ]);
}

function formatTitle(title: string, site: SiteConfig): string {
  return String(fillPlaceholders(title, site));
}

/** Returns the published version and the draft of a page. @throws {ApiError} NOT_FOUND */
export async function getEditedPage(db: Db, site: SiteConfig, name: string): Promise<EditedPage> {
  const page = await db
    .selectFrom('pages')
    .select(['title', 'content', 'system'])
    .where('name', '=', name)
    .executeTakeFirst();
  const { content: draft, ...state } = await getDraft(db, name);
  if (!page && !draft) throw new ApiError('NOT_FOUND', NO_SUCH_PAGE);
  return editedPage.parse({
    ...state,
    name,
    title: formatTitle(draft ? String((draft as { title?: unknown }).title) : page!.title, site),
    system: page?.system ?? false,
    published: page ? toEditable({ ...page.content, title: page.title }) : null,
    draft: draft && toEditable(draft),
  });
}

/** Content with its placeholders unfilled and its HTML sanitised for the editor. */
function toEditable(content: object): unknown {
  const { content: html, ...rest } = content as EditedPageContent;
  return { ...rest, content: html && sanitise(html) };
}

/** Returns the published version and the draft of the menu or the footer. */
export async function getEditedNavigation<Content extends MenuContent | FooterContent>(
  db: Db,
  name: 'menu' | 'footer',
) {
  const row = await db.selectFrom('navigation').select('content').where('name', '=', name).executeTakeFirst();
  const { content: draft, ...state } = await getDraft(db, name);
  return { ...state, name, published: (row?.content ?? null) as Content | null, draft: draft as Content | null };
}

async function getDraft(db: Db, name: string) {
  const row = await db
    .selectFrom('content_drafts')
    .leftJoin('users', 'users.id', 'content_drafts.updated_by')
    .select(['content_drafts.version', 'content', 'content_drafts.updated_at', 'first_name', 'last_name'])
    .where('name', '=', name)
    .executeTakeFirst();
  return {
    version: row?.version ?? 0,
    content: row?.content ?? null,
    savedAt: row?.updated_at.toISOString() ?? null,
    savedBy: row?.first_name ? `${row.first_name} ${row.last_name}` : null,
  };
}

/** Returns a page as it would be if its draft were published. @throws {ApiError} NOT_FOUND */
export async function getPagePreview(db: Db, site: SiteConfig, name: string): Promise<PageContent> {
  const { published, draft } = await getEditedPage(db, site, name);
  const { title, ...content } = (draft ?? published)!;
  return toPublicPage({ name, title, content, updated_at: new Date() }, site);
}

/** The response that replaces that of a route in a preview. */
interface PreviewResponse {
  readonly route: string;
  /** The requested page, where the route is that of pages. */
  readonly name?: string;
  readonly response: object;
}

/** Returns the response that previews the draft of this name, or undefined without a draft. */
export async function getPreviewResponse(db: Db, site: SiteConfig, name: string): Promise<PreviewResponse | undefined> {
  const { content } = await getDraft(db, name);
  if (!content) return undefined;
  if (name === 'menu') return { route: 'GET /menu', response: toPublicMenu(content, site) };
  if (name === 'footer') return { route: 'GET /footer', response: toPublicFooter(content, site) };
  return { route: 'GET /pages/{name}', name, response: await getPagePreview(db, site, name) };
}

/** Lists the pictures used by pages and their drafts, without duplicates. */
export async function listContentPictures(db: Db): Promise<Picture[]> {
  const { rows } = await sql<{ image: unknown }>`
    select distinct on (image->>'sha256') image
    from (select content from pages union all select content from content_drafts where content is not null) as saved,
      jsonb_path_query(saved.content, '$.**.image ? (@.type() == "object")') as image
    where exists (select from pictures where sha256 = image->>'sha256')
    order by image->>'sha256'`.execute(db);
  return rows.flatMap(({ image }) => picture.safeParse(image).data ?? []);
}

/** Returns the processing state of a picture uploaded by this user. @throws {ApiError} NOT_FOUND, also when it was deleted after a day */
export async function getUploadedPicture(db: Db, userId: string, id: string): Promise<UploadedPicture> {
  const row = await db
    .selectFrom('uploads')
    .leftJoin('pictures', 'pictures.sha256', 'uploads.sha256')
    .select(['uploads.state', 'rejection_reason', 'pictures.sha256', 'width', 'height', 'placeholder'])
    .select('pictures.state as rendered')
    .where('uploads.id', '=', id)
    .where('location_id', 'is', null)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND', PICTURE_NOT_FOUND);
  const { state, rejection_reason, rendered, ...found } = row;
  if (state === 'REJECTED') return { id, state, rejection_reason, picture: null };
  if (rendered === 'FAILED') return { id, state: 'REJECTED', rejection_reason: PICTURE_UNPROCESSABLE, picture: null };
  if (rendered !== 'READY') return { id, state: 'PROCESSING', rejection_reason: null, picture: null };
  const words = { alt: '', caption: null, credit: null, licence: null, focal: { x: 0.5, y: 0.5 } };
  return { id, state: 'READY', rejection_reason: null, picture: picture.parse({ ...found, ...words }) };
}

/** Whether this is one of SYSTEM_PAGES. */
export function isSystemPage(name: string): boolean {
  return (SYSTEM_PAGES as readonly string[]).includes(name);
}
