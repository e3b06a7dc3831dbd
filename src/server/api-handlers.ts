import { apiTokenHandlers } from '../features/api-tokens/router.server.ts';
import { notificationHandlers } from '../features/notifications/router.server.ts';
import { auditLogHandlers } from '../features/audit-log/router.server.ts';
import { rejectDemoPassword } from '../features/accounts/passwords/demo-password.ts';
import { argon2id } from '../features/accounts/passwords/hashing.server.ts';
import { connectProvider } from '../features/accounts/single-sign-on/provider.server.ts';
import { accountHandlers } from '../features/accounts/router.server.ts';
import { listOfficeEnquiries } from '../features/enquiries/access.queries.server.ts';
import { enquiriesHandlers } from '../features/enquiries/router.server.ts';
import { caseHandlers } from '../features/enquiries/cases/router.server.ts';
import { templateHandlers } from '../features/enquiries/templates/router.server.ts';
import { threadHandlers } from '../features/enquiries/thread/router.server.ts';
import { contactHandlers } from '../features/locations/editing/contacts/router.server.ts';
import { duplicatesHandlers } from '../features/duplicates/router.server.ts';
import { documentHandlers } from '../features/documents/router.server.ts';
import { listDocuments } from '../features/documents/queries.server.ts';
import { deletingHandlers } from '../features/locations/deleting/router.server.ts';
import { ownershipHandlers } from '../features/locations/ownership/router.server.ts';
import { bulkChangeHandlers } from '../features/locations/bulk-changes/router.server.ts';
import { importHandlers } from '../features/import-export/browser/router.server.ts';
import { listingHandlers } from '../features/locations/admin-list/router.server.ts';
import { publishingHandlers } from '../features/locations/publishing/router.server.ts';
import { historyHandlers } from '../features/locations/history/router.server.ts';
import { reviewHandlers } from '../features/locations/review/router.server.ts';
import { ownerTaskHandlers } from '../features/locations/owner-tasks/router.server.ts';
import { mergingHandlers } from '../features/locations/merging/router.server.ts';
import { recordHandlers } from '../features/locations/admin-record/router.server.ts';
import { submissionHandlers } from '../features/locations/editing/router.server.ts';
import { imageHandlers } from '../features/locations/editing/images/router.server.ts';
import { optionHandlers } from '../features/locations/catalogue/options/router.server.ts';
import { locationHandlers } from '../features/locations/catalogue/published/router.server.ts';
import { operationsHandlers } from '../features/operations/router.server.ts';
import { editingHandlers } from '../features/content/editing/router.server.ts';
import { contentHistoryHandlers } from '../features/content/history/router.server.ts';
import { maintenanceHandlers } from '../features/content/maintenance/router.server.ts';
import { contentHandlers } from '../features/content/router.server.ts';
import { overviewHandlers } from '../features/overview/router.server.ts';
import { recordEmptySearch } from '../features/search/empty-searches.commands.server.ts';
import { pinHandlers } from '../features/search/pins/router.server.ts';
import { synonymHandlers } from '../features/search/synonyms/router.server.ts';
import { searchHandlers } from '../features/search/router.server.ts';
import { type ChallengeCost, createProofOfWork } from '../features/proof-of-work/commands.server.ts';
import { verificationHandlers } from '../features/proof-of-work/router.server.ts';
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
import type { JobRetrier } from '../platform/jobs/job-queue.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { createAccountDataQuery, publishEvent } from './event-subscriptions.ts';
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
  readonly getContent: () => Content;
  readonly getMaps: () => InstalledMaps;
  readonly now: () => Date;
  /** Tests lower it. */
  readonly challengeCost?: ChallengeCost;
}

/** Creates the handlers of all API routes except uploads. */
export function createHandlers(services: Services, status: NodeStatus): RouteHandler[] {
  const { config, log, db, storage, jobs, cards, search, getContent, getMaps, now } = services;
  const { site, siteUrl } = config;
  const verification = createProofOfWork(db, services.challengeCost);
  const sender = { site, siteUrl, queueMail: createOutbox(jobs) };
  const bound = { db, now, site, siteUrl, storage, jobs, queueMail: sender.queueMail, publishEvent, search, cards };
  const handlers = [
    ...bindHandlers(
      FEATURES.flatMap(({ handlers: ofFeature = [] }) => ofFeature),
      bound,
    ),
    ...statusHandlers(status),
    ...contentHandlers({ content: getContent, mapStyleUrl: () => getMapStyleUrl(config, getMaps()), config }),
    ...editingHandlers({ db, jobs, site, now }),
    ...contentHistoryHandlers({ db, now }),
    ...maintenanceHandlers({ db, now }),
    ...searchHandlers({
      search,
      cards,
      // A search that cannot be counted, as when the disk is full, still gets its response.
      recordEmpty: (words) => recordEmptySearch(db, words, now()).catch(() => {}),
    }),
    ...synonymHandlers({ db, search, now }),
    ...pinHandlers({ db, now }),
    ...locationHandlers(db),
    ...listingHandlers({ db, siteUrl }),
    ...bulkChangeHandlers({ db, jobs, ...sender, publishEvent, now }),
    ...importHandlers({ db, jobs, siteUrl, now }),
    ...publishingHandlers({ db, ...sender, publishEvent }),
    ...deletingHandlers({ db, publishEvent }),
    ...ownershipHandlers({ db, ...sender, publishEvent }),
    ...contactHandlers(db),
    ...reviewHandlers({ db, now }),
    ...ownerTaskHandlers({ db, ...sender, publishEvent, now }),
    ...mergingHandlers({ db, ...sender, publishEvent, now }),
    ...duplicatesHandlers({ db, now, listOfficeEnquiries }),
    ...recordHandlers({ db, listDocuments }),
    ...historyHandlers({ db, jobs, now }),
    ...submissionHandlers({ db, ...sender, publishEvent, now, listDocuments }),
    ...optionHandlers({ db, publishEvent, now }),
    ...operationsHandlers({ db, jobs, now }),
    ...overviewHandlers({ db, now }),
    ...imageHandlers({ db, jobs, now }),
    ...documentHandlers({ db, storage, now }),
    ...enquiriesHandlers({ db, ...sender, verification }),
    ...caseHandlers({ db, storage, ...sender, now }),
    ...templateHandlers({ db, now }),
    ...threadHandlers({ db, storage, ...sender, now }),
    ...accountHandlers({
      db,
      ...sender,
      verification,
      passwords: config.demo ? argon2id : rejectDemoPassword(argon2id),
      secondFactor: config.secondFactor,
      singleSignOn: config.singleSignOn ?? null,
      provider: config.singleSignOn && connectProvider(config.singleSignOn, siteUrl, log),
      publishEvent,
      jobs,
      countAccountData: createAccountDataQuery(db),
      assertCanLogIn: (person) => {
        if (getContent().maintenance) assertCanBypassMaintenance(person);
      },
      now,
    }),
    ...apiTokenHandlers({ db, now }),
    ...notificationHandlers(db),
    ...auditLogHandlers(db),
    ...verificationHandlers(verification),
  ];
  return auditExports(handlers, { db, now });
}

/** Returns the style that replaces the base map: that of MAP_STYLE_URL, or of the installed files. */
function getMapStyleUrl({ mapStyleUrl }: Config, { streets, relief }: InstalledMaps): string | null {
  return mapStyleUrl ?? (streets || relief ? MAP_STYLE_URL : null);
}
