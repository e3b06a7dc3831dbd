import type { Kysely } from 'kysely';
import { notificationBindings } from '../../src/features/notifications/router.server.ts';
import { trailBindings } from '../../src/features/audit-log/router.server.ts';
import type { Database } from '../../src/platform/db/tables.ts';
import type { Api } from '../../src/platform/http/contract.ts';
import { type Actor, type Binding, inProcess, jsonApi } from '../../src/platform/http/server.ts';
import { callBy } from './calls.ts';

/** What answers the Locations Team about what happens. */
export function activityBindings(db: Kysely<Database>): Binding[] {
  return [...notificationBindings(db), ...trailBindings(db)];
}

/** What the Locations Team reads of what happens, as this person reads it, in process. */
export function activityApi(db: Kysely<Database>, actor: Actor | null): Api {
  return jsonApi(inProcess(activityBindings(db), callBy(actor)));
}
