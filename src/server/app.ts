import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { findCallerByKey } from '../features/accounts/sessions/queries.server.ts';
import { BoardEvents } from '../features/boards/events/board-events.server.ts';
import { findInstalledMaps } from '../features/geography/map-files/queries.server.ts';
import { renderStaticMap } from '../features/geography/basemap/static-map/static-map.server.ts';
import { uploadRoutes } from '../platform/http/upload-routes.ts';
import { mediaRoutes } from '../features/media/router.server.ts';
import { getPreviewResponse } from '../features/content/editing/queries.server.ts';
import { loadContent } from '../features/content/queries.server.ts';
import { CardCache } from '../features/search/card-cache.server.ts';
import { openSearchService } from '../features/search/search-service.server.ts';
import type { ChallengeCost } from '../features/proof-of-work/commands.server.ts';
import type { Config } from '../platform/settings/config.ts';
import { getDatabaseIdentity } from '../platform/db/identity.ts';
import type { PoolUsage } from '../platform/db/pool.ts';
import type { Db } from '../platform/db/transaction.ts';
import { type RouteHandler, registerApi } from '../platform/http/route-handlers.ts';
import type { JobRetrier } from '../platform/jobs/job-queue.ts';
import type { Log } from '../platform/diagnostics/log.ts';
import { registerMailPreview } from '../platform/mail/mail-preview.ts';
import { startStorageMonitor } from '../platform/storage/storage-monitor.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { VERSION } from '../platform/settings/version.ts';
import { createCallerFinder } from './http/find-caller.ts';
import { registerBasemap } from './http/basemap-routes.ts';
import { registerMapFiles } from './http/map-file-routes.ts';
import { rejectWritesWhenFull } from './http/full-disk-guard.ts';
import { registerApiDescription } from './api-description/register-api-description.ts';
import { registerSitemap } from './http/sitemap.ts';
import { registerUnsubscribing } from './http/unsubscribe.ts';
import { createHttpServer } from './http/http-server.ts';
import { trackConnections } from './http/idle-connections.ts';
import { registerRateLimits } from './http/rate-limits.ts';
import { registerPages } from './rendering/page-routes.ts';
import { type LoadPages, PageRenderer, type Pages, type RenderUsage } from './rendering/caching-page-renderer.ts';
import { sessionCookie } from '../features/accounts/sessions/session-cookie.ts';
import { startChangeFeed } from './change-feed.ts';
import { type Services, createHandlers } from './api-handlers.ts';
import { endAbandonedSessions } from './http/deferred-logout.ts';
import { rejectDuringMaintenance } from './http/maintenance.ts';

/** How often idle connections are closed during shutdown. */
const CLOSE_IDLE_INTERVAL_MS = 50;

interface Parts {
  readonly config: Config;
  readonly log: Log;
  readonly db: Db;
  /** URL of the same database, for connections outside the pool. */
  readonly databaseUrl: string;
  readonly getPoolUsage: () => PoolUsage;
  readonly storage: Storage;
  readonly jobs: JobRetrier;
  /** Loads the page renderer; called before the server listens. */
  readonly loadPages: LoadPages;
  /** The clock for sessions, links and limits; tests replace it. */
  readonly now?: () => Date;
  /** Tests lower it. */
  readonly challengeCost?: ChallengeCost;
}

/** One node of the site; not listening yet. */
export interface App {
  readonly server: FastifyInstance;
  readonly handlers: readonly RouteHandler[];
  getState(): AppState;
  /** Reports the node as not ready and sends `connection: close` with every response; requests are still served. */
  drain(): void;
  /** Closes the server after all open requests are finished. */
  close(): Promise<void>;
}

/** Values of an app that metrics report. */
interface AppState {
  /** Generation of the catalogue in the search index. */
  readonly generation: number;
  /** Milliseconds since the app was last known to be up to date. */
  readonly stalenessMs: number;
  readonly storageAvailable: boolean;
  /** Undefined if pages are not rendered by a pool, as in development. */
  readonly rendering: RenderUsage | undefined;
}

