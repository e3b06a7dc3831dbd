import { isConflict, getErrorMessage } from '../../../../../platform/http/contract.ts';
import type { LocationDraft, TypedFields } from '../../../working-copy/schema.ts';
import type { OwnLocation } from '../../../submission/schema.ts';
import type { DeviceStorage } from './device-storage.ts';
import {
  type ServerState,
  getDifferingFields,
  getServerFields,
  mergeServerState,
  pickFields,
  getSavedFields,
} from './server-state.ts';
import { LOCATION_FIELDS, type LocationField, type LocationFields } from '../../../fields/lookup.ts';
import { mergeFields } from '../../../fields/merge-fields.ts';

/** The calls by which what is typed is kept. Each names the versions of what is held, and rejects with CONFLICT where there are others. */
export interface SaveRequests {
  /** What the server holds now of a location, or of the one that is still to come. */
  readonly load: (locationId: string | null) => Promise<ServerState>;
  readonly saveDraft: (serverState: ServerState, fields: TypedFields) => Promise<Omit<LocationDraft, 'fields' | 'was'>>;
  /** Saves these fields, or creates the location from them. */
  readonly save: (serverState: ServerState, fields: TypedFields, isSubmitting: boolean) => Promise<Saved>;
}

interface Saved {
  readonly location: OwnLocation;
  readonly message: string | null;
}

/** What has become of what was typed. */
type Progress =
  | { readonly state: 'saved' | 'saving' | 'offline' | 'conflict' }
  | { readonly state: 'failed'; readonly message: string };

export interface Snapshot {
  readonly serverState: ServerState;
  /** As typed by now. */
  readonly fields: LocationFields;
  /** Fields that somebody else has changed as well, to what `theirs` has. */
  readonly conflicts: readonly LocationField[];
  readonly theirs: LocationFields;
  readonly progress: Progress;
  /** When the server last kept anything; ISO 8601. */
  readonly storedAt: string | null;
  /** Whether another window has made a location of the same answers, so that this one would make one more. */
  readonly isCreatedElsewhere: boolean;
}

/** Milliseconds after the last key until a draft is sent, and until one is tried again; twice as long each time. */
const SAVE_DELAY_MS = 1_000;
const MAX_SAVE_DELAY_MS = 60_000;
/** Times that a save is tried when others save at the same time. */
const MAX_ATTEMPTS = 3;

/**
 * Keeps what is typed into the wizard: at once on the device, after a pause as a draft, and by `save` in the working copy. Calls
 * are made one after another. When others have saved meanwhile, the fields are merged; where both have changed one, nothing
 * more is sent until `resolve`.
 */
export class Autosaver {
  #serverState: ServerState;
  #mine: LocationFields;
  /** What the fields were typed on: what is held, but for those in conflict. */
  #base: LocationFields;
  #theirs: LocationFields;
  #conflicts: readonly LocationField[];
  #progress: Progress = { state: 'saved' };
  #snapshot: Snapshot;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  /** Whether conflicts were decided and the draft on the server does not say so yet. */
  #isDecided = false;
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

