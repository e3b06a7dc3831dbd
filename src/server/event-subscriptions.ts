import type { AccountData } from '../features/accounts/administration/schema.ts';
import type { Db, Trx } from '../platform/db/transaction.ts';
import type { PublishEvent, SiteEvent } from '../platform/db/transaction-events.ts';
import { deleteAccountData } from './delete-account-data.ts';
import { FEATURES } from './features.ts';

/** Runs the subscriptions of all features to an event, one after the other. */
export const publishEvent: PublishEvent<SiteEvent> = async (trx, event) => {
  if (event.type === 'account.deleted') await deleteAccountData(trx, event, publishEvent);
  for (const { subscriptions } of FEATURES) {
    const subscription = subscriptions?.[event.type] as ((trx: Trx, event: SiteEvent) => Promise<void>) | undefined;
    await subscription?.(trx, event);
  }
};

/** Counts what the deletion of an account would delete, in all features. */
export async function countAccountData(
  db: Db,
  user: { readonly id: string; readonly email: string },
): Promise<AccountData> {
  const counts = await Promise.all(FEATURES.map(async ({ accountData }) => accountData?.count?.(db, user)));
  return Object.assign({}, ...counts) as AccountData;
}
