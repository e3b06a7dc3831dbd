import type { Db } from '../../platform/db/transaction.ts';
import type { Feature } from '../../platform/feature/feature.ts';
import { withTag } from '../../platform/http/handlers.ts';
import type { Actor } from '../../platform/http/route-permission.ts';
import { administrationHandlers } from './administration/handlers.server.ts';
import { type AccountData, userDetails, userRow } from './administration/schema.ts';
import { deletionQueue } from './account-deletion/deletion-queue.server.ts';
import { resumeDeletions } from './account-deletion/jobs.server.ts';
import { deleteUnverifiedAccounts } from './account-deletion/unverified.jobs.server.ts';
import { deleteExpired } from './cleanup.jobs.server.ts';
import { mailedLinkHandlers, ownAccountHandlers } from './handlers.server.ts';
import { logInHandlers } from './log-in/handlers.server.ts';
import { confirmationHandlers, sessionHandlers } from './log-in/session-handlers.server.ts';
import type { Passwords } from './passwords/hashing.server.ts';
import { ACCOUNT_DATA } from './personal-data.queries.server.ts';
import { profile, session } from './schema.ts';
import { secondFactorHandlers } from './second-factor/handlers.server.ts';
import type { SecondFactorPolicy } from './sessions/second-factor-policy.server.ts';
import { singleSignOnHandlers } from './single-sign-on/handlers.server.ts';
import type { Provider } from './single-sign-on/provider.server.ts';

declare module '../../platform/http/handlers.ts' {
  interface Services {
    readonly passwords: Passwords;
    readonly secondFactor: SecondFactorPolicy;
    /** Undefined without single sign-on. */
    readonly provider: Provider | undefined;
    /** Counts the data in all features that is deleted with an account. */
    readonly countAccountData: (db: Db, user: { readonly id: string; readonly email: string }) => Promise<AccountData>;
    /** Throws an ApiError if the person may not log in at the moment because of maintenance. */
    readonly assertCanLogIn: (person: Pick<Actor, 'permissions' | 'verified'>) => void;
  }
}

/** Accounts, sessions and log-in. */
export const accountFeature: Feature = {
  tag: 'accounts',
  handlers: [
    ...sessionHandlers,
    ...confirmationHandlers,
    ...logInHandlers,
    ...mailedLinkHandlers,
    ...ownAccountHandlers,
    ...secondFactorHandlers,
    ...singleSignOnHandlers,
    ...withTag('users', administrationHandlers),
  ],
  personalData: ACCOUNT_DATA,
  queues: [deletionQueue],
  cleanup: {
    sessions: ({ db, at }) => deleteExpired(db, at),
    'unverified accounts': ({ db, publishEvent, at }) => deleteUnverifiedAccounts(db, publishEvent, at),
    'account deletions': ({ db, jobs }) => resumeDeletions(db, jobs),
  },
  schemas: {
    Profile: profile,
    Session: session,
    User: userDetails,
    UserRow: userRow,
  },
  examples: {
    'POST /login': { input: { email: 'isla@northlight.example', password: 'the tide tables of 1926' } },
  },
};
