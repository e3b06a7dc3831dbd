import type { Trx } from './db/transaction.ts';

/**
 * Announces a fact inside the transaction that makes it true. What must follow from it in other features (server/subscriptions
 * wires them) happens in the same transaction, so that a fact and its consequences are never apart.
 */
export type PublishEvent<Event> = (trx: Trx, event: Event) => Promise<void>;
