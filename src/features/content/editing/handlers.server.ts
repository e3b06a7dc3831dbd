import type { z } from 'zod';
import { ApiError } from '../../../platform/http/contract.ts';
import { type Handler, command, csvExport, query } from '../../../platform/http/handlers.ts';
import { NO_SUCH_PAGE } from '../messages.ts';
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
import { contentPictureUpload } from './picture-upload-handler.server.ts';
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

/** Handlers of the routes by which the Locations Team edits content. A change returns the new state. */
export const editingHandlers: readonly Handler[] = [
  query(routes.listContent, (db, _caller, _input, { site }) => listContent(db, site)),
  csvExport(routes.exportPages, 'pages.csv', PAGE_HEADINGS, (db, _caller, _input, { site }) =>
    readPagesForExport(db, site),
  ),
  contentPictureUpload,
  query(routes.contentPictures, (db) => listContentPictures(db)),
  query(routes.contentPictureById, (db, caller, { id }) => getUploadedPicture(db, caller.id, id)),
  query(routes.getEditedPage, (db, _caller, page, { site }) => getEditedPage(db, site, requirePage(page).name)),
  query(routes.getPagePreview, (db, _caller, page, { site }) => getPagePreview(db, site, requirePage(page).name)),
  command(routes.createPage, createPage, (db, _caller, { name }, { site }) => getEditedPage(db, site, name)),
  command(
    routes.savePageDraft,
    (context, page) => savePageDraft(context, requirePage(page)),
    (db, _caller, { name }, { site }) => getEditedPage(db, site, name),
  ),
  command(
    routes.publishPage,
    (context, page) => publishDraft(context, requirePage(page)),
    (db, _caller, { name }, { site }) => getEditedPage(db, site, name),
  ),
  command(routes.discardPageDraft, (context, page) => discardDraft(context, requirePage(page))),
  command(routes.deletePage, (context, page) => deletePage(context, requirePage(page))),
  ...navigationHandlers<MenuContent>('menu', routes.menuRoutes),
  ...navigationHandlers<FooterContent>('footer', routes.footerRoutes),
];

type Edited<Content> = z.input<ReturnType<typeof edited<z.ZodType<unknown, Content>>>>;

function navigationHandlers<Content extends MenuContent | FooterContent>(
  name: 'menu' | 'footer',
  contentRoutes: ReturnType<typeof routes.navigationRoutes<z.ZodType<Content>, z.ZodType<unknown, Edited<Content>>>>,
): Handler[] {
  return [
    query(contentRoutes.get, (db) => getEditedNavigation<Content>(db, name)),
    command(
      contentRoutes.saveDraft,
      (context, draft) => saveNavigationDraft(context, { name, ...draft }),
      (db) => getEditedNavigation<Content>(db, name),
    ),
    command(
      contentRoutes.publish,
      (context, { version }) => publishDraft(context, { name, version }),
      (db) => getEditedNavigation<Content>(db, name),
    ),
    command(contentRoutes.discardDraft, (context, { version }) => discardDraft(context, { name, version })),
  ];
}

/** The menu and the footer are stored with the pages, but are not pages. */
function requirePage<Page extends { name: string }>(page: Page): Page {
  if (page.name === 'menu' || page.name === 'footer') throw new ApiError('NOT_FOUND', NO_SUCH_PAGE);
  return page;
}
