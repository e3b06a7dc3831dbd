import type { Feature } from '../../platform/feature/feature.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { createTicket, downloadCookie, isTicketValid } from '../../platform/http/download-tickets.ts';
import { action, command, query } from '../../platform/http/handlers.ts';
import { FileResponse } from '../../platform/http/route-handlers.ts';
import { deleteExportsOf, recordDownload, requestExport } from './commands.server.ts';
import * as routes from './contract.ts';
import { exportQueue } from './export-queue.server.ts';
import { deleteOldExports } from './jobs.server.ts';
import { DOWNLOAD_EXPIRED, EXPORT_EXPIRED, EXPORT_REQUESTED } from './messages.ts';
import { findLatestExport, getOwner } from './queries.server.ts';
import { getExportKey } from './storage-keys.server.ts';

const TICKET = 'data export';

/** The archive of one's own data. */
export const personalDataFeature: Feature = {
  tag: 'accounts',
  handlers: [
    query(routes.latestExport, async (db, caller, _input, { at }) => ({
      export: await findLatestExport(db, caller.id, at),
    })),
    command(routes.requestExport, requestExport, EXPORT_REQUESTED),
    query(routes.createDownload, async (db, caller, { id }, { at, siteUrl, setCookie }) => {
      const owner = await getOwner(db, id, at);
      if (owner !== caller.id) throw new ApiError('NOT_FOUND', EXPORT_EXPIRED);
      const cookie = downloadCookie(siteUrl);
      setCookie(cookie.name, await createTicket(db, TICKET, id, at), cookie.options);
      return {};
    }),
    action(routes.downloadExport, async ({ db, at, storage, siteUrl, getCookie }, { id }) => {
      const ticket = getCookie(downloadCookie(siteUrl).name);
      if (!(await isTicketValid(db, TICKET, id, { ticket, now: at })))
        throw new ApiError('NOT_FOUND', DOWNLOAD_EXPIRED);
      const owner = await getOwner(db, id, at);
      const stored = await storage.open(getExportKey(id));
      // A restored site has no archives: backups leave them out.
      if (!stored) throw new ApiError('NOT_FOUND', EXPORT_EXPIRED);
      await db.transaction().execute((trx) => recordDownload(trx, owner, at));
      return new FileResponse('my-data.zip', stored.stream, stored.bytes);
    }),
  ],
  accountData: { delete: (trx, { userId }) => deleteExportsOf(trx, userId) },
  queues: [exportQueue],
  cleanup: { 'personal data': ({ db, storage, at }) => deleteOldExports(db, storage, at) },
};
