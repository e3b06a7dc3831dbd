import { isConflict, getErrorMessage } from '../../../../../../platform/http/contract.ts';
import type { TypedFields } from '../../../../working-copy/schema.ts';
import type { OwnLocation } from '../../../schema.ts';
import type { DeviceStorage } from './device-storage.ts';
import type { SaveRequests } from './save-requests.ts';
import type { Progress, Snapshot } from './snapshot.ts';
import {
  type ServerState,
  getDifferingFields,
  getServerFields,
  mergeServerState,
  pickFields,
  getSavedFields,
  isAwaitingApproval,
} from './server-state.ts';
import { LOCATION_FIELDS, type LocationField, type LocationFields } from '../../../../catalogue/fields/lookup.ts';
import { mergeFields } from '../../../../catalogue/fields/merge-fields.ts';

/** Milliseconds from the last input to sending the draft. Doubled for each retry, up to the maximum. */
const SAVE_DELAY_MS = 1_000;
const MAX_SAVE_DELAY_MS = 60_000;
/** Attempts to save when others save at the same time. */
const MAX_ATTEMPTS = 3;

/**
 * Saves the input of the wizard: at once on the device, after a pause as a draft on the server, and by `save` in the working copy.
 * Requests run one after another. When others have saved in the meantime, the fields are merged; if both have changed the same
 * field, nothing more is sent until `resolve`.
 */
export class Autosaver {
  #serverState: ServerState;
  #mine: LocationFields;
  /** The values that the input is based on: the server state, except for fields in conflict. */
  #base: LocationFields;
  #theirs: LocationFields;
  #conflicts: readonly LocationField[];
  #progress: Progress = { state: 'saved' };
  #snapshot: Snapshot;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  /** Whether conflicts were resolved since the draft was saved. */
  #isResolved = false;
  #isCreatedElsewhere = false;
  #isStopped = false;
  #last: Promise<unknown> = Promise.resolve();
  readonly #listeners = new Set<() => void>();
  readonly #requests: SaveRequests;
  readonly #isOnline: () => boolean;
  #device: DeviceStorage | undefined;

