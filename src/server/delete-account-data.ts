import { recordRemainder } from '../features/accounts/account-deletion/commands.server.ts';
import type { DeleteBatch } from '../features/accounts/account-deletion/jobs.server.ts';
import type { AccountDeletedEvent } from '../features/accounts/events.ts';
import type { Trx } from '../platform/db/transaction.ts';
import type { PublishEvent, SiteEvent } from '../platform/db/transaction-events.ts';
import { FEATURES } from './features.ts';

/**
 * Deletes the data of an account that is being deleted. Data that is too much for one transaction is hidden from everyone at once,
 * and the worker deletes it later.
 */
export async function deleteAccountData(
  trx: Trx,
  event: AccountDeletedEvent,
  publishEvent: PublishEvent<SiteEvent>,
): Promise<void> {
  let total = 0;
  for (const { accountData } of FEATURES) total += (await accountData?.delete(trx, event, publishEvent)) ?? 0;
  if (total > 0) await recordRemainder(trx, { ...event, total });
}

/** Deletes the next rows of a deleted account. */
export function createBatchDeletion(publishEvent: PublishEvent<SiteEvent>): DeleteBatch {
  return async (trx, account) => {
    for (const { accountData } of FEATURES) {
      const deleted = (await accountData?.deleteSome?.(trx, account, publishEvent)) ?? 0;
      if (deleted > 0) return deleted;
    }
    return 0;
  };
}
