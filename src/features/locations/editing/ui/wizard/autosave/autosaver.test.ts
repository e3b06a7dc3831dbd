import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../../../platform/http/contract.ts';
import type { TypedFields } from '../../../../working-copy/schema.ts';
import type { OwnLocation } from '../../../schema.ts';
import { openDeviceStorage } from './device-storage.ts';
import { type ServerState, getServerFields, pickFields, getSavedFields } from './server-state.ts';
import { Autosaver } from './autosaver.ts';
import type { SaveRequests } from './save-requests.ts';
import { LOCATION_FIELDS, type LocationField } from '../../../../catalogue/fields/lookup.ts';
import { getEmptyFields, isSame } from '../../../../catalogue/fields/values.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', createStorage());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const PLACE: OwnLocation = {
  ...getEmptyFields(LOCATION_FIELDS),
  category: [],
  setting: [],
  century: [],
  id: randomUUID(),
  version: 1,
  title: 'Old mill',
  status: 'NEW',
  location_status: 'DRAFT',
  contacts: [],
  contactid: null,
  contactfullname: null,
  images: [],
  draft: null,
  returned: null,
  tasks: [],
  publishedurl: null,
  submitted_at: null,
  creationdate: '2026-11-22T10:00:00.000Z',
  lastmodificationdate: '2026-11-22T10:00:00.000Z',
};

/** Keeps one location, or none yet, as the server does. `error` is what its calls reject with meanwhile. */
class Server {
  held: ServerState;
  error: ApiError | undefined;
  calls = 0;
  onWrite: (fields: TypedFields, before: ServerState) => void = () => {};
  #versions = 1;
  #clock = Date.parse('2026-11-22T10:00:00Z');

  constructor(location: OwnLocation | null) {
    this.held = { location, draft: null };
  }

  readonly keeping: SaveRequests = {
    load: async () => this.#answer(this.held),
    saveDraft: async (known, fields) => {
      this.#check(known);
      this.onWrite(fields, this.held);
      const base_values = pickFields(getSavedFields(this.held), Object.keys(fields) as LocationField[]);
      const draft = { version: ++this.#versions, fields, base_values, updated_at: this.#now() };
      this.held = { ...this.held, draft: Object.keys(fields).length > 0 ? draft : null };
      return draft;
    },
    save: async (known, fields, isSubmitting) => {
      this.#check(known);
      this.onWrite(fields, this.held);
      const left = Object.entries(this.held.draft?.fields ?? {}).filter(([field]) => !(field in fields));
      const base_values = this.held.draft?.base_values ?? {};
      const draft = {
        version: ++this.#versions,
        fields: Object.fromEntries(left),
        base_values,
        updated_at: this.#now(),
      };
      const location = { ...(this.held.location ?? PLACE), ...fields, version: ++this.#versions } as OwnLocation;
      if (isSubmitting) location.location_status = 'AWAITING_APPROVAL';
      if (fields.postcode) location.postcode = fields.postcode.toUpperCase();
      location.draft = left.length > 0 ? draft : null;
      location.lastmodificationdate = this.#now();
      this.held = { location, draft: location.draft };
      return { location, message: null };
    },
  };

  saver(onLine = () => true): Autosaver {
    return new Autosaver(this.held, this.keeping, onLine);
  }

  #check(known: ServerState): void {
    this.#answer(known);
    const { location, draft } = this.held;
    const isSameVersion = known.location?.version === location?.version && known.draft?.version === draft?.version;
    if (!isSameVersion || location?.location_status === 'AWAITING_APPROVAL')
      throw new ApiError('CONFLICT', 'This was saved by somebody else meanwhile.');
  }

  #answer<T>(answer: T): T {
    this.calls++;
    if (this.error) throw this.error;
    return answer;
  }

