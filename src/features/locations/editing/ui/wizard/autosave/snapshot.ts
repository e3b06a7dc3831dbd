import type { LocationField, LocationFields } from '../../../../catalogue/fields/lookup.ts';
import type { ServerState } from './server-state.ts';

export type Progress =
  | { readonly state: 'saved' | 'saving' | 'offline' | 'conflict' }
  | { readonly state: 'failed'; readonly message: string };

/** The state of the autosaver that the wizard shows. */
export interface Snapshot {
  readonly serverState: ServerState;
  /** The current input. */
  readonly fields: LocationFields;
  /** Fields that somebody else has changed too, to the values in `theirs`. */
  readonly conflicts: readonly LocationField[];
  readonly theirs: LocationFields;
  readonly progress: Progress;
  /** When the server last saved anything; ISO 8601. */
  readonly storedAt: string | null;
  /** Whether another window has created a location from the same draft, so that this one would create a second. */
  readonly isCreatedElsewhere: boolean;
}
