import type { z } from 'zod';
import type { SiteConfig } from '../../../platform/settings/config.ts';
import { toCsv } from '../../../platform/text/csv.ts';
import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import {
  type RouteHandler,
  FileResponse,
  createHandler,
  toCommandContext,
} from '../../../platform/http/route-handlers.ts';
import { requireActor } from '../../../platform/http/route-permission.ts';
import type { JobSender } from '../../../platform/jobs/job-queue.ts';
import type { FooterContent, MenuContent } from '../schema.ts';
import {
  createPage,
  deletePage,
  discardDraft,
  publishDraft,
  saveNavigationDraft,
  savePageDraft,
} from './commands.server.ts';
import * as routes from './contract.ts';
import {
  PAGE_HEADINGS,
  getEditedNavigation,
  getEditedPage,
  getPagePreview,
  getUploadedPicture,
  listContent,
  listContentPictures,
  readPagesForExport,
} from './queries.server.ts';
import type { edited } from './schema.ts';
import { NO_SUCH_PAGE } from '../messages.ts';

interface Deps {
  readonly db: Db;
  readonly jobs: JobSender;
  readonly site: SiteConfig;
  readonly now: () => Date;
}

/** Routes for the Locations Team to edit content. Each change is one transaction and returns the new state. */
export function editingHandlers(deps: Deps): RouteHandler[] {
  const { db } = deps;
  return [
    createHandler(routes.listContent, () => listContent(db, deps.site)),
    createHandler(
      routes.exportPages,
      () => new FileResponse('pages.csv', toCsv(PAGE_HEADINGS, readPagesForExport(db, deps.site))),
    ),
    createHandler(routes.contentPictures, () => listContentPictures(db)),
    createHandler(routes.contentPictureById, ({ id }, call) => getUploadedPicture(db, requireActor(call).id, id)),
    ...pageHandlers(deps),
    ...navigationHandlers<MenuContent>(deps, 'menu', routes.menuRoutes),
    ...navigationHandlers<FooterContent>(deps, 'footer', routes.footerRoutes),
  ];
}

function pageHandlers({ db, jobs, site, now }: Deps): RouteHandler[] {
  return [
    createHandler(routes.getEditedPage, (page) => getEditedPage(db, site, requirePage(page).name)),
    createHandler(routes.getPagePreview, (page) => getPagePreview(db, site, requirePage(page).name)),
    createHandler(routes.createPage, async (page, call) => {
      await db.transaction().execute((trx) => createPage(trx, toCommandContext(call, now), page));
      return getEditedPage(db, site, page.name);
    }),
    createHandler(routes.savePageDraft, async (page, call) => {
      await db.transaction().execute((trx) => savePageDraft(trx, toCommandContext(call, now), requirePage(page)));
      return getEditedPage(db, site, page.name);
    }),
    createHandler(routes.publishPage, async (page, call) => {
      await db.transaction().execute((trx) => publishDraft(trx, jobs, toCommandContext(call, now), requirePage(page)));
      return getEditedPage(db, site, page.name);
    }),
    createHandler(routes.discardPageDraft, (page, call) =>
      db.transaction().execute((trx) => discardDraft(trx, toCommandContext(call, now), requirePage(page))),
    ),
    createHandler(routes.deletePage, (page, call) =>
      db.transaction().execute((trx) => deletePage(trx, toCommandContext(call, now), requirePage(page))),
    ),
  ];
}

type Edited<Content> = z.input<ReturnType<typeof edited<z.ZodType<unknown, Content>>>>;

function navigationHandlers<Content extends MenuContent | FooterContent>(
  { db, jobs, now }: Deps,
  name: 'menu' | 'footer',
  contentRoutes: ReturnType<typeof routes.navigationRoutes<z.ZodType<Content>, z.ZodType<unknown, Edited<Content>>>>,
): RouteHandler[] {
  const getEdited = () => getEditedNavigation<Content>(db, name);
  return [
    createHandler(contentRoutes.get, getEdited),
    createHandler(contentRoutes.saveDraft, async (draft, call) => {
      await db
        .transaction()
        .execute((trx) => saveNavigationDraft(trx, toCommandContext(call, now), { name, ...draft }));
      return getEdited();
    }),
    createHandler(contentRoutes.publish, async ({ version }, call) => {
      await db.transaction().execute((trx) => publishDraft(trx, jobs, toCommandContext(call, now), { name, version }));
      return getEdited();
    }),
    createHandler(contentRoutes.discardDraft, ({ version }, call) =>
      db.transaction().execute((trx) => discardDraft(trx, toCommandContext(call, now), { name, version })),
    ),
  ];
}

/** The menu and the footer are stored with the pages, but are not pages. */
function requirePage<Page extends { name: string }>(page: Page): Page {
  if (page.name === 'menu' || page.name === 'footer') throw new ApiError('NOT_FOUND', NO_SUCH_PAGE);
  return page;
}
