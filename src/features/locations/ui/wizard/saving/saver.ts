import { isConflict, getErrorMessage } from '../../../../../platform/http/contract.ts';
import type { LocationDraft, OwnLocation, TypedFields } from '../../../registering/schema.ts';
import type { Device } from './device.ts';
import { FIELDS, type Held, differing, heldFields, mergeFields, mergeHeld, only, savedFields } from './merge.ts';
import type { LocationField, LocationFields } from '../../../fields/lookup.ts';

/** The calls by which what is typed is kept. Each names the versions of what is held, and rejects with CONFLICT where there are others. */
export interface Keeping {
  /** What the server holds now of a location, or of the one that is still to come. */
  readonly hold: (locationId: string | null) => Promise<Held>;
  readonly saveDraft: (held: Held, fields: TypedFields) => Promise<Omit<LocationDraft, 'fields' | 'was'>>;
  /** Saves these fields, or creates the location from them. */
  readonly save: (held: Held, fields: TypedFields, isSubmitting: boolean) => Promise<Saved>;
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
  readonly held: Held;
  /** As typed by now. */
  readonly fields: LocationFields;
  /** Fields that somebody else has changed as well, to what `theirs` has. */
  readonly conflicts: readonly LocationField[];
  readonly theirs: LocationFields;
  readonly progress: Progress;
  /** When the server last kept anything; ISO 8601. */
  readonly keptAt: string | null;
  /** Whether another window has made a location of the same answers, so that this one would make one more. */
  readonly isCreatedElsewhere: boolean;
}

/** Milliseconds after the last key until a draft is sent, and until one is tried again; twice as long each time. */
const PAUSE = 1_000;
const LONGEST_PAUSE = 60_000;
/** Times that a save is tried when others save at the same time. */
const TRIES = 3;

/**
 * Keeps what is typed into the wizard: at once on the device, after a pause as a draft, and by `save` in the working copy. Calls
 * are made one after another. When others have saved meanwhile, the fields are merged; where both have changed one, nothing
 * more is sent until `resolve`.
 */
export class Saver {
  #held: Held;
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
  readonly #keeping: Keeping;
  readonly #isOnLine: () => boolean;
  #device: Device | undefined;

