import type { Db } from '../../../platform/db/transaction.ts';
import type { PublishEvent } from '../../../platform/db/transaction-events.ts';
import { DAY_MS } from '../../../platform/text/durations.ts';
import type { AccountEvent } from '../events.ts';
import { UNVERIFIED_DAYS } from '../schema.ts';
import { deleteAccount } from './commands.server.ts';

/** In one run; the next one, an hour later, deletes more. */
const MAX_ACCOUNTS = 500;

/**
 * Deletes accounts whose email address was never verified: nobody has used them, and they may have been created with the email address of
 * somebody else.
 */
export async function deleteUnverifiedAccounts(
  db: Db,
  publishEvent: PublishEvent<AccountEvent>,
  now: Date,
): Promise<void> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('email_verified_at', 'is', null)
    .where('enabled_at', 'is not', null)
    .where('created_at', '<=', new Date(now.getTime() - UNVERIFIED_DAYS * DAY_MS))
    .orderBy('created_at')
    .limit(MAX_ACCOUNTS)
    .execute();
  for (const { id } of found) {
    await db.transaction().execute(async (trx) => {
      // It may be verified or deleted meanwhile.
      const isUnverified = await trx
        .selectFrom('users')
        .select('id')
        .where('id', '=', id)
        .where('email_verified_at', 'is', null)
        .where('enabled_at', 'is not', null)
        .forUpdate()
        .executeTakeFirst();
      if (isUnverified)
        await deleteAccount(trx, { id, actorId: null, reason: 'Never verified', at: now }, publishEvent);
    });
  }
}