/** Wires the features together on a migrated database. Resolves when the app is ready to serve. */
export async function createApp({ now = () => new Date(), loadPages, ...parts }: Parts): Promise<App> {
  const { config, log, db, storage } = parts;
  const cards = new CardCache(db);
  const search = await openSearchService(db, cards, {
    onError: (error) => log.error({ err: error }, 'the search index could not be rebuilt; the old one stays in use'),
  });
  const loadShown = () => Promise.all([loadContent(db, config.site), findInstalledMaps(db)]);
  let [content, maps] = await loadShown();
  const boardEvents = new BoardEvents(db);
  const changeFeed = await startChangeFeed(
    { ...parts, boardEvents },
    {
      catalogue: () => search.catchUp(),
      content: async () => void ([content, maps] = await loadShown()),
      vocabulary: (version) => search.reloadVocabulary(version),
    },
  );
  const storageMonitor = await startStorageMonitor(storage, log);
  let draining = false;
  const drain = () => {
    draining = true;
    boardEvents.stop();
  };
  const services = { ...parts, now, cards, search, boardEvents, getContent: () => content, getMaps: () => maps };
  const handlers = createHandlers(services, {
    isStorageAvailable: storageMonitor.isAvailable,
    isDraining: () => draining,
    isDatabaseBusy: () => parts.getPoolUsage().waiting > 0,
    getStaleness: changeFeed.getStaleness,
    getGeneration: () => search.generation(),
  });
  const server = await createHttpServer(config, log);
  const closeIdleConnections = trackConnections(server.server);
  if (config.rateLimit) registerRateLimits(server, { db, now });
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining) reply.header('connection', 'close');
    done();
  });
  const pages = await registerRoutes(server, services, handlers, loadPages);
  return {
    server,
    handlers,
    getState: () => ({
      generation: search.generation(),
      stalenessMs: changeFeed.getStaleness(),
      storageAvailable: storageMonitor.isAvailable(),
      rendering: pages.getUsage?.(),
    }),
    drain,
    close: async () => {
      drain();
      // Node closes connections that are idle when close() is called, but waits for those that become idle later.
      const closingIdle = setInterval(closeIdleConnections, CLOSE_IDLE_INTERVAL_MS);
      await server.close().finally(() => clearInterval(closingIdle));
      storageMonitor.stop();
      await changeFeed.stop();
    },
  };
}

/** Registers the hooks that concern several routes, then all routes. Returns the renderer of pages. */
async function registerRoutes(
  server: FastifyInstance,
  { config, db, storage, jobs, search, getContent, getMaps, now }: Services,
  handlers: readonly RouteHandler[],
  loadPages: LoadPages,
): Promise<Pages> {
  const findCaller = createCallerFinder({ db, secondFactor: config.secondFactor, now, limitsRates: config.rateLimit });
  const inMaintenance = () => getContent().maintenance;
  const getGeneration = () => `${search.generation()}.${search.vocabularyVersion()}.${getContent().version}`;
  // Another release can respond differently to the same data.
  const origin = `${VERSION} ${await getDatabaseIdentity(db)}`;
  const getPublishedVersion = () => `${origin} ${getGeneration()}`;
  if (!config.databaseUrl) rejectWritesWhenFull(server, config.dataDir);
  endAbandonedSessions(server, { db, siteUrl: config.siteUrl, now });
  rejectDuringMaintenance(server, inMaintenance, findCaller);
  registerApi(server, handlers, { findCaller, getPublishedVersion });
  await server.register(uploadRoutes, { handlers, db, findCaller });
  registerApiDescription(server, config, handlers);
  registerSitemap(server, { db, siteUrl: config.siteUrl, content: getContent, now });
  await registerUnsubscribing(server, { db, siteName: config.site.name, now });
  registerBasemap(server);
  registerMapFiles(server, { storage, getMaps });
  await server.register(mediaRoutes, { db, storage, jobs, renderStaticMap });
  if (config.demo) registerMailPreview(server, path.join(config.dataDir, 'mail'));
  const pages = await loadPages(server);
  await registerPages(server, {
    config,
    handlers,
    renderer: new PageRenderer(pages, config.siteUrl, getGeneration),
    inMaintenance,
    preview: (name) => getPreviewResponse(db, config.site, name),
    findVisitor: ({ cookies }) =>
      findCallerByKey({ db, secondFactor: config.secondFactor }, cookies[sessionCookie(config.siteUrl).name], now()),
  });
  return pages;
}
