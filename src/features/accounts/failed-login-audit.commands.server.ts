import { sql } from 'kysely';
import { ignoreDiskFull } from '../../platform/db/connection-errors.ts';
import type { Db } from '../../platform/db/transaction.ts';
import { shortenIp } from '../../platform/http/ip-prefix.ts';
import { HOUR_MS } from '../../platform/text/durations.ts';
import { recordAudit } from '../audit-log/commands.server.ts';

const UNKNOWN_NETWORK = 'unknown';

/**
 * Counts a wrong password for the account of an email address, if it has one. The count does not wait for the disk, so that the time of the
 * response does not reveal whether it has. A full disk is ignored: the response matters more.
 */
export async function countFailedLogin(
  db: Db,
  { email, ip, now }: { email: string; ip: string; now: Date },
): Promise<void> {
  const network = shortenIp(ip) ?? UNKNOWN_NETWORK;
  const count = db.transaction().execute(async (trx) => {
    await sql`set local synchronous_commit = off`.execute(trx);
    await sql`
      insert into failed_logins (user_id, network, first_at)
      select id, ${network}, ${now} from users where lower(email) = ${email.toLowerCase()}
      on conflict (user_id, network) do update set attempts = failed_logins.attempts + 1`.execute(trx);
  });
  await count.catch(ignoreDiskFull);
}

/**
 * Writes an audit entry for each account and network with failed log-ins, an hour after the first: so an attack adds one entry an hour,
 * with its number of attempts.
 */
export async function recordFailedLogins(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const counted = await trx
      .deleteFrom('failed_logins')
      .where('first_at', '<=', new Date(now.getTime() - HOUR_MS))
      .returning(['user_id', 'network', 'attempts', 'first_at'])
      .execute();
    if (counted.length === 0) return;
    await recordAudit(
      trx,
      ...counted.map(({ user_id, network, attempts, first_at }) => ({
        ...({ type: 'LOGIN_FAILED', actorId: user_id, at: first_at } as const),
        details: { attempts, network },
      })),
    );
  });
}
