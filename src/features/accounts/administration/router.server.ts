import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { toCsv } from '../../../platform/csv.ts';
import type { Database } from '../../../platform/db/tables.ts';
import { type Binding, type Call, FileAnswer, actorOf, bind } from '../../../platform/http/server.ts';
import type { AccountDeps } from '../commands.server.ts';
import type { Passwords } from '../passwords/hashing.server.ts';
import { accountById } from '../queries.server.ts';
import { inviteColleague, updateUser } from './commands.server.ts';
import * as routes from './contract.ts';
import { EXPORT_HEADINGS, userDetails, usersForExport, usersPage } from './queries.server.ts';
import type { Belongings } from './schema.ts';

/** Counts what goes with an account that is deleted, in the features that hold it. */
export type BelongingsOf = (user: { readonly id: string; readonly email: string }) => Promise<Belongings>;

interface Parts extends AccountDeps {
  readonly db: Kysely<Database>;
  readonly passwords: Passwords;
  readonly belongingsOf: BelongingsOf;
  readonly now: () => Date;
}

/** Answers the Locations Team about users. */
export function administrationBindings({ db, passwords, belongingsOf, now, ...deps }: Parts): Binding[] {
  const actBy = (call: Call) => ({ actor: actorOf(call), session: call.session, at: now() });
  return [
    bind(routes.users, (asked) => usersPage(db, asked)),
    bind(routes.exportUsers, (asked) => new FileAnswer('users.csv', toCsv(EXPORT_HEADINGS, usersForExport(db, asked)))),
    bind(routes.userById, ({ id }) => userDetails(db, id, now())),
    bind(routes.updateUser, (change, call) =>
      db.transaction().execute(async (trx) => {
        const message = await updateUser(trx, deps, actBy(call), change);
        return { message, user: await userDetails(trx, change.id, now()) };
      }),
    ),
    bind(routes.userBelongings, async ({ id }) => belongingsOf(await accountById(db, id))),
    bind(routes.inviteColleague, async (person, call) => {
      const unknown = await passwords.hash(randomBytes(32).toString('base64url'));
      return db.transaction().execute((trx) => inviteColleague(trx, deps, actBy(call), person, unknown));
    }),
  ];
}