  constructor(serverState: ServerState, requests: SaveRequests, isOnline: () => boolean = () => navigator.onLine) {
    this.#requests = requests;
    this.#isOnline = isOnline;
    this.#serverState = serverState;
    const shown = getServerFields(serverState);
    ({
      mine: this.#mine,
      base: this.#base,
      theirs: this.#theirs,
      conflicts: this.#conflicts,
    } = mergeServerState(serverState, shown, shown));
    if (this.#conflicts.length > 0) this.#progress = { state: 'conflict' };
    this.#snapshot = this.#takeSnapshot();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): Snapshot => this.#snapshot;

  /** Restores unsent input of other windows from the device, and saves all further input there. */
  restore(device: DeviceStorage): void {
    this.#device = device;
    const conflicts = new Set(this.#conflicts);
    for (const { base, input } of device.take(this.#locationId)) {
      const shown = this.#mine;
      const merged = mergeFields(
        { ...shown, ...base } as LocationFields,
        { ...shown, ...input } as LocationFields,
        shown,
      );
      this.#mine = merged.mine;
      this.#base = { ...this.#base, ...pickFields(merged.base, merged.conflicts) } as LocationFields;
      this.#theirs = { ...this.#theirs, ...pickFields(shown, merged.conflicts) } as LocationFields;
      for (const field of merged.conflicts) conflicts.add(field);
    }
    this.#conflicts = [...conflicts];
    this.#onChange();
  }

  /** Changes fields. */
  change(input: TypedFields): void {
    this.#mine = { ...this.#mine, ...input } as LocationFields;
    this.#failures = 0;
    this.#onChange();
  }

  /** Sends the draft without delay: before the page closes, and when the connection is back. */
  sendDraft(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#enqueue(async () => {
      if (!this.#isPending || this.#conflicts.length > 0) return this.#onChange();
      const saved = getSavedFields(this.#serverState);
      const fields = pickFields(this.#mine, getDifferingFields(this.#mine, saved));
      try {
        this.#report({ state: this.#isOnline() ? 'saving' : 'offline' });
        const draft = await this.#requests.saveDraft(this.#serverState, fields);
        this.#setServerState({ ...this.#serverState, draft: { ...draft, fields, base_values: saved as TypedFields } });
        this.#isResolved = false;
        this.#failures = 0;
      } catch (error) {
        this.#failures++;
        try {
          await this.#applyServerState(error);
        } catch (reason) {
          this.#fail(reason);
          return;
        }
      }
      this.#onChange();
    });
  }

  /**
   * Saves the changed ones of these fields, or creates the location from all of them. Rejects with an ApiError.
   * @returns the message for the user; undefined if there are conflicts to resolve first
   */
  save(fields: readonly LocationField[], isSubmitting = false): Promise<{ message: string | null } | undefined> {
    clearTimeout(this.#timer);
    return this.#enqueue(async () => {
      for (let left = MAX_ATTEMPTS; this.#conflicts.length === 0; left--) {
        const sent = this.#mine;
        const changed = new Set(
          this.#serverState.location ? getDifferingFields(sent, getSavedFields(this.#serverState)) : LOCATION_FIELDS,
        );
        const names = fields.filter((field) => changed.has(field));
        if (names.length === 0 && !isSubmitting) break;
        this.#report({ state: 'saving' });
        try {
          const { location, message } = await this.#requests.save(
            this.#serverState,
            pickFields(sent, names),
            isSubmitting,
          );
          this.#applySaved(sent, location);
          return { message };
        } catch (error) {
          this.#onChange();
          if (left === 1) throw error;
          await this.#applyServerState(error);
        }
      }
      this.#onChange();
      return this.#conflicts.length > 0 ? undefined : { message: null };
    });
  }

  /** Applies a change of contacts or images to the server state. */
  applyChange(change: Partial<OwnLocation>): void {
    const { location } = this.#serverState;
    if (location) this.#merge({ ...this.#serverState, location: { ...location, ...change } });
  }

  /** Loads and merges the server state. */
  async refresh(): Promise<void> {
    await this.#enqueue(async () => this.#merge(await this.#requests.load(this.#locationId)));
  }

  /** Resolves the conflicts: these fields get the value of the others, the rest keeps the input. */
  resolve(theirs: ReadonlySet<LocationField>): void {
    const replaced = this.#conflicts.filter((field) => theirs.has(field));
    this.#mine = { ...this.#mine, ...pickFields(this.#theirs, replaced) } as LocationFields;
    this.#conflicts = [];
    const { draft } = this.#serverState;
    if (draft)
      this.#serverState = {
        ...this.#serverState,
        draft: { ...draft, base_values: getSavedFields(this.#serverState) as TypedFields },
      };
    this.#base = getServerFields(this.#serverState);
    this.#isResolved = true;
    this.#onChange();
  }

  /** Stops sending. Unsent input stays on the device. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  get #locationId(): string | null {
    return this.#serverState.location?.id ?? null;
  }

  /** Whether the input differs from the server state. */
  get #isPending(): boolean {
    const isChanged = this.#isResolved || getDifferingFields(this.#mine, getServerFields(this.#serverState)).length > 0;
    return isChanged && !isAwaitingApproval(this.#serverState);
  }

  #enqueue<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => {});
    return result;
  }

  #setServerState(serverState: ServerState): void {
    this.#serverState = serverState;
    this.#base = getServerFields(serverState);
  }

  #applySaved(sent: LocationFields, location: OwnLocation): void {
    if (this.#locationId === null) this.#device?.save(null, null);
    this.#setServerState({ location, draft: location.draft });
    // The response has normalised values, such as a postcode in capitals. Fields that were changed in the meantime keep the input.
    this.#mine = mergeFields(sent, this.#mine, this.#base).mine;
    this.#failures = 0;
    this.#onChange();
  }

  #merge(now: ServerState): void {
    const merged = mergeServerState(now, this.#base, this.#mine);
    this.#serverState = now;
    this.#mine = merged.mine;
    this.#base = merged.base;
    this.#theirs = merged.theirs;
    this.#conflicts = merged.conflicts;
    this.#onChange();
  }

  /** After a conflict: merges the changes of others. Rethrows any other error, and a conflict for which a retry is pointless. */
  async #applyServerState(error: unknown): Promise<void> {
    if (!isConflict(error)) throw error;
    const before = this.#serverState;
    const now = await this.#requests.load(this.#locationId);
    if (before.location === null && before.draft && !now.draft) {
      this.#isCreatedElsewhere = true;
      this.#setServerState(now);
      this.#onChange();
      throw error;
    }
    this.#merge(now);
    if (isAwaitingApproval(now)) throw error;
  }

  #fail(error: unknown): void {
    this.#report(this.#isOnline() ? { state: 'failed', message: getErrorMessage(error) } : { state: 'offline' });
    this.#schedule();
  }

  /** Saves unsent input on the device, and schedules sending it. */
  #onChange(): void {
    const unsent = getDifferingFields(this.#mine, this.#base);
    const changes = { base: pickFields(this.#base, unsent), input: pickFields(this.#mine, unsent) };
    this.#device?.save(this.#locationId, unsent.length > 0 ? changes : null);
    if (this.#conflicts.length > 0) return this.#report({ state: 'conflict' });
    const isPending = this.#isPending;
    this.#report({ state: this.#isOnline() ? (isPending ? 'saving' : 'saved') : 'offline' });
    if (isPending) this.#schedule();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    const pause = Math.min(MAX_SAVE_DELAY_MS, SAVE_DELAY_MS * 2 ** this.#failures);
    this.#timer = setTimeout(() => void this.sendDraft(), pause);
  }

  #report(progress: Progress): void {
    this.#progress = progress;
    this.#snapshot = this.#takeSnapshot();
    for (const listener of this.#listeners) listener();
  }

  #takeSnapshot(): Snapshot {
    const { location, draft } = this.#serverState;
    const moments = [location?.lastmodificationdate ?? '', draft?.updated_at ?? ''];
    return {
      serverState: this.#serverState,
      fields: this.#mine,
      conflicts: this.#conflicts,
      theirs: this.#theirs,
      progress: this.#progress,
      storedAt: moments.toSorted().at(-1) || null,
      isCreatedElsewhere: this.#isCreatedElsewhere,
    };
  }
}
