import type { LocationAccessFields } from '../working-copy/policy.ts';
import type { LockedChange } from './commands.server.ts';
import type { Reason } from './schema.ts';

/** A location of a batch, locked. */
export interface BatchLocation extends LocationAccessFields {
  readonly id: string;
}

/** Why locations of a batch are left out, by id, with a detail. */
export type Refusals = Map<string, { readonly reason: Reason; readonly detail?: string | undefined }>;

/** What a batch is part of: the change, on whose behalf, and when. */
export interface Batch {
  readonly change: LockedChange;
  readonly actorId: string;
  readonly at: Date;
}
