import type { Db } from '../../../platform/db/transaction.ts';
import { type RouteHandler, createHandler } from '../../../platform/http/route-handlers.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import type { CaseDeps } from '../cases/commands.server.ts';
import { openFile } from '../files/queries.server.ts';
import { REPLY_SENT } from './messages.ts';
import { reply } from './commands.server.ts';
import * as routes from './contract.ts';
import { getParticipantByLink } from '../links/commands.server.ts';
import { getThread } from './queries.server.ts';

interface Deps extends CaseDeps {
  readonly db: Db;
  readonly storage: Pick<Storage, 'open'>;
  readonly now: () => Date;
}

/** Routes of participants, who have an emailed link instead of an account. */
export function threadHandlers({ db, storage, now, ...deps }: Deps): RouteHandler[] {
  return [
    createHandler(routes.enquiryThread, async ({ token }) =>
      getThread(db, await getParticipantByLink(db, token, now())),
    ),
    createHandler(routes.replyToThread, (message) =>
      db.transaction().execute(async (trx) => {
        const at = now();
        await reply(trx, deps, message, at);
        return {
          message: REPLY_SENT,
          thread: await getThread(trx, await getParticipantByLink(trx, message.token, at)),
        };
      }),
    ),
    createHandler(routes.threadFile, async ({ token, fileId }, call) => {
      const { id } = await getParticipantByLink(db, token, now());
      return openFile({ db, storage }, fileId, { participantId: id }, call.log);
    }),
  ];
}
