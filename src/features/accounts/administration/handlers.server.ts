import { randomBytes } from 'node:crypto';
import { type Handler, action, command, csvExport, query } from '../../../platform/http/handlers.ts';
import { deleteAccount } from '../account-deletion/commands.server.ts';
import { enqueueRemainder } from '../account-deletion/jobs.server.ts';
import { USER_DELETED, userSessionsEnded } from '../messages.ts';
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

/** Handlers of user administration. */
export const administrationHandlers: readonly Handler[] = [
  query(routes.users, (db, _caller, params) => listUsers(db, params)),
  csvExport(routes.exportUsers, 'users.csv', EXPORT_HEADINGS, (db, _caller, params) => readUsersForExport(db, params)),
  query(routes.filmOffices, (db) => listFilmOffices(db)),
  query(routes.userById, (db, _caller, { id }, { at }) => getUserDetails(db, id, at)),
  command(routes.updateUser, async (context, change) => {
    const message = await updateUser(context, change);
    return { message, user: await getUserDetails(context.trx, change.id, context.at) };
  }),
  command(routes.endUserSessions, async (context, user) => ({
    message: userSessionsEnded(await endUserSessions(context, user)),
  })),
  command(
    routes.deleteUser,
    async ({ trx, actor, at, publishEvent, jobs }, { id }) => {
      await deleteAccount(trx, { id, actorId: actor.id, at }, publishEvent);
      await enqueueRemainder(trx, jobs, id);
    },
    USER_DELETED,
  ),
  query(routes.openDeletions, (db) => listOpenDeletions(db)),
  query(routes.userDataSummary, async (db, _caller, { id }, { countAccountData }) =>
    countAccountData(db, await getAccountById(db, id)),
  ),
  // The hash is computed before the transaction, which it would keep open.
  action(routes.inviteColleague, async (context, person) => {
    const passwordHash = await context.passwords.hash(randomBytes(32).toString('base64url'));
    return context.db.transaction().execute((trx) => inviteColleague({ ...context, trx }, { ...person, passwordHash }));
  }),
];
