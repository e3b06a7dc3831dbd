import type { Db } from '../../platform/db/transaction.ts';
import { recordFailedLogins } from './failed-login-audit.commands.server.ts';
import { deleteOldDevices } from './known-devices.commands.server.ts';
import { ROLES, ROLE_NAMES } from './permissions.ts';
import { SINGLE_SIGN_ON_TOTAL_MS } from './sessions/session-expiry.ts';

/** Deletes expired sessions, links, what log-ins have begun, counters of log-in attempts and remembered browsers, and records failed log-ins. */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  const ageLimit = (age: number) => new Date(now.getTime() - age);
  for (const role of ROLE_NAMES) {
    const { idle, total } = ROLES[role].session;
    await db
      .deleteFrom('sessions')
      .where('user_id', 'in', (eb) => eb.selectFrom('users').select('id').where('role', '=', role))
      .where((eb) => eb.or([eb('last_used_at', '<=', ageLimit(idle)), eb('created_at', '<=', ageLimit(total))]))
      .execute();
  }
  await db.deleteFrom('account_tokens').where('expires_at', '<=', now).execute();
  await db.deleteFrom('second_factor_steps').where('expires_at', '<=', now).execute();
  await db
    .deleteFrom('sessions')
    .where('single_sign_on', '=', true)
    .where('created_at', '<=', ageLimit(SINGLE_SIGN_ON_TOTAL_MS))
    .execute();
  await db.deleteFrom('single_sign_on_attempts').where('expires_at', '<=', now).execute();
  await db.deleteFrom('login_attempts').where('expires_at', '<=', now).execute();
  await deleteOldDevices(db, now);
  await recordFailedLogins(db, now);
}
