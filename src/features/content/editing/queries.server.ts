import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { SiteConfig } from '../../../platform/config.ts';
import type { Cell } from '../../../platform/csv.ts';
import type { Database } from '../../../platform/db/tables.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { type Picture, picture } from '../../media/schema.ts';
import { fillIn } from '../names.ts';
import { shownFooter, shownMenu, shownPage } from '../queries.server.ts';
import { sanitise } from '../sanitise.server.ts';
import { type FooterContent, type MenuContent, type PageContent, SYSTEM_PAGES } from '../schema.ts';
import {
  type EditedPage,
  type ListedPage,
  type PageHeld,
  type SentPicture,
  changedAt,
  editedPage,
  kindOf,
  stateOf,
} from './schema.ts';
import { PICTURE_UNPROCESSABLE } from '../../media/messages.ts';
import { NO_SUCH_PAGE, PICTURE_NOT_FOUND } from '../messages.ts';

type Db = Kysely<Database>;
type Navigation = 'menu' | 'footer';

/** Every page with what is drafted of it, by title as everyone reads it, and when menu and footer were drafted. */
export async function contentList(
  db: Db,
  site: SiteConfig,
): Promise<{ pages: ListedPage[]; menuDraftAt: string | null; footerDraftAt: string | null }> {
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
      ...{ name, title, system, publishedAt: updated_at.toISOString() },
      draftAt: draftAt.get(name) ?? null,
    })),
    ...drafts
      .filter(({ name }) => !known.has(name))
      .map(({ name, title, updated_at }) => ({
        ...{ name, title: title ?? name, system: false, publishedAt: null },
        draftAt: updated_at.toISOString(),
      })),
  ].map((page) => ({ ...page, title: titleIn(page.title, site) }));
  return {
    pages: pages.sort((a, b) => a.title.localeCompare(b.title, 'en-GB')),
    menuDraftAt: draftAt.get('menu') ?? null,
    footerDraftAt: draftAt.get('footer') ?? null,
  };
}

/** What a file of pages is headed with. */
export const PAGE_HEADINGS = ['Page', 'Address', 'Kind', 'State', 'Last change'];

/** The lines of a file of all pages; those that an agency writes fit one batch. */
export async function* pagesForExport(db: Db, site: SiteConfig): AsyncGenerator<Cell[][], void, void> {
  const { pages } = await contentList(db, site);
  yield pages.map((page) => [
    ...[page.title, page.name, kindOf(page), stateOf(page.publishedAt !== null, page.draftAt)],
    changedAt(page),
  ]);
}

function titleIn(held: string, site: SiteConfig): string {
  return String(fillIn(held, site));
}

/** @throws {ApiError} NOT_FOUND without such a page, published or drafted */
export async function pageToEdit(db: Db, site: SiteConfig, name: string): Promise<EditedPage> {
  const page = await db
    .selectFrom('pages')
    .select(['title', 'content', 'system'])
    .where('name', '=', name)
    .executeTakeFirst();
  const { content: draft, ...state } = await draftOf(db, name);
  if (!page && !draft) throw new ApiError('NOT_FOUND', NO_SUCH_PAGE);
  return editedPage.parse({
    ...state,
    name,
    title: titleIn(draft ? String((draft as { title?: unknown }).title) : page!.title, site),
    system: page?.system ?? false,
    published: page ? safe({ ...page.content, title: page.title }) : null,
    draft: draft && safe(draft),
  });
}

/** A page before its names are filled in, with HTML that can be put into an editor. */
function safe(content: object): unknown {
  const { content: html, ...rest } = content as PageHeld;
  return { ...rest, content: html && sanitise(html) };
}

/** The menu or the footer with what is drafted of it. */
export async function navigationToEdit<Held extends MenuContent | FooterContent>(db: Db, name: Navigation) {
  const row = await db.selectFrom('navigation').select('content').where('name', '=', name).executeTakeFirst();
  const { content: draft, ...state } = await draftOf(db, name);
  return { ...state, name, published: (row?.content ?? null) as Held | null, draft: draft as Held | null };
}

async function draftOf(db: Db, name: string) {
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

/** What a page would be like if its draft were published. @throws {ApiError} NOT_FOUND */
export async function previewPage(db: Db, site: SiteConfig, name: string): Promise<PageContent> {
  const { published, draft } = await pageToEdit(db, site, name);
  const { title, ...content } = (draft ?? published)!;
  return shownPage({ name, title, content, updated_at: new Date() }, site);
}

/** A call whose answer is another one while a draft is looked at. */
interface PreviewAnswer {
  readonly route: string;
  /** Of a page, which one is asked for. */
  readonly name?: string;
  readonly answer: object;
}

/** What is answered otherwise while the draft of this name is looked at; undefined when there is none. */
export async function previewAnswer(db: Db, site: SiteConfig, name: string): Promise<PreviewAnswer | undefined> {
  const { content } = await draftOf(db, name);
  if (!content) return undefined;
  if (name === 'menu') return { route: 'GET /menu', answer: shownMenu(content, site) };
  if (name === 'footer') return { route: 'GET /footer', answer: shownFooter(content, site) };
  return { route: 'GET /pages/{name}', name, answer: await previewPage(db, site, name) };
}

/** The pictures that pages or their drafts show, each once. */
export async function contentPictures(db: Db): Promise<Picture[]> {
  const { rows } = await sql<{ image: unknown }>`
    select distinct on (image->>'sha256') image
    from (select content from pages union all select content from content_drafts where content is not null) as held,
      jsonb_path_query(held.content, '$.**.image ? (@.type() == "object")') as image
    where exists (select from pictures where sha256 = image->>'sha256')
    order by image->>'sha256'`.execute(db);
  return rows.flatMap(({ image }) => picture.safeParse(image).data ?? []);
}

/** What has become of a picture that this person has sent for a page. @throws {ApiError} NOT_FOUND, also a day later */
export async function sentPicture(db: Db, userId: string, id: string): Promise<SentPicture> {
  const row = await db
    .selectFrom('uploads')
    .leftJoin('pictures', 'pictures.sha256', 'uploads.sha256')
    .select(['uploads.state', 'problem', 'pictures.sha256', 'width', 'height', 'placeholder'])
    .select('pictures.state as rendered')
    .where('uploads.id', '=', id)
    .where('location_id', 'is', null)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND', PICTURE_NOT_FOUND);
  const { state, problem, rendered, ...found } = row;
  if (state === 'REFUSED') return { id, state, problem, picture: null };
  if (rendered === 'FAILED') return { id, state: 'REFUSED', problem: PICTURE_UNPROCESSABLE, picture: null };
  if (rendered !== 'READY') return { id, state: 'PROCESSING', problem: null, picture: null };
  const words = { alt: '', caption: null, credit: null, licence: null, focal: { x: 0.5, y: 0.5 } };
  return { id, state: 'READY', problem: null, picture: picture.parse({ ...found, ...words }) };
}

/** Whether the product needs this page itself. */
export function isSystemPage(name: string): boolean {
  return (SYSTEM_PAGES as readonly string[]).includes(name);
}
