import { sql } from 'kysely';
import { assertWithinLimit } from '../../../platform/feature/row-limits.ts';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext, Services } from '../../../platform/http/handlers.ts';
import { assertVersions, recordAudit } from '../../audit-log/commands.server.ts';
import { updateCrops, lockPicture } from '../../media/commands.server.ts';
import { type Picture, picture } from '../../media/schema.ts';
import { savePage, saveNavigation } from '../commands.server.ts';
import { type ContentChange, recordContentRevision } from '../revisions.commands.server.ts';
import { sanitise } from '../sanitise.server.ts';
import { type FooterContent, type MenuContent, pageContent } from '../schema.ts';
import { isSystemPage } from './queries.server.ts';
import type { PageFields } from './schema.ts';
import { CHECK_FIELDS } from '../../../platform/text/common-messages.ts';
import * as messages from '../messages.ts';

/** Pages of the site, published and not. */
export const MAX_PAGES = 500;

/** Creates a page as a draft. @throws {ApiError} INVALID when the URL is taken; CONFLICT when there is the maximum number */
export async function createPage(
  context: CommandContext,
  { name, title }: { name: string; title: string },
): Promise<void> {
  const { trx } = context;
  const draft = await lockDraft(trx, name);
  if (draft.content !== null || (await isPublished(trx, name))) {
    throw new ApiError('INVALID', CHECK_FIELDS, { name: messages.PAGE_EXISTS });
  }
  await saveDraft(context, name, { ...EMPTY_PAGE, title });
  await assertWithinLimit(trx, {
    lock: 'pages',
    count: sql`
      select count(*) from (select name from pages union select name from content_drafts where content is not null) found`,
    max: MAX_PAGES,
    message: messages.pageLimit,
  });
}

export const EMPTY_PAGE: Omit<PageFields, 'title'> = {
  description: null,
  banner: null,
  content: null,
  externalUrl: null,
  externalContentWidth: '100%',
  externalContentHeight: '450px',
  contact: null,
  enquire: null,
  footerEnquire: null,
  cards: [],
  panelCards: [],
  carousel: null,
};

/** A page, the menu or the footer, with the version that the caller expects. */
interface ExpectedDraft {
  readonly name: string;
  readonly version?: number | undefined;
}

/**
 * Saves the draft of a page with sanitised HTML, and protects its pictures from being deleted as unused.
 * @throws {ApiError} NOT_FOUND; CONFLICT when the version is outdated; INVALID when a picture no longer exists
 */
export async function savePageDraft(
  context: CommandContext,
  { content, ...page }: ExpectedDraft & { content: PageFields },
): Promise<void> {
  const { trx } = context;
  await lockExisting(context, page);
  const html = content.content && sanitise(content.content);
  const completed = await completePictures(trx, { ...content, content: html }, 'content');
  await saveDraft(context, page.name, completed as object);
}

/** Saves the draft of the menu or of the footer. @throws {ApiError} CONFLICT when the version is outdated */
export async function saveNavigationDraft(
  context: CommandContext,
  { content, ...navigation }: ExpectedDraft & { content: MenuContent | FooterContent },
): Promise<void> {
  await lockExisting(context, navigation);
  await saveDraft(context, navigation.name, content);
}

/** Publishes a draft. @throws {ApiError} NOT_FOUND; CONFLICT when the version is outdated or there is no draft */
export async function publishDraft(
  context: CommandContext & Pick<Services, 'jobs'>,
  { name, version }: ExpectedDraft,
): Promise<void> {
  const { trx, jobs } = context;
  const draft = await lockExisting(context, { name, version });
  if (draft.content === null) throw new ApiError('CONFLICT', messages.NOTHING_TO_PUBLISH);
  const change = toContentChange(context);
  let revision: number;
  if (name === 'menu' || name === 'footer') {
    revision = await saveNavigation(trx, name, draft.content as MenuContent | FooterContent, change);
  } else {
    const page = pageContent.omit({ updatedAt: true }).parse({ ...draft.content, name });
    revision = await savePage(trx, page, change);
    // The share image is cropped around the banner's focal point, which may have changed.
    if (page.banner?.image) await updateCrops(trx, jobs, { sha256: page.banner.image.sha256, primary: true });
  }
  await writeDraft(context, name, null);
  const details = { name, revision };
  await recordAudit(trx, { type: 'CONTENT_PUBLISHED', actorId: context.actor.id, details, at: context.at });
}

/** Deletes a draft. @throws {ApiError} NOT_FOUND; CONFLICT when the version is outdated */
export async function discardDraft(context: CommandContext, draft: ExpectedDraft): Promise<void> {
  const { trx } = context;
  const { content } = await lockExisting(context, draft);
  await writeDraft(context, draft.name, null);
  if (content === null) return;
  const published = await getPublishedContent(trx, draft.name);
  await recordContentRevision(trx, draft.name, {
    ...toContentChange(context),
    action: 'DISCARDED',
    content: published,
  });
}

