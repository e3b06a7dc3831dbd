import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/route-handlers.ts';
import type { JobSender } from '../../../platform/jobs.ts';
import { assertVersions, recordAudit } from '../../audit-log/commands.server.ts';
import { changeShownPart, holdPicture } from '../../media/commands.server.ts';
import { type Picture, picture } from '../../media/schema.ts';
import { savePage, saveNavigation } from '../commands.server.ts';
import { sanitise } from '../sanitise.server.ts';
import { type FooterContent, type MenuContent, pageContent } from '../schema.ts';
import { isSystemPage } from './queries.server.ts';
import type { PageFields } from './schema.ts';
import { CHECK_FIELDS } from '../../../platform/messages.ts';
import {
  NO_SUCH_PAGE,
  CONTENT_CHANGED,
  NOTHING_TO_PUBLISH,
  PAGE_EXISTS,
  PAGE_REQUIRED,
  PICTURE_DELETED,
} from '../messages.ts';

/**
 * Begins a page of the agency's own.
 * @throws {ApiError} INVALID where its address is taken
 */
export async function createPage(
  trx: Trx,
  context: CommandContext,
  { name, title }: { name: string; title: string },
): Promise<void> {
  const draft = await lockDraft(trx, name);
  if (draft.content !== null || (await isPublished(trx, name))) {
    throw new ApiError('INVALID', CHECK_FIELDS, {
      name: PAGE_EXISTS,
    });
  }
  await keep(trx, context, name, JSON.stringify({ ...EMPTY, title }));
}

