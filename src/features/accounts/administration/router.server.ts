import type { Db } from '../../../platform/db/transaction.ts';
import { randomBytes } from 'node:crypto';
import { toCsv } from '../../../platform/text/csv.ts';
import {
  type RouteHandler,
  type CallContext,
  FileResponse,
  createHandler,
} from '../../../platform/http/route-handlers.ts';
import { requireActor } from '../../../platform/http/route-permission.ts';
import type { AccountDeps } from '../commands.server.ts';
import type { Passwords } from '../passwords/hashing.server.ts';
import { getAccountById } from '../queries.server.ts';
import { endUserSessions, inviteColleague, updateUser } from './commands.server.ts';
import * as routes from './contract.ts';
import {
  EXPORT_HEADINGS,
  getUserDetails,
  listFilmOffices,
  listOpenDeletions,
  listUsers,
  readUsersForExport,
} from './queries.server.ts';
import { userSessionsEnded } from '../messages.ts';
import type { AccountData } from './schema.ts';

/** Counts the data in all features that is deleted with an account. */
export type CountAccountData = (user: { readonly id: string; readonly email: string }) => Promise<AccountData>;

interface Deps extends AccountDeps {
  readonly db: Db;
  readonly passwords: Passwords;
  readonly countAccountData: CountAccountData;
  readonly now: () => Date;
}

/** Routes of user administration. */
export function administrationHandlers({ db, passwords, countAccountData, now, ...deps }: Deps): RouteHandler[] {
  const toTeamContext = (call: CallContext) => ({
    actor: requireActor(call),
    session: call.session,
    isConfirmed: call.isConfirmed,
    at: now(),
  });
  return [
    createHandler(routes.users, (params) => listUsers(db, params)),
    createHandler(
      routes.exportUsers,
      (params) => new FileResponse('users.csv', toCsv(EXPORT_HEADINGS, readUsersForExport(db, params))),
    ),
    createHandler(routes.filmOffices, () => listFilmOffices(db)),
    createHandler(routes.userById, ({ id }) => getUserDetails(db, id, now())),
    createHandler(routes.updateUser, (change, call) =>
      db.transaction().execute(async (trx) => {
        const message = await updateUser(trx, deps, toTeamContext(call), change);
        return { message, user: await getUserDetails(trx, change.id, now()) };
      }),
    ),
    createHandler(routes.endUserSessions, async ({ id }, call) => {
      const sessions = await db.transaction().execute((trx) => endUserSessions(trx, toTeamContext(call), id));
      return { message: userSessionsEnded(sessions) };
    }),
    createHandler(routes.openDeletions, () => listOpenDeletions(db)),
    createHandler(routes.userDataSummary, async ({ id }) => countAccountData(await getAccountById(db, id))),
    createHandler(routes.inviteColleague, async (person, call) => {
      const randomPasswordHash = await passwords.hash(randomBytes(32).toString('base64url'));
      return db
        .transaction()
        .execute((trx) => inviteColleague(trx, deps, toTeamContext(call), person, randomPasswordHash));
    }),
  ];
}
