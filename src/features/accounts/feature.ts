import type { Feature } from '../../platform/feature/feature.ts';
import { userDetails, userRow } from './administration/schema.ts';
import { deleteExpired } from './cleanup.jobs.server.ts';
import { deletionQueue } from './account-deletion/deletion-queue.server.ts';
import { resumeDeletions } from './account-deletion/jobs.server.ts';
import { deleteUnverifiedAccounts } from './account-deletion/unverified.jobs.server.ts';
import { ACCOUNT_DATA } from './personal-data.queries.server.ts';
import { profile, session } from './schema.ts';

export const accountFeature: Feature = {
  personalData: ACCOUNT_DATA,
  queues: [deletionQueue],
  cleanup: {
    sessions: ({ db }) => deleteExpired(db),
    'unverified accounts': ({ db, publishEvent }) => deleteUnverifiedAccounts(db, publishEvent),
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