  constructor(held: Held, keeping: Keeping, isOnLine: () => boolean = () => navigator.onLine) {
    this.#keeping = keeping;
    this.#isOnLine = isOnLine;
    this.#held = held;
    const shown = heldFields(held);
    ({
      mine: this.#mine,
      base: this.#base,
      theirs: this.#theirs,
      conflicts: this.#conflicts,
    } = mergeHeld(held, shown, shown));
    if (this.#conflicts.length > 0) this.#progress = { state: 'conflict' };
    this.#snapshot = this.#takeSnapshot();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): Snapshot => this.#snapshot;

  /** Brings back what windows on this device have typed and not sent, and keeps there what is typed from now on. */
  recall(device: Device): void {
    this.#device = device;
    const conflicts = new Set(this.#conflicts);
    for (const { was, now } of device.take(this.#locationId)) {
      const shown = this.#mine;
      const merged = mergeFields({ ...shown, ...was } as LocationFields, { ...shown, ...now } as LocationFields, shown);
      this.#mine = merged.mine;
      this.#base = { ...this.#base, ...only(merged.base, merged.conflicts) } as LocationFields;
      this.#theirs = { ...this.#theirs, ...only(shown, merged.conflicts) } as LocationFields;
      for (const field of merged.conflicts) conflicts.add(field);
    }
    this.#conflicts = [...conflicts];
    this.#settle();
  }

  /** Takes what was typed. */
  type(typed: TypedFields): void {
    this.#mine = { ...this.#mine, ...typed } as LocationFields;
    this.#failures = 0;
    this.#settle();
  }

  /** Sends the draft now: somebody is about to leave, or the connection has come back. */
  sendDraft(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#inTurn(async () => {
      if (!this.#isPending || this.#conflicts.length > 0) return this.#settle();
      const saved = savedFields(this.#held);
      const fields = only(this.#mine, differing(this.#mine, saved));
      try {
        this.#report({ state: this.#isOnLine() ? 'saving' : 'offline' });
        const draft = await this.#keeping.saveDraft(this.#held, fields);
        this.#hold({ ...this.#held, draft: { ...draft, fields, was: saved as TypedFields } });
        this.#isDecided = false;
        this.#failures = 0;
      } catch (error) {
        this.#failures++;
        try {
          await this.#meet(error);
        } catch (reason) {
          this.#fail(reason);
          return;
        }
      }
      this.#settle();
    });
  }

  /**
   * Saves those of these fields that have changed; a location that is still to come is created from all of them. Rejects with
   * an ApiError.
   * @returns what to tell whoever saved; undefined where there are conflicts to be resolved first
   */
  save(fields: readonly LocationField[], isSubmitting = false): Promise<{ message: string | null } | undefined> {
    clearTimeout(this.#timer);
    return this.#inTurn(async () => {
      for (let left = TRIES; this.#conflicts.length === 0; left--) {
        const sent = this.#mine;
        const changed = new Set(this.#held.location ? differing(sent, savedFields(this.#held)) : FIELDS);
        const names = fields.filter((field) => changed.has(field));
        if (names.length === 0 && !isSubmitting) break;
        this.#report({ state: 'saving' });
        try {
          const { location, message } = await this.#keeping.save(this.#held, only(sent, names), isSubmitting);
          this.#takeSaved(sent, location);
          return { message };
        } catch (error) {
          this.#settle();
          if (left === 1) throw error;
          await this.#meet(error);
        }
      }
      this.#settle();
      return this.#conflicts.length > 0 ? undefined : { message: null };
    });
  }

  /** Takes what an act on contacts or images has changed of the location. */
  takeChange(change: Partial<OwnLocation>): void {
    const { location } = this.#held;
    if (location) this.#merge({ ...this.#held, location: { ...location, ...change } });
  }

  /** Asks what the server holds now, and merges it. */
  async refresh(): Promise<void> {
    await this.#inTurn(async () => this.#merge(await this.#keeping.hold(this.#locationId)));
  }

  /** Decides the conflicts: of these fields theirs is taken, of all others what was typed here stays. */
  resolve(theirs: ReadonlySet<LocationField>): void {
    const taken = this.#conflicts.filter((field) => theirs.has(field));
    this.#mine = { ...this.#mine, ...only(this.#theirs, taken) } as LocationFields;
    this.#conflicts = [];
    const { draft } = this.#held;
    if (draft) this.#held = { ...this.#held, draft: { ...draft, was: savedFields(this.#held) as TypedFields } };
    this.#base = heldFields(this.#held);
    this.#isDecided = true;
    this.#settle();
  }

  /** Sends nothing more. What is not sent stays on the device. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  get #locationId(): string | null {
    return this.#held.location?.id ?? null;
  }

  /** Whether the server would hold something else if it held what is typed. */
  get #isPending(): boolean {
    const isOther = this.#isDecided || differing(this.#mine, heldFields(this.#held)).length > 0;
    return isOther && !isWaiting(this.#held);
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(task);
    this.#last = turn.catch(() => {});
    return turn;
  }

  #hold(held: Held): void {
    this.#held = held;
    this.#base = heldFields(held);
  }

  #takeSaved(sent: LocationFields, location: OwnLocation): void {
    if (this.#locationId === null) this.#device?.keep(null, null);
    this.#hold({ location, draft: location.draft });
    // What was sent comes back as it is kept, such as a postcode in capitals, unless it was typed on meanwhile.
    this.#mine = mergeFields(sent, this.#mine, this.#base).mine;
    this.#failures = 0;
    this.#settle();
  }

  #merge(now: Held): void {
    const merged = mergeHeld(now, this.#base, this.#mine);
    this.#held = now;
    this.#mine = merged.mine;
    this.#base = merged.base;
    this.#theirs = merged.theirs;
    this.#conflicts = merged.conflicts;
    this.#settle();
  }

  /** After a conflict: merges what others have saved. Rejects with any other error, and where another try makes no sense. */
  async #meet(error: unknown): Promise<void> {
    if (!isConflict(error)) throw error;
    const before = this.#held;
    const now = await this.#keeping.hold(this.#locationId);
    if (before.location === null && before.draft && !now.draft) {
      this.#isCreatedElsewhere = true;
      this.#hold(now);
      this.#settle();
      throw error;
    }
    this.#merge(now);
    if (isWaiting(now)) throw error;
  }

  #fail(error: unknown): void {
    this.#report(this.#isOnLine() ? { state: 'failed', message: getErrorMessage(error) } : { state: 'offline' });
    this.#schedule();
  }

  /** Keeps what is not sent yet on the device and has it sent. */
  #settle(): void {
    const unsent = differing(this.#mine, this.#base);
    const typed = { was: only(this.#base, unsent), now: only(this.#mine, unsent) };
    this.#device?.keep(this.#locationId, unsent.length > 0 ? typed : null);
    if (this.#conflicts.length > 0) return this.#report({ state: 'conflict' });
    const isPending = this.#isPending;
    this.#report({ state: this.#isOnLine() ? (isPending ? 'saving' : 'saved') : 'offline' });
    if (isPending) this.#schedule();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    const pause = Math.min(LONGEST_PAUSE, PAUSE * 2 ** this.#failures);
    this.#timer = setTimeout(() => void this.sendDraft(), pause);
  }

  #report(progress: Progress): void {
    this.#progress = progress;
    this.#snapshot = this.#takeSnapshot();
    for (const listener of this.#listeners) listener();
  }

  #takeSnapshot(): Snapshot {
    const { location, draft } = this.#held;
    const moments = [location?.lastmodificationdate ?? '', draft?.updated_at ?? ''];
    return {
      held: this.#held,
      fields: this.#mine,
      conflicts: this.#conflicts,
      theirs: this.#theirs,
      progress: this.#progress,
      keptAt: moments.toSorted().at(-1) || null,
      isCreatedElsewhere: this.#isCreatedElsewhere,
    };
  }
}

/** Whether a location waits for approval: nothing of it is kept then. */
function isWaiting({ location }: Held): boolean {
  return location?.location_status === 'AWAITING_APPROVAL';
}