  /** Brings back what windows on this device have typed and not sent, and keeps there what is typed from now on. */
  recall(device: DeviceStorage): void {
    this.#device = device;
    const conflicts = new Set(this.#conflicts);
    for (const { was, now } of device.take(this.#locationId)) {
      const shown = this.#mine;
      const merged = mergeFields({ ...shown, ...was } as LocationFields, { ...shown, ...now } as LocationFields, shown);
      this.#mine = merged.mine;
      this.#base = { ...this.#base, ...pickFields(merged.base, merged.conflicts) } as LocationFields;
      this.#theirs = { ...this.#theirs, ...pickFields(shown, merged.conflicts) } as LocationFields;
      for (const field of merged.conflicts) conflicts.add(field);
    }
    this.#conflicts = [...conflicts];
    this.#onSaved();
  }

  /** Takes what was typed. */
  type(typed: TypedFields): void {
    this.#mine = { ...this.#mine, ...typed } as LocationFields;
    this.#failures = 0;
    this.#onSaved();
  }

  /** Sends the draft now: somebody is about to leave, or the connection has come back. */
  sendDraft(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#enqueue(async () => {
      if (!this.#isPending || this.#conflicts.length > 0) return this.#onSaved();
      const saved = getSavedFields(this.#serverState);
      const fields = pickFields(this.#mine, getDifferingFields(this.#mine, saved));
      try {
        this.#report({ state: this.#isOnline() ? 'saving' : 'offline' });
        const draft = await this.#requests.saveDraft(this.#serverState, fields);
        this.#hold({ ...this.#serverState, draft: { ...draft, fields, was: saved as TypedFields } });
        this.#isDecided = false;
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
      this.#onSaved();
    });
  }

  /**
   * Saves those of these fields that have changed; a location that is still to come is created from all of them. Rejects with
   * an ApiError.
   * @returns what to tell whoever saved; undefined where there are conflicts to be resolved first
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
          this.#takeSaved(sent, location);
          return { message };
        } catch (error) {
          this.#onSaved();
          if (left === 1) throw error;
          await this.#applyServerState(error);
        }
      }
      this.#onSaved();
      return this.#conflicts.length > 0 ? undefined : { message: null };
    });
  }

  /** Takes what an act on contacts or images has changed of the location. */
  takeChange(change: Partial<OwnLocation>): void {
    const { location } = this.#serverState;
    if (location) this.#merge({ ...this.#serverState, location: { ...location, ...change } });
  }

  /** Asks what the server holds now, and merges it. */
  async refresh(): Promise<void> {
    await this.#enqueue(async () => this.#merge(await this.#requests.load(this.#locationId)));
  }

  /** Decides the conflicts: of these fields theirs is taken, of all others what was typed here stays. */
  resolve(theirs: ReadonlySet<LocationField>): void {
    const taken = this.#conflicts.filter((field) => theirs.has(field));
    this.#mine = { ...this.#mine, ...pickFields(this.#theirs, taken) } as LocationFields;
    this.#conflicts = [];
    const { draft } = this.#serverState;
    if (draft)
      this.#serverState = {
        ...this.#serverState,
        draft: { ...draft, was: getSavedFields(this.#serverState) as TypedFields },
      };
    this.#base = getServerFields(this.#serverState);
    this.#isDecided = true;
    this.#onSaved();
  }

  /** Sends nothing more. What is not sent stays on the device. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  get #locationId(): string | null {
    return this.#serverState.location?.id ?? null;
  }

  /** Whether the server would hold something else if it held what is typed. */
  get #isPending(): boolean {
    const isOther = this.#isDecided || getDifferingFields(this.#mine, getServerFields(this.#serverState)).length > 0;
    return isOther && !isAwaitingApproval(this.#serverState);
  }

  #enqueue<T>(task: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(task);
    this.#last = turn.catch(() => {});
    return turn;
  }

  #hold(serverState: ServerState): void {
    this.#serverState = serverState;
    this.#base = getServerFields(serverState);
  }

  #takeSaved(sent: LocationFields, location: OwnLocation): void {
    if (this.#locationId === null) this.#device?.save(null, null);
    this.#hold({ location, draft: location.draft });
    // What was sent comes back as it is kept, such as a postcode in capitals, unless it was typed on meanwhile.
    this.#mine = mergeFields(sent, this.#mine, this.#base).mine;
    this.#failures = 0;
    this.#onSaved();
  }

  #merge(now: ServerState): void {
    const merged = mergeServerState(now, this.#base, this.#mine);
    this.#serverState = now;
    this.#mine = merged.mine;
    this.#base = merged.base;
    this.#theirs = merged.theirs;
    this.#conflicts = merged.conflicts;
    this.#onSaved();
  }

  /** After a conflict: merges what others have saved. Rejects with any other error, and where another try makes no sense. */
  async #applyServerState(error: unknown): Promise<void> {
    if (!isConflict(error)) throw error;
    const before = this.#serverState;
    const now = await this.#requests.load(this.#locationId);
    if (before.location === null && before.draft && !now.draft) {
      this.#isCreatedElsewhere = true;
      this.#hold(now);
      this.#onSaved();
      throw error;
    }
    this.#merge(now);
    if (isAwaitingApproval(now)) throw error;
  }

  #fail(error: unknown): void {
    this.#report(this.#isOnline() ? { state: 'failed', message: getErrorMessage(error) } : { state: 'offline' });
    this.#schedule();
  }

  /** Keeps what is not sent yet on the device and has it sent. */
  #onSaved(): void {
    const unsent = getDifferingFields(this.#mine, this.#base);
    const typed = { was: pickFields(this.#base, unsent), now: pickFields(this.#mine, unsent) };
    this.#device?.save(this.#locationId, unsent.length > 0 ? typed : null);
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

/** Whether a location waits for approval: nothing of it is kept then. */
function isAwaitingApproval({ location }: ServerState): boolean {
  return location?.location_status === 'AWAITING_APPROVAL';
}