const EMPTY: Omit<PageFields, 'title'> = {
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

/**
 * Saves the draft of a page, its HTML sanitised, its pictures held.
 * @throws {ApiError} NOT_FOUND; CONFLICT where it was changed since; INVALID where a picture is gone
 */
export async function savePageDraft(
  trx: Trx,
  context: CommandContext,
  { name, version, content }: { name: string; version?: number | undefined; content: PageFields },
): Promise<void> {
  const draft = await lockDraft(trx, name);
  if (draft.content === null && !(await isPublished(trx, name))) throw new ApiError('NOT_FOUND', NO_SUCH_PAGE);
  await assertSeen(trx, context, draft, version);
  const html = content.content && sanitise(content.content);
  await keep(trx, context, name, JSON.stringify(await withPictures(trx, { ...content, content: html }, 'content')));
}

/** Saves the draft of the menu or of the footer. @throws {ApiError} CONFLICT where it was changed since */
export async function saveNavigationDraft(
  trx: Trx,
  context: CommandContext,
  name: 'menu' | 'footer',
  { version, content }: { version?: number | undefined; content: MenuContent | FooterContent },
): Promise<void> {
  await assertSeen(trx, context, await lockDraft(trx, name), version);
  await keep(trx, context, name, JSON.stringify(content));
}

/**
 * Makes a draft public: every node shows it within seconds.
 * @throws {ApiError} NOT_FOUND; CONFLICT where it was changed since, or there is nothing to publish
 */
export async function publishDraft(
  trx: Trx,
  jobs: JobSender,
  context: CommandContext,
  { name, version }: { name: string; version?: number | undefined },
): Promise<void> {
  const draft = await lockKnown(trx, context, { name, version });
  if (draft.content === null) throw new ApiError('CONFLICT', NOTHING_TO_PUBLISH);
  if (name === 'menu' || name === 'footer') {
    await saveNavigation(trx, name, draft.content as MenuContent | FooterContent);
  } else {
    const page = pageContent.omit({ updatedAt: true }).parse({ ...draft.content, name });
    await savePage(trx, page);
    // A shared link shows the banner around its focal point, which may be new.
    if (page.banner?.image) await changeShownPart(trx, jobs, { sha256: page.banner.image.sha256, primary: true });
  }
  await keep(trx, context, name, null);
  await recordAudit(trx, { type: 'CONTENT_PUBLISHED', actorId: context.actor.id, details: { name }, at: context.at });
}

/** Forgets a draft. @throws {ApiError} NOT_FOUND; CONFLICT where it was changed since */
export async function discardDraft(
  trx: Trx,
  context: CommandContext,
  { name, version }: { name: string; version?: number | undefined },
): Promise<void> {
  await lockKnown(trx, context, { name, version });
  await keep(trx, context, name, null);
}

/**
 * Deletes a page of the agency's own, with its draft.
 * @throws {ApiError} NOT_FOUND; CONFLICT where the product needs the page, or it was changed since
 */
export async function deletePage(
  trx: Trx,
  context: CommandContext,
  { name, version }: { name: string; version?: number | undefined },
): Promise<void> {
  if (isSystemPage(name)) throw new ApiError('CONFLICT', PAGE_REQUIRED);
  const draft = await lockDraft(trx, name);
  const isPublic = await isPublished(trx, name);
  if (draft.content === null && !isPublic) throw new ApiError('NOT_FOUND', NO_SUCH_PAGE);
  await assertSeen(trx, context, draft, version);
  if (isPublic) await trx.deleteFrom('pages').where('name', '=', name).execute();
  await keep(trx, context, name, null);
  await recordAudit(trx, { type: 'CONTENT_DELETED', actorId: context.actor.id, details: { name }, at: context.at });
}

interface Draft {
  readonly name: string;
  readonly version: number;
  readonly content: object | null;
}

/** Holds the draft of a name, also of one that has none, so that of two who change it one waits for the other. */
async function lockDraft(trx: Trx, name: string): Promise<Draft> {
  await trx
    .insertInto('content_drafts')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return trx
    .selectFrom('content_drafts')
    .select(['name', 'version', 'content'])
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Holds the draft of what is there, in the version that was seen where the caller names one. */
async function lockKnown(
  trx: Trx,
  context: CommandContext,
  { name, version }: { name: string; version?: number | undefined },
): Promise<Draft> {
  const draft = await lockDraft(trx, name);
  if (draft.content === null && !(await isKnown(trx, name))) throw new ApiError('NOT_FOUND', NO_SUCH_PAGE);
  await assertSeen(trx, context, draft, version);
  return draft;
}

function assertSeen(trx: Trx, { actor, at }: CommandContext, draft: Draft, version: number | undefined): Promise<void> {
  const entry = { actorId: actor.id, details: { name: draft.name }, at };
  return assertVersions(trx, entry, [{ expected: version, actual: draft.version }], CONTENT_CHANGED);
}

async function keep(trx: Trx, { actor, at }: CommandContext, name: string, content: string | null): Promise<void> {
  await trx
    .updateTable('content_drafts')
    .set(({ eb }) => ({ content, version: eb('version', '+', 1), updated_at: at, updated_by: actor.id }))
    .where('name', '=', name)
    .execute();
}

async function isKnown(trx: Trx, name: string): Promise<boolean> {
  return name === 'menu' || name === 'footer' || (await isPublished(trx, name));
}

async function isPublished(trx: Trx, name: string): Promise<boolean> {
  return (await trx.selectFrom('pages').select('name').where('name', '=', name).executeTakeFirst()) !== undefined;
}

/** Completes every picture with what is known of it, and keeps it from being removed meanwhile. */
async function withPictures(trx: Trx, value: unknown, path: string): Promise<unknown> {
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const [index, item] of value.entries()) items.push(await withPictures(trx, item, `${path}.${index}`));
    return items;
  }
  if (!value || typeof value !== 'object') return value;
  const result: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const at = `${path}.${key}`;
    result[key] =
      key === 'image' && item ? await completed(trx, item as Picture, at) : await withPictures(trx, item, at);
  }
  return result;
}

async function completed(trx: Trx, chosen: Picture, path: string): Promise<Picture> {
  await holdPicture(trx, chosen.sha256);
  const known = await trx
    .selectFrom('pictures')
    .select(['width', 'height', 'placeholder'])
    .where('sha256', '=', chosen.sha256)
    .executeTakeFirst();
  if (!known) {
    throw new ApiError('INVALID', CHECK_FIELDS, {
      [path]: PICTURE_DELETED,
    });
  }
  return picture.parse({ ...chosen, ...known });
}
