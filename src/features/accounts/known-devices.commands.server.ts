import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/transaction.ts';
import { createSecret, isWellFormedSecret } from '../../platform/http/secrets.server.ts';
import { DAY_MS } from '../../platform/text/durations.ts';

/** How long a browser is remembered after it was last used to log in; the longest that browsers keep a cookie. */
export const REMEMBERED_DAYS = 400;
/** Remembered browsers of an account, the last used ones. Private windows are new ones each time. */
const MAX_DEVICES = 50;

/** The outcome of a log-in for the browser. */
interface Recognition {
  /** For the cookie of the browser. */
  readonly secret: string;
  /** Whether the account was used before, but never in this browser. */
  readonly isNew: boolean;
}

/**
 * Remembers the browser of a log-in. The first one of an account is not new, since its user has just registered.
 * @param cookie the secret of the browser, if it has one; other accounts can have been used in it
 */
export async function rememberDevice(
  trx: Trx,
  { userId, cookie }: { userId: string; cookie: string | undefined },
  at: Date,
): Promise<Recognition> {
  const secret = isWellFormedSecret(cookie) ? cookie : createSecret();
  const device_hash = hashDevice(userId, secret);
  const known = await trx
    .selectFrom('known_devices')
    .select('device_hash')
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .orderBy('device_hash')
    .execute();
  const isKnown = known.some((device) => device.device_hash.equals(device_hash));
  await trx
    .insertInto('known_devices')
    .values({ user_id: userId, device_hash, last_used_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet({ last_used_at: at }))
    .execute();
  const forgotten = isKnown ? [] : known.slice(MAX_DEVICES - 1).map((device) => device.device_hash);
  if (forgotten.length > 0)
    await trx.deleteFrom('known_devices').where('user_id', '=', userId).where('device_hash', 'in', forgotten).execute();
  return { secret, isNew: known.length > 0 && !isKnown };
}

/** The hash includes the account, so that the table does not show which accounts are used in one browser. */
function hashDevice(userId: string, secret: string): Buffer {
  return createHash('sha256').update(`${userId} ${secret}`).digest();
}

/** Deletes browsers that were not used for a long time, but not the last one of an account: then the next log-in would be its first. */
export async function deleteOldDevices(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - REMEMBERED_DAYS * DAY_MS);
  await sql`
    delete from known_devices old where last_used_at < ${before} and exists (
      select from known_devices newer where newer.user_id = old.user_id
        and (newer.last_used_at, newer.device_hash) > (old.last_used_at, old.device_hash))`.execute(db);
}
