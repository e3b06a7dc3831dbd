import type { IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { notificationHandlers } from '../features/notifications/router.server.ts';
import { auditLogHandlers } from '../features/audit-log/router.server.ts';
import { argon2id } from '../features/accounts/passwords/hashing.server.ts';
import { accountHandlers } from '../features/accounts/router.server.ts';
import { endAbandonedSession } from '../features/accounts/sessions/commands.server.ts';
import { endedSessionCookie, sessionCookie } from '../features/accounts/sessions/session-cookie.ts';
import { findCallerByKey, findCallerByToken } from '../features/accounts/sessions/queries.server.ts';
import { boardsHandlers } from '../features/boards/router.server.ts';
import { enquiriesHandlers } from '../features/enquiries/router.server.ts';
import { drawMap } from '../features/geography/basemap/drawing/map.server.ts';
import { contactHandlers } from '../features/locations/contacts/router.server.ts';
import { documentUpload } from '../features/documents/upload.server.ts';
import { imageUpload } from '../features/locations/images/upload.server.ts';
import { documentHandlers } from '../features/documents/router.server.ts';
import { listDocuments } from '../features/documents/queries.server.ts';
import { deletingHandlers } from '../features/locations/deleting/router.server.ts';
import { ownershipHandlers } from '../features/locations/ownership/router.server.ts';
import { listingHandlers } from '../features/locations/admin-list/router.server.ts';
import { publishingHandlers } from '../features/locations/publishing/router.server.ts';
import { recordHandlers } from '../features/locations/record/router.server.ts';
import { submissionHandlers } from '../features/locations/submission/router.server.ts';
import { imageHandlers } from '../features/locations/images/router.server.ts';
import { uploadRoutes } from '../platform/http/upload-routes.ts';
import { optionHandlers } from '../features/locations/options/router.server.ts';
import { locationHandlers } from '../features/locations/router.server.ts';
import { mediaRoutes } from '../features/media/router.server.ts';
import { operationsHandlers } from '../features/operations/router.server.ts';
import { getPreviewResponse } from '../features/content/editing/queries.server.ts';
import { type Content, loadContent } from '../features/content/queries.server.ts';
import { contentPictureUpload } from '../features/content/editing/picture-upload.server.ts';
import { editingHandlers } from '../features/content/editing/router.server.ts';
import { maintenanceHandlers } from '../features/content/maintenance/router.server.ts';
import { contentHandlers } from '../features/content/router.server.ts';
import { CardCache } from '../features/search/card-cache.server.ts';
import { openSearchService } from '../features/search/search-service.server.ts';
import { searchHandlers } from '../features/search/router.server.ts';
import { proofOfWork } from '../features/verification/commands.server.ts';
import { verificationHandlers } from '../features/verification/router.server.ts';
import type { Config } from '../platform/config.ts';
import { listen } from '../platform/db/listen.ts';
import { openClient } from '../platform/db/pool.ts';
import type { Db } from '../platform/db/transaction.ts';
import { type RouteHandler, registerApi } from '../platform/http/route-handlers.ts';
import type { JobRetrier } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import { createOutbox } from '../platform/mail/outbox.ts';
import { registerMailPreview } from '../platform/mail/mail-preview.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { registerBasemap } from './http/basemap-routes.ts';
import { rejectWritesWhenFull } from './http/disk-space.ts';
import { registerDocs } from './http/api-docs.ts';
import { registerSitemap } from './http/sitemap.ts';
import { ChangeFeed } from './change-feed.ts';
import { createHttpServer } from './http/http-server.ts';
import { bypassesMaintenance, maintenanceError } from './http/maintenance.ts';
import { registerPages } from './rendering/page-routes.ts';
import { type LoadPages, PageRenderer } from './rendering/page-renderer.ts';
import { ALWAYS_ANSWERED, statusHandlers } from './http/health.ts';
import { publishEvent, createBelongingsQuery } from './event-subscriptions.ts';

/** A node that has not read the change versions for this long reports itself as not ready. */
const MAX_STALE_MS = 30_000;
/** How often idle connections are closed during shutdown. */
const CLOSE_IDLE_INTERVAL_MS = 50;

interface Parts {
  readonly config: Config;
  readonly log: Log;
  readonly db: Db;
  /** URL of the same database, for connections outside the pool. */
  readonly databaseUrl: string;
  readonly storage: Storage;
  readonly jobs: JobRetrier;
  /** Loads the page renderer; called before the server listens. */
  readonly openPages: LoadPages;
  /** The clock for sessions, links and limits; tests replace it. */
  readonly now?: () => Date;
}

/** One node of the site; not listening yet. */
export interface App {
  readonly server: FastifyInstance;
  readonly handlers: readonly RouteHandler[];
  /** Reports the node as not ready and sends `connection: close` with every response; requests are still served. */
  drain(): void;
  /** Closes the server after all open requests are answered. */
  close(): Promise<void>;
}

/** Wires the features together on a migrated database. Resolves when the app is ready to serve. */
export async function createApp({ now = () => new Date(), ...parts }: Parts): Promise<App> {
  const { config, log, db, databaseUrl, storage, jobs, openPages } = parts;
  const cards = new CardCache(db);
  const search = await openSearchService(config.search, db, cards, (error) =>
    log.error({ err: error }, 'the search index could not be compacted; the old one stays in use'),
  );
  let content: Content = await loadContent(db, config.site);
  const changeFeed = new ChangeFeed(db, log, {
    catalogue: () => search.catchUp(),
    content: async () => void (content = await loadContent(db, config.site)),
  });
  await changeFeed.wake();
  changeFeed.start();
  const listener = listen({
    connect: () => openClient(databaseUrl),
    channel: 'recce',
    onNotification: () => void changeFeed.wake(),
    log,
  });

  const isSecure = config.siteUrl.startsWith('https:');
  const cookie = sessionCookie(isSecure);
  const endedSession = endedSessionCookie(isSecure);
  let draining = false;
  const verification = proofOfWork(db);
  const sender = { site: config.site, siteUrl: config.siteUrl, queueMail: createOutbox(jobs) };
  const handlers = [
    ...statusHandlers({
      db,
      storage,
      isDraining: () => draining,
      search: async () => {
        if (changeFeed.staleFor > MAX_STALE_MS) throw new Error('this node has not read the change versions lately');
        return search.generation();
      },
    }),
    ...contentHandlers({ content: () => content, config }),
    ...editingHandlers({ db, jobs, site: config.site, now }),
    ...maintenanceHandlers({ db, now }),
    ...searchHandlers({ search, cards }),
    ...locationHandlers(db),
    ...listingHandlers(db),
    ...publishingHandlers({ db, ...sender, publishEvent }),
    ...deletingHandlers({ db, publishEvent }),
    ...ownershipHandlers({ db, ...sender, publishEvent }),
    ...contactHandlers(db),
    ...recordHandlers({ db, listDocuments }),
    ...submissionHandlers({ db, ...sender, publishEvent, now, listDocuments }),
    ...optionHandlers({ db, publishEvent, now }),
    ...operationsHandlers({ db, jobs, now }),
    ...imageHandlers({ db, jobs, now }),
    ...documentHandlers({ db, storage, now }),
    ...enquiriesHandlers({ db, ...sender, verification }),
    ...accountHandlers({
      db,
      ...sender,
      verification,
      passwords: argon2id,
      cookie,
      publishEvent,
      countBelongings: createBelongingsQuery(db),
      assertCanLogIn: (person) => {
        if (content.maintenance && !bypassesMaintenance(person)) throw maintenanceError();
      },
      now,
    }),
    ...boardsHandlers({
      db,
      cards: (ids) => cards.get(ids),
      find: (words, page) => search.engine.search({ words, filters: {} }, page),
      ...sender,
    }),
    ...notificationHandlers(db),
    ...auditLogHandlers(db),
    ...verificationHandlers(verification),
  ];
  const server = await createHttpServer(config, log);
  if (!config.databaseUrl) rejectWritesWhenFull(server, config.dataDir);
  // When a log-out could not reach the server, the next request ends the session. A request with a token shows that the session is in use.
  server.addHook('onRequest', async ({ headers, cookies, routeOptions: { url = '' } }, reply) => {
    const sessionId = cookies[endedSession.name];
    const isPageOrApi = url === '/*' || url.startsWith('/api/');
    if (sessionId === undefined || headers.authorization !== undefined || !isPageOrApi) return;
    await endAbandonedSession(db, { key: cookies[cookie.name], sessionId }, now());
    reply.setCookie(endedSession.name, '', { ...endedSession.options, maxAge: 0 });
  });
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining) reply.header('connection', 'close');
    done();
  });
  const findCaller = ({ headers }: { headers: IncomingHttpHeaders }) =>
    findCallerByToken(db, getBearerToken(headers), now());
  server.addHook('onRequest', async (request) => {
    const route = request.routeOptions.url ?? '';
    if (!content.maintenance || !route.startsWith('/api/') || ALWAYS_ANSWERED.has(route)) return;
    if (bypassesMaintenance((await findCaller(request))?.actor)) return;
    throw maintenanceError();
  });
  registerApi(server, handlers, findCaller);
  await server.register(uploadRoutes, {
    handlers: [
      imageUpload({ db, storage, jobs }),
      documentUpload({ db, storage }),
      contentPictureUpload({ db, storage, jobs }),
    ],
    now,
    findCaller,
  });
  registerDocs(server, config, handlers);
  registerSitemap(server, { db, siteUrl: config.siteUrl, content: () => content });
  registerBasemap(server);
  await server.register(mediaRoutes, { db, storage, jobs, drawMap });
  // Mails contain personal data: the preview is served on the loopback interface only.
  if (!config.smtpUrl && !config.production && config.loopback)
    registerMailPreview(server, path.join(config.dataDir, 'mail'));
  const renderer = new PageRenderer(
    await openPages(server),
    config.siteUrl,
    () => `${search.generation()}.${content.version}`,
  );
  await registerPages(server, {
    config,
    handlers,
    renderer,
    inMaintenance: () => content.maintenance,
    preview: (name) => getPreviewResponse(db, config.site, name),
    findVisitor: ({ cookies }) => findCallerByKey(db, cookies[cookie.name], now()),
  });

  return {
    server,
    handlers,
    drain: () => void (draining = true),
    close: async () => {
      draining = true;
      // Node closes connections that are idle when close() is called, but waits for those that become idle later.
      const closingIdle = setInterval(() => server.server.closeIdleConnections(), CLOSE_IDLE_INTERVAL_MS);
      await server.close().finally(() => clearInterval(closingIdle));
      await listener.close();
      await changeFeed.stop();
    },
  };
}

function getBearerToken({ authorization }: IncomingHttpHeaders): string | undefined {
  return /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
}
