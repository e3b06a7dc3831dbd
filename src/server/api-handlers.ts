import { rejectDemoPassword } from '../features/accounts/passwords/demo-password.ts';
import { argon2id } from '../features/accounts/passwords/hashing.server.ts';
import { renderStaticMap } from '../features/geography/basemap/static-map/static-map.server.ts';
import type { BoardEvents } from '../features/boards/events/board-events.server.ts';
import { connectProvider } from '../features/accounts/single-sign-on/provider.server.ts';
import { listOfficeEnquiries } from '../features/enquiries/access.queries.server.ts';
import { listDocuments } from '../features/documents/queries.server.ts';
import { type ChallengeCost, createProofOfWork } from '../features/proof-of-work/commands.server.ts';
import { createOutbox } from '../platform/mail/outbox.ts';
import { MAP_STYLE_URL, type InstalledMaps } from '../features/geography/map-files/schema.ts';
import type { Content } from '../features/content/queries.server.ts';
import type { CardCache } from '../features/search/card-cache.server.ts';
import type { SearchService } from '../features/search/search-service.server.ts';
import type { Config } from '../platform/settings/config.ts';
import type { Db } from '../platform/db/transaction.ts';
import type { Log } from '../platform/diagnostics/log.ts';
import { bindHandlers } from '../platform/http/handlers.ts';
import type { RouteHandler } from '../platform/http/route-handlers.ts';
import type { Actor } from '../platform/http/route-permission.ts';
import type { JobRetrier } from '../platform/jobs/job-queue.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { countAccountData, publishEvent } from './event-subscriptions.ts';
import { auditExports } from './export-audit.ts';
import { FEATURES } from './features.ts';
import { type NodeStatus, statusHandlers } from './http/health.ts';
import { assertCanBypassMaintenance } from './http/maintenance.ts';

/** Dependencies that all features of a node share. */
export interface Services {
  readonly config: Config;
  readonly log: Log;
  readonly db: Db;
  readonly storage: Storage;
  readonly jobs: JobRetrier;
  readonly cards: CardCache;
  readonly search: SearchService;
  readonly boardEvents: BoardEvents;
  readonly getContent: () => Content;
  readonly getMaps: () => InstalledMaps;
  readonly now: () => Date;
  /** Tests lower it. */
  readonly challengeCost?: ChallengeCost;
}

/** Creates the handlers of all API routes. */
export function createHandlers(services: Services, status: NodeStatus): RouteHandler[] {
  const { config, log, db, storage, jobs, cards, search, boardEvents, getContent, getMaps, now } = services;
  const { site, siteUrl } = config;
  const bound = {
    db,
    now,
    site,
    siteUrl,
    storage,
    jobs,
    queueMail: createOutbox(jobs),
    publishEvent,
    search,
    cards,
    boardEvents,
    drawMap: renderStaticMap,
    verification: createProofOfWork(db, services.challengeCost),
    listOfficeEnquiries,
    listDocuments,
    getContent,
    getMapStyleUrl: () => getMapStyleUrl(config, getMaps()),
    passwords: config.demo ? argon2id : rejectDemoPassword(argon2id),
    secondFactor: config.secondFactor,
    singleSignOn: config.singleSignOn ?? null,
    provider: config.singleSignOn && connectProvider(config.singleSignOn, siteUrl, log),
    countAccountData,
    assertCanLogIn: (person: Pick<Actor, 'permissions' | 'verified'>) => {
      if (getContent().maintenance) assertCanBypassMaintenance(person);
    },
  };
  const handlers = FEATURES.flatMap(({ handlers: own = [], tag }) => own.map((handler) => ({ tag, ...handler })));
  return auditExports(bindHandlers([...handlers, ...statusHandlers(status)], bound), { db, now });
}

/** Returns the style that replaces the base map: that of MAP_STYLE_URL, or of the installed files. */
function getMapStyleUrl({ mapStyleUrl }: Config, { streets, relief }: InstalledMaps): string | null {
  return mapStyleUrl ?? (streets || relief ? MAP_STYLE_URL : null);
}
