import type { z } from 'zod';
import type { Kysely } from 'kysely';
import type { SiteConfig } from '../../../platform/config.ts';
import { toCsv } from '../../../platform/csv.ts';
import type { Database } from '../../../platform/db/tables.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import {
  type CommandContext,
  type RouteHandler,
  type CallContext,
  FileResponse,
  requireActor,
  createHandler,
} from '../../../platform/http/route-handlers.ts';
import type { JobSender } from '../../../platform/jobs.ts';
import type { FooterContent, MenuContent } from '../schema.ts';
import {
  createPage,
  deletePage,
  discardDraft,
  publishDraft,
  saveNavigationDraft,
  savePageDraft,
} from './commands.server.ts';
import * as calls from './contract.ts';
import {
  PAGE_HEADINGS,
  contentList,
  contentPictures,
  navigationToEdit,
  pageToEdit,
  pagesForExport,
  previewPage,
  getUploadedPicture,
} from './queries.server.ts';
import type { edited } from './schema.ts';
import { NO_SUCH_PAGE } from '../messages.ts';

interface Deps {
  readonly db: Kysely<Database>;
  readonly jobs: JobSender;
  readonly site: SiteConfig;
  readonly now: () => Date;
}

/** Answers every call of the Locations Team about content: each change is one transaction, and is answered with what is there then. */
export function editingHandlers(deps: Deps): RouteHandler[] {
  const { db } = deps;
  return [
    createHandler(calls.contentList, () => contentList(db, deps.site)),
    createHandler(
      calls.exportPages,
      () => new FileResponse('pages.csv', toCsv(PAGE_HEADINGS, pagesForExport(db, deps.site))),
    ),
    createHandler(calls.contentPictures, () => contentPictures(db)),
    createHandler(calls.contentPictureById, ({ id }, call) => getUploadedPicture(db, requireActor(call).id, id)),
    ...pageHandlers(deps),
    ...navigationHandlers<MenuContent>(deps, 'menu', calls.menuRoutes),
    ...navigationHandlers<FooterContent>(deps, 'footer', calls.footerRoutes),
  ];
}

function pageHandlers({ db, jobs, site, now }: Deps): RouteHandler[] {
  return [
    createHandler(calls.pageToEdit, (page) => pageToEdit(db, site, notNavigation(page).name)),
    createHandler(calls.previewPage, (page) => previewPage(db, site, notNavigation(page).name)),
    createHandler(calls.createPage, async (page, call) => {
      await db.transaction().execute((trx) => createPage(trx, actBy(call, now), page));
      return pageToEdit(db, site, page.name);
    }),
    createHandler(calls.savePageDraft, async (page, call) => {
      await db.transaction().execute((trx) => savePageDraft(trx, actBy(call, now), notNavigation(page)));
      return pageToEdit(db, site, page.name);
    }),
    createHandler(calls.publishPage, async (page, call) => {
      await db.transaction().execute((trx) => publishDraft(trx, jobs, actBy(call, now), notNavigation(page)));
      return pageToEdit(db, site, page.name);
    }),
    createHandler(calls.discardPageDraft, (page, call) =>
      db.transaction().execute((trx) => discardDraft(trx, actBy(call, now), notNavigation(page))),
    ),
    createHandler(calls.deletePage, (page, call) =>
      db.transaction().execute((trx) => deletePage(trx, actBy(call, now), notNavigation(page))),
    ),
  ];
}

type Edited<Content> = z.input<ReturnType<typeof edited<z.ZodType<unknown, Content>>>>;

function navigationHandlers<Content extends MenuContent | FooterContent>(
  { db, jobs, now }: Deps,
  name: 'menu' | 'footer',
  routes: ReturnType<typeof calls.navigationRoutes<z.ZodType<Content>, z.ZodType<unknown, Edited<Content>>>>,
): RouteHandler[] {
  const answer = () => navigationToEdit<Content>(db, name);
  return [
    createHandler(routes.toEdit, answer),
    createHandler(routes.saveDraft, async (draft, call) => {
      await db.transaction().execute((trx) => saveNavigationDraft(trx, actBy(call, now), name, draft));
      return answer();
    }),
    createHandler(routes.publish, async ({ version }, call) => {
      await db.transaction().execute((trx) => publishDraft(trx, jobs, actBy(call, now), { name, version }));
      return answer();
    }),
    createHandler(routes.discardDraft, ({ version }, call) =>
      db.transaction().execute((trx) => discardDraft(trx, actBy(call, now), { name, version })),
    ),
  ];
}

/** The menu and the footer are stored with the pages, but are no pages. */
function notNavigation<Page extends { name: string }>(page: Page): Page {
  if (page.name === 'menu' || page.name === 'footer') throw new ApiError('NOT_FOUND', NO_SUCH_PAGE);
  return page;
}

function actBy(call: CallContext, now: () => Date): CommandContext {
  return { actor: requireActor(call), at: now() };
}
