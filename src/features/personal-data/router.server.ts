import type { Db } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import {
  FileResponse,
  type RouteHandler,
  createHandler,
  requireActor,
  toCommandContext,
} from '../../platform/http/route-handlers.ts';
import type { JobSender } from '../../platform/jobs.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { recordDownload, requestExport } from './commands.server.ts';
import * as routes from './contract.ts';
import { createTicket, downloadCookie, isTicketValid } from './download-tickets.queries.server.ts';
import { DOWNLOAD_EXPIRED, EXPORT_EXPIRED, EXPORT_REQUESTED } from './messages.ts';
import { findLatestExport, getOwner } from './queries.server.ts';
import { getExportKey } from './storage-keys.server.ts';

interface Deps {
  readonly db: Db;
  readonly storage: Pick<Storage, 'open'>;
  readonly jobs: Pick<JobSender, 'enqueue'>;
  readonly now: () => Date;
  readonly siteUrl: string;
}

/** Routes of the archive of one's own data. */
export function personalDataHandlers({ db, storage, jobs, now, siteUrl }: Deps): RouteHandler[] {
  const cookie = downloadCookie(siteUrl);
  return [
    createHandler(routes.latestExport, async (_input, call) => ({
      export: await findLatestExport(db, requireActor(call).id, now()),
    })),
    createHandler(routes.requestExport, async (_input, call) => {
      await db.transaction().execute((trx) => requestExport(trx, jobs, toCommandContext(call, now)));
      return { message: EXPORT_REQUESTED };
    }),
    createHandler(routes.createDownload, async ({ id }, call) => {
      const owner = await getOwner(db, id, now());
      if (owner !== requireActor(call).id) throw new ApiError('NOT_FOUND', EXPORT_EXPIRED);
      call.setCookie(cookie.name, await createTicket(db, id, now()), cookie.options);
      return {};
    }),
    createHandler(routes.downloadExport, async ({ id }, call) => {
      if (!(await isTicketValid(db, id, { ticket: call.getCookie(cookie.name), now: now() })))
        throw new ApiError('NOT_FOUND', DOWNLOAD_EXPIRED);
      const owner = await getOwner(db, id, now());
      const stored = await storage.open(getExportKey(id));
      // A restored site has no archives: backups leave them out.
      if (!stored) throw new ApiError('NOT_FOUND', EXPORT_EXPIRED);
      await db.transaction().execute((trx) => recordDownload(trx, owner, now()));
      return new FileResponse('my-data.zip', stored.stream, stored.bytes);
    }),
  ];
}
