import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { SiteConfig } from '../../../platform/config.ts';
import { toCsv } from '../../../platform/csv.ts';
import type { Database } from '../../../platform/db/tables.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { onResponseClosed } from '../../../platform/http/on-response-closed.ts';
import {
  type CommandContext,
  type RouteHandler,
  type CallContext,
  type Caller,
  FileResponse,
  requireActor,
  toRouteOptions,
  authorise,
  createHandler,
} from '../../../platform/http/route-handlers.ts';
import type { JobSender } from '../../../platform/jobs.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { beginForPages, keepForPages } from '../../locations/images/uploads/commands.server.ts';
import { MAX_PICTURE_BYTES } from '../../media/schema.ts';
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
  sentPicture,
} from './queries.server.ts';
import { FILE_EMPTY, PICTURE_BYTES_REQUIRED, TOO_MANY_PICTURES } from '../../media/messages.ts';
import { NO_SUCH_PAGE } from '../messages.ts';

interface Deps {
  readonly db: Kysely<Database>;
  readonly jobs: JobSender;
  readonly site: SiteConfig;
  readonly now: () => Date;
}

/** Answers every call of the Locations Team about content: each change is one transaction, and is answered with what is there then. */
export function editingBindings(deps: Deps): RouteHandler[] {
  const { db } = deps;
  return [
    createHandler(calls.contentList, () => contentList(db, deps.site)),
    createHandler(
      calls.exportPages,
      () => new FileResponse('pages.csv', toCsv(PAGE_HEADINGS, pagesForExport(db, deps.site))),
    ),
    createHandler(calls.contentPictures, () => contentPictures(db)),
    createHandler(calls.contentPictureById, ({ id }, call) => sentPicture(db, requireActor(call).id, id)),
    ...pageBindings(deps),
    ...menuBindings(deps),
    ...footerBindings(deps),
  ];
}

function pageBindings({ db, jobs, site, now }: Deps): RouteHandler[] {
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

function menuBindings({ db, jobs, now }: Deps): RouteHandler[] {
  const answer = () => navigationToEdit<MenuContent>(db, 'menu');
  return [
    createHandler(calls.menuToEdit, answer),
    createHandler(calls.saveMenuDraft, async (draft, call) => {
      await db.transaction().execute((trx) => saveNavigationDraft(trx, actBy(call, now), 'menu', draft));
      return answer();
    }),
    createHandler(calls.publishMenu, async ({ version }, call) => {
      await db.transaction().execute((trx) => publishDraft(trx, jobs, actBy(call, now), { name: 'menu', version }));
      return answer();
    }),
    createHandler(calls.discardMenuDraft, ({ version }, call) =>
      db.transaction().execute((trx) => discardDraft(trx, actBy(call, now), { name: 'menu', version })),
    ),
  ];
}

function footerBindings({ db, jobs, now }: Deps): RouteHandler[] {
  const answer = () => navigationToEdit<FooterContent>(db, 'footer');
  return [
    createHandler(calls.footerToEdit, answer),
    createHandler(calls.saveFooterDraft, async (draft, call) => {
      await db.transaction().execute((trx) => saveNavigationDraft(trx, actBy(call, now), 'footer', draft));
      return answer();
    }),
    createHandler(calls.publishFooter, async ({ version }, call) => {
      await db.transaction().execute((trx) => publishDraft(trx, jobs, actBy(call, now), { name: 'footer', version }));
      return answer();
    }),
    createHandler(calls.discardFooterDraft, ({ version }, call) =>
      db.transaction().execute((trx) => discardDraft(trx, actBy(call, now), { name: 'footer', version })),
    ),
  ];
}

/** The menu and the footer are kept with the pages, and are none. */
function notNavigation<Page extends { name: string }>(page: Page): Page {
  if (page.name === 'menu' || page.name === 'footer') throw new ApiError('NOT_FOUND', NO_SUCH_PAGE);
  return page;
}

function actBy(call: CallContext, now: () => Date): CommandContext {
  return { actor: requireActor(call), at: now() };
}

interface PictureTools {
  readonly db: Kysely<Database>;
  readonly storage: Storage;
  readonly jobs: JobSender;
  readonly now: () => Date;
  readonly callerOf: (request: FastifyRequest) => Promise<Caller | null>;
}

/** Pictures that arrive at the same time, at most: each takes MAX_PICTURE_BYTES of the memory. */
const ARRIVING = 4;
const BUSY_SECONDS = 5;
/** Takes pictures for pages, and leaves it to the worker to open them. Who sends is known before anything of the body is read. */
export const contentPictureRoutes: FastifyPluginAsync<PictureTools> = async (server, tools) => {
  const { db, storage, jobs, now, callerOf } = tools;
  const { addContentPicture } = calls;
  const senders = new WeakMap<FastifyRequest, Caller>();
  let arriving = 0;
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: MAX_PICTURE_BYTES },
    (_request, body, done) => done(null, body),
  );
  server.addContentTypeParser('*', (_request, _body, done) =>
    done(new ApiError('UNSUPPORTED_MEDIA', PICTURE_BYTES_REQUIRED)),
  );
  server.route({
    method: addContentPicture.method,
    ...toRouteOptions(addContentPicture),
    onRequest: async (request, reply) => {
      const caller = await callerOf(request);
      authorise(addContentPicture, caller?.actor ?? null);
      if (caller) senders.set(request, caller);
      if (arriving >= ARRIVING) throw new ApiError('UNAVAILABLE', TOO_MANY_PICTURES, undefined, BUSY_SECONDS);
      arriving += 1;
      onResponseClosed(reply, () => (arriving -= 1));
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const content = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      if (content.length === 0) throw new ApiError('INVALID', FILE_EMPTY);
      const context = { actor: requireActor({ actor: senders.get(request)?.actor ?? null }), at: now() };
      const id = await db.transaction().execute((trx) => beginForPages(trx, context, content.length));
      await db.transaction().execute((trx) => keepForPages(trx, { storage, jobs, log: request.log }, id, content));
      return sentPicture(db, context.actor.id, id);
    },
  });
};
