import type { Trx } from './transaction.ts';

/**
 * Publishes an event inside the transaction that causes it. Subscribers in other features (see their feature.ts) run in
 * the same transaction, so that they commit or roll back together.
 */
export type PublishEvent<Event> = (trx: Trx, event: Event) => Promise<void>;

/** The events of all features by type. Features declare theirs by interface merging. @public */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface SiteEvents {}
export type SiteEvent = SiteEvents[keyof SiteEvents];