  #now(): string {
    return new Date((this.#clock += 60_000)).toISOString();
  }
}

/** The storage of a browser, which its windows share. @param isFull takes nothing more */
function createStorage(entries: Readonly<Record<string, string>> = {}, isFull = false): Storage {
  const map = new Map(Object.entries(entries));
  const methods = {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (isFull) throw new Error('no room');
      map.set(key, text);
    },
    removeItem: (key: string) => void map.delete(key),
  };
  return new Proxy(methods as unknown as Storage, {
    ownKeys: () => [...map.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
}

const OFFLINE = new ApiError('INTERNAL', 'We could not reach the site. Check your connection and try again.');
const all = () => vi.advanceTimersByTimeAsync(200_000);

describe('a draft', () => {
  test('is sent once, a second after the last input, with all unsaved fields', async () => {
    const server = new Server(PLACE);
    const saver = server.saver();
    saver.change({ title: 'Older mill' });
    await vi.advanceTimersByTimeAsync(900);
    saver.change({ title: 'Older mills', address1: 'Weir' });
    await vi.advanceTimersByTimeAsync(999);
    expect([server.calls, saver.snapshot().progress.state]).toEqual([0, 'saving']);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.held.draft?.fields).toEqual({ title: 'Older mills', address1: 'Weir' });
    expect([server.calls, saver.snapshot().progress.state]).toEqual([1, 'saved']);
    saver.change({ title: 'Old mill', address1: '' });
    await all();
    expect(server.held.draft).toBeNull();
    expect(server.calls).toBe(2);
  });

  test('has a conflict after somebody else has saved while no window was open', async () => {
    const server = new Server(PLACE);
    server.saver().change({ title: 'Older mill', address1: 'Weir', ownername: 'Morag' });
    await all();
    server.held = {
      ...server.held,
      location: { ...server.held.location!, title: 'Mill', address1: 'Lade', version: 9 },
    };
    const saver = server.saver();
    expect(saver.snapshot()).toMatchObject({
      conflicts: ['title', 'address1'],
      fields: { title: 'Older mill', address1: 'Weir', ownername: 'Morag' },
      theirs: { title: 'Mill', address1: 'Lade' },
      progress: { state: 'conflict' },
    });
    await saver.refresh();
    expect(saver.snapshot().conflicts).toEqual(['title', 'address1']);
    saver.resolve(new Set(['address1']));
    await all();
    expect(server.held.draft?.fields).toEqual({ title: 'Older mill', ownername: 'Morag' });
    expect(server.saver().snapshot()).toMatchObject({
      conflicts: [],
      fields: { title: 'Older mill', address1: 'Lade' },
    });
  });

  test('is retried after a temporary error, with a message', async () => {
    const server = new Server(PLACE);
    const saver = server.saver();
    server.error = new ApiError('UNAVAILABLE', 'Down for a moment.');
    saver.change({ title: 'Older mill' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(saver.snapshot().progress).toEqual({ state: 'failed', message: 'Down for a moment.' });
    server.error = undefined;
    await all();
    expect(server.held.draft?.fields).toEqual({ title: 'Older mill' });
    expect(saver.snapshot().progress.state).toBe('saved');
  });

  test('of a location that awaits approval is not sent any more', async () => {
    const server = new Server(PLACE);
    const saver = server.saver();
    await server.keeping.save(server.held, {}, true);
    saver.change({ title: 'Older mill' });
    await all();
    expect(saver.snapshot().serverState.location?.location_status).toBe('AWAITING_APPROVAL');
    expect(server.held.draft).toBeNull();
    expect(server.calls).toBe(3);
  });
});

describe('a save', () => {
  test('creates a location once, takes over normalised values, and keeps input from the meantime', async () => {
    const server = new Server(null);
    const saver = server.saver();
    saver.change({ title: 'Old mill', postcode: 'eh1 1re' });
    server.onWrite = () => saver.change({ title: 'Old mill on the weir' });
    expect(await saver.save(['title', 'postcode'])).toEqual({ message: null });
    server.onWrite = () => {};
    expect(saver.snapshot().fields).toMatchObject({ title: 'Old mill on the weir', postcode: 'EH1 1RE' });
    await all();
    expect(server.held.location?.title).toBe('Old mill');
    expect(server.held.draft?.fields).toEqual({ title: 'Old mill on the weir' });
  });

  test('sends nothing without changes', async () => {
    const server = new Server(PLACE);
    expect(await server.saver().save(['title'])).toEqual({ message: null });
    expect(server.calls).toBe(0);
  });

  test('merges changes of other fields, and succeeds', async () => {
    const server = new Server(PLACE);
    const [here, there] = [server.saver(), server.saver()];
    there.change({ address1: 'Weir' });
    await there.save(['address1']);
    here.change({ title: 'Older mill' });
    expect(await here.save(['title'])).toEqual({ message: null });
    expect(server.held.location).toMatchObject({ title: 'Older mill', address1: 'Weir' });
    expect(here.snapshot().fields.address1).toBe('Weir');
  });

  test('stops at a conflict, keeps both values until one is chosen, and then succeeds', async () => {
    const server = new Server(PLACE);
    const [here, there] = [server.saver(), server.saver()];
    there.change({ title: 'The mill', ownername: 'Morag' });
    await there.save(['title', 'ownername']);
    here.change({ title: 'Older mill' });
    expect(await here.save(['title'])).toBeUndefined();
    const { conflicts, fields, theirs, progress } = here.snapshot();
    expect({ conflicts, mine: fields.title, theirs: theirs.title, state: progress.state }).toEqual({
      conflicts: ['title'],
      mine: 'Older mill',
      theirs: 'The mill',
      state: 'conflict',
    });
    await all();
    expect(server.held.location?.title).toBe('The mill');
    here.resolve(new Set());
    expect(await here.save(['title'])).toEqual({ message: null });
    expect(server.held.location).toMatchObject({ title: 'Older mill', ownername: 'Morag' });
  });

  test('does not hide changes of the Locations Team behind a draft', async () => {
    const server = new Server(PLACE);
    const saver = server.saver();
    saver.change({ title: 'Older mill' });
    await all();
    const location = { ...PLACE, title: 'Mill of Leith', version: 90 };
    server.held = { location, draft: server.held.draft };
    expect(await saver.save(['title'])).toBeUndefined();
    expect(saver.snapshot().theirs.title).toBe('Mill of Leith');
    saver.resolve(new Set(['title']));
    await all();
    expect(getServerFields(server.held).title).toBe('Mill of Leith');
  });

  test('reports that another window has created the location, and loses no input', async () => {
    const server = new Server(null);
    const first = server.saver();
    first.change({ title: 'Old mill' });
    await all();
    const second = server.saver();
    second.change({ address1: 'Weir' });
    server.held = { location: null, draft: null };
    await expect(second.save(['title', 'address1'])).rejects.toMatchObject({ errorType: 'CONFLICT' });
    expect(second.snapshot()).toMatchObject({
      isCreatedElsewhere: true,
      fields: { title: 'Old mill', address1: 'Weir' },
    });
  });
});

describe('the device storage', () => {
  test('keeps input without a connection, and restores it later', async () => {
    const server = new Server(PLACE);
    server.error = OFFLINE;
    const gone = server.saver(() => false);
    gone.restore(openDeviceStorage('isla'));
    gone.change({ title: 'Older mill', category: ['Ruin'] });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(gone.snapshot().progress.state).toBe('offline');
    gone.stop();

    server.error = undefined;
    const other = server.saver();
    other.restore(openDeviceStorage('morag'));
    expect(other.snapshot().fields.title).toBe('Old mill');
    const back = server.saver();
    back.restore(openDeviceStorage('isla'));
    expect(back.snapshot().fields).toMatchObject({ title: 'Older mill', category: ['Ruin'] });
    await all();
    expect(server.held.draft?.fields).toEqual({ title: 'Older mill', category: ['Ruin'] });
    expect(Object.keys(localStorage)).toEqual([]);
  });

  test('has a conflict if the field was saved elsewhere in the meantime', async () => {
    const server = new Server(PLACE);
    const gone = server.saver(() => false);
    gone.restore(openDeviceStorage('isla'));
    gone.change({ title: 'Older mill', address1: 'Weir' });
    gone.stop();
    const elsewhere = server.saver();
    elsewhere.change({ title: 'The mill' });
    await elsewhere.save(['title']);
    const back = server.saver();
    back.restore(openDeviceStorage('isla'));
    const { conflicts, theirs, fields } = back.snapshot();
    expect([conflicts, theirs.title, fields.title, fields.address1]).toEqual([
      ['title'],
      'The mill',
      'Older mill',
      'Weir',
    ]);
  });

  test('keeps the input of two windows, and has a conflict where they differ', () => {
    const server = new Server(PLACE);
    const windows = [server.saver(() => false), server.saver(() => false)] as const;
    for (const each of windows) each.restore(openDeviceStorage('isla'));
    windows[0].change({ title: 'Older mill', address1: 'Weir' });
    vi.advanceTimersByTime(1);
    windows[1].change({ title: 'The mill', ownername: 'Morag' });
    const back = server.saver(() => false);
    back.restore(openDeviceStorage('isla'));
    const { conflicts, theirs, fields } = back.snapshot();
    expect(fields).toMatchObject({ title: 'The mill', address1: 'Weir', ownername: 'Morag' });
    expect([conflicts, theirs.title]).toEqual([['title'], 'Older mill']);
  });

  test.each([
    ['is full and has invalid content', createStorage({ [`recce.typed:isla:${PLACE.id}:x`]: '{"base":1}' }, true)],
    ['is forbidden', undefined],
  ])('is ignored if it %s', (_, storage) => {
    vi.stubGlobal('localStorage', storage);
    const saver = new Server(PLACE).saver();
    saver.restore(openDeviceStorage('isla'));
    saver.change({ title: 'Older mill' });
    expect(saver.snapshot().fields.title).toBe('Older mill');
  });
});

const FIELDS_TYPED = ['title', 'address1', 'ownername'] as const;
const command = fc.oneof(
  fc.record({
    act: fc.constant('type' as const),
    who: fc.nat(2),
    field: fc.constantFrom(...FIELDS_TYPED),
    value: fc.constantFrom('one', 'two', 'three', 'four'),
  }),
  fc.record({ act: fc.constantFrom('save', 'wait', 'reopen', 'fail'), who: fc.nat(2) }),
  fc.record({ act: fc.constant('resolve' as const), who: fc.nat(2), theirs: fc.subarray([...FIELDS_TYPED]) }),
);

test('three windows that change, save, fail and reload in any order never overwrite changes that were not displayed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 40 }), async (commands) => {
      const server = new Server(PLACE);
      vi.stubGlobal('localStorage', createStorage());
      const shown = [0, 1, 2].map(() => new Set<string>());
      const [unseen, lost]: [string[], string[]] = [[], []];
      let writing = 0;
      server.onWrite = (fields, before) => {
        const base = getServerFields(before);
        for (const [field, value] of Object.entries(fields) as [LocationField, string][]) {
          const seen = shown[writing]!.has(`${field}=${String(base[field])}`);
          if (!isSame(value, base[field]) && !seen) unseen.push(`${field}: ${value} over ${String(base[field])}`);
        }
      };
      const open = (who: number) => {
        const saver = new Autosaver(
          server.held,
          tracked(server.keeping, () => (writing = who)),
          () => true,
        );
        const look = () => {
          const { fields, theirs, conflicts } = saver.snapshot();
          for (const field of FIELDS_TYPED) {
            shown[who]!.add(`${field}=${fields[field]}`);
            if (conflicts.includes(field)) shown[who]!.add(`${field}=${theirs[field]}`);
          }
        };
        look();
        saver.subscribe(look);
        // Entries are separated by user, so each window uses its own device.
        saver.restore(openDeviceStorage(`device ${who}`));
        return saver;
      };
      const savers = [0, 1, 2].map(open);
      for (const step of commands) {
        const saver = savers[step.who]!;
        server.error = undefined;
        if (step.act === 'type') saver.change({ [step.field]: step.value });
        if (step.act === 'save') await saver.save(FIELDS_TYPED).catch(() => {});
        if (step.act === 'wait') await vi.advanceTimersByTimeAsync(3_000);
        if (step.act === 'resolve') saver.resolve(new Set(step.theirs));
        if (step.act === 'fail') {
          server.error = OFFLINE;
          await vi.advanceTimersByTimeAsync(1_500);
        }
        if (step.act === 'reopen') {
          const before = saver.snapshot();
          saver.stop();
          savers[step.who] = open(step.who);
          // Input that was typed here and not sent is restored, whatever happened to the rest.
          const after = savers[step.who]!.snapshot();
          const unsent = FIELDS_TYPED.filter(
            (field) => before.fields[field] !== getServerFields(before.serverState)[field],
          );
          lost.push(...unsent.filter((field) => after.fields[field] !== before.fields[field]));
        }
      }
      for (const saver of savers) saver.stop();
      expect({ unseen, lost }).toEqual({ unseen: [], lost: [] });
    }),
    { numRuns: 300 },
  );
});

/** Calls `onRequest` before each write. */
function tracked({ load, saveDraft, save }: SaveRequests, onRequest: () => void): SaveRequests {
  return {
    load,
    saveDraft: (...given) => (onRequest(), saveDraft(...given)),
    save: (...given) => (onRequest(), save(...given)),
  };
}