/** Deletes a page and its draft. @throws {ApiError} NOT_FOUND; CONFLICT for a system page or an outdated version */
export async function deletePage(context: CommandContext, { name, version }: ExpectedDraft): Promise<void> {
  const { trx } = context;
  if (isSystemPage(name)) throw new ApiError('CONFLICT', messages.PAGE_REQUIRED);
  await lockExisting(context, { name, version });
  if (await isPublished(trx, name)) await trx.deleteFrom('pages').where('name', '=', name).execute();
  await writeDraft(context, name, null);
  const revision = await recordContentRevision(trx, name, {
    ...toContentChange(context),
    action: 'DELETED',
    content: null,
  });
  const details = { name, revision: revision! };
  await recordAudit(trx, { type: 'CONTENT_DELETED', actorId: context.actor.id, details, at: context.at });
}

/** Locks the draft's row, and creates it first where there is none, so that concurrent changes run one after the other. */
export async function lockDraft(trx: Trx, name: string) {
  await trx
    .insertInto('content_drafts')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return trx
    .selectFrom('content_drafts')
    .select(['version', 'content'])
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Locks the draft of existing content. @throws {ApiError} NOT_FOUND; CONFLICT when the version is outdated */
async function lockExisting({ trx, actor, at }: CommandContext, { name, version }: ExpectedDraft) {
  const draft = await lockDraft(trx, name);
  if (draft.content === null && !(await exists(trx, name))) throw new ApiError('NOT_FOUND', messages.NO_SUCH_PAGE);
  const entry = { actorId: actor.id, details: { name }, at };
  await assertVersions(trx, entry, [{ expected: version, actual: draft.version }], messages.CONTENT_CHANGED);
  return draft;
}

/** Saves a draft and its revision. @returns the number of the revision; undefined when nothing has changed */
export async function saveDraft(
  context: CommandContext,
  name: string,
  content: object,
  restoredNumber?: number,
): Promise<number | undefined> {
  const { trx } = context;
  await writeDraft(context, name, JSON.stringify(content));
  const action = restoredNumber === undefined ? 'SAVED' : 'RESTORED';
  return recordContentRevision(trx, name, { ...toContentChange(context), action, content, restoredNumber });
}

function toContentChange({ actor, at }: CommandContext): ContentChange {
  return { origin: 'EDITOR', authorId: actor.id, at };
}

/** The published content as revisions store it; null if it is not published. */
async function getPublishedContent(trx: Trx, name: string): Promise<object | null> {
  if (name === 'menu' || name === 'footer') {
    const row = await trx.selectFrom('navigation').select('content').where('name', '=', name).executeTakeFirst();
    return row?.content ?? null;
  }
  const row = await trx.selectFrom('pages').select(['title', 'content']).where('name', '=', name).executeTakeFirst();
  return row ? { ...row.content, title: row.title } : null;
}

async function writeDraft({ trx, actor, at }: CommandContext, name: string, content: string | null): Promise<void> {
  await trx
    .updateTable('content_drafts')
    .set(({ eb }) => ({ content, version: eb('version', '+', 1), updated_at: at, updated_by: actor.id }))
    .where('name', '=', name)
    .execute();
}

async function exists(trx: Trx, name: string): Promise<boolean> {
  return name === 'menu' || name === 'footer' || (await isPublished(trx, name));
}

async function isPublished(trx: Trx, name: string): Promise<boolean> {
  return (await trx.selectFrom('pages').select('name').where('name', '=', name).executeTakeFirst()) !== undefined;
}

/** Adds size and placeholder to every picture, and locks it so that it is not deleted as unused meanwhile. */
export async function completePictures(trx: Trx, value: unknown, path: string): Promise<unknown> {
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const [index, item] of value.entries()) items.push(await completePictures(trx, item, `${path}.${index}`));
    return items;
  }
  if (!value || typeof value !== 'object') return value;
  const result: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const at = `${path}.${key}`;
    result[key] =
      key === 'image' && item ? await completePicture(trx, item as Picture, at) : await completePictures(trx, item, at);
  }
  return result;
}

async function completePicture(trx: Trx, chosen: Picture, path: string): Promise<Picture> {
  await lockPicture(trx, chosen.sha256);
  const known = await trx
    .selectFrom('pictures')
    .select(['width', 'height', 'placeholder'])
    .where('sha256', '=', chosen.sha256)
    .executeTakeFirst();
  if (!known) {
    throw new ApiError('INVALID', CHECK_FIELDS, { [path]: messages.PICTURE_DELETED });
  }
  return picture.parse({ ...chosen, ...known });
}
