import type { Trx } from '../../../platform/db/transaction.ts';
import type { Actor } from '../../../platform/http/route-permission.ts';
import type { LocationDeps } from '../mails/commands.server.ts';
import type { LocationAccessFields } from '../working-copy/policy.ts';
import type { LockedChange } from './commands.server.ts';
import type { BulkAction, Reason } from './schema.ts';

/** A location of a batch, locked. */
export interface BatchLocation extends LocationAccessFields {
  readonly id: string;
}

/** Why locations of a batch are left out, by id, with a detail. */
export type Refusals = Map<string, { readonly reason: Reason; readonly detail?: string | undefined }>;

/** The context of a batch: the change, its actor and the time. */
export interface Batch {
  readonly change: LockedChange<BulkAction>;
  readonly actorId: string;
  readonly at: Date;
}

/** The same for a change of any kind. */
export interface ImportBatch extends Omit<Batch, 'change'> {
  readonly change: LockedChange;
}

/** On whose behalf a batch runs. */
export type BatchActor = Pick<Actor, 'id' | 'permissions'>;

/** Performs the batches of imports: what a row does to its location is known to the feature that reads files. */
export interface RowImporter {
  /** Imports the rows of these locations, and stores what becomes of each. */
  apply(trx: Trx, deps: LocationDeps, batch: ImportBatch, actor: BatchActor, ids: readonly string[]): Promise<void>;
  /**
   * Gives these locked locations, which nobody has changed since, their former values, or deletes those that were new.
   * @returns those that it leaves as they are, with the reasons
   */
  undo(trx: Trx, deps: LocationDeps, batch: ImportBatch, locations: readonly BatchLocation[]): Promise<Refusals>;
}
