import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { EventStream } from '../../../platform/http/event-stream.ts';
import type { Actor } from '../../../platform/http/route-permission.ts';
import { createSlots } from '../../../platform/http/slots.ts';
import { getBoardAccess } from '../access.queries.server.ts';
import { TOO_MANY_STREAMS } from './messages.ts';
import { HEARTBEAT_MS } from './schema.ts';

/** Open streams of this node. An account can have several windows on several devices. */
const MAX_STREAMS = { total: 1_000, perAccount: 20 };
const RETRY_AFTER_SECONDS = 30;
/** Then a client opens another stream, which looks up its session and permissions again. */
const LIFETIME_MS = 600_000;

interface Watcher {
  readonly caller: Actor;
  readonly stream: EventStream;
  readonly endsAt: number;
  /** The version that was sent last. */
  version?: number;
}

/**
 * The streams of events about boards that are open on this node. The database notifies all nodes of each change of a board and its shares;
 * then a node reads the version of the board once for each stream, with the access of its caller.
 */
export class BoardEvents {
  readonly #db: Db;
  readonly #watchers = new Map<string, Set<Watcher>>();
  readonly #slots = createSlots(MAX_STREAMS);
  readonly #heartbeat = setInterval(() => this.#sendHeartbeats(), HEARTBEAT_MS).unref();
  /** Boards to check. */
  readonly #changed = new Set<string>();
  #checking = false;
  #isStopped = false;

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Opens a stream. Its first event has the present version, so a client that reconnects misses nothing.
   * @throws {ApiError} NOT_FOUND; UNAVAILABLE
   */
  async open(caller: Actor, id: string): Promise<EventStream> {
    await getBoardAccess(this.#db, caller, id);
    if (this.#isStopped || !this.#slots.take(caller.id))
      throw new ApiError('UNAVAILABLE', TOO_MANY_STREAMS, undefined, RETRY_AFTER_SECONDS);
    const watchers = this.#watchers.get(id) ?? new Set();
    this.#watchers.set(id, watchers);
    const stream = new EventStream(() => {
      watchers.delete(watcher);
      if (watchers.size === 0 && this.#watchers.get(id) === watchers) this.#watchers.delete(id);
      this.#slots.release(caller.id);
    });
    const watcher: Watcher = { caller, stream, endsAt: Date.now() + LIFETIME_MS };
    watchers.add(watcher);
    this.check(id);
    return stream;
  }

  /** Sends the version of a board that may have changed; of all boards if notifications may have been missed. */
  check(id?: string): void {
    for (const board of id === undefined ? this.#watchers.keys() : [id])
      if (this.#watchers.has(board)) this.#changed.add(board);
    if (!this.#checking) void this.#checkChanged();
  }

  /** Ends all streams; their clients continue on other nodes. */
  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#heartbeat);
    for (const { stream } of this.#list()) stream.end();
  }

  /** Changes during a check lead to one more check. */
  async #checkChanged(): Promise<void> {
    this.#checking = true;
    for (const id of this.#changed) {
      this.#changed.delete(id);
      for (const watcher of this.#watchers.get(id) ?? []) await this.#sendVersion(id, watcher);
    }
    this.#checking = false;
  }

  /** Ends the stream if its caller may no longer see the board, or the database does not answer: its client then tries again. */
  async #sendVersion(id: string, watcher: Watcher): Promise<void> {
    try {
      const { version } = await getBoardAccess(this.#db, watcher.caller, id);
      if (version !== watcher.version) watcher.stream.send(version, { version });
      watcher.version = version;
    } catch {
      watcher.stream.end();
    }
  }

  #sendHeartbeats(): void {
    for (const { stream, endsAt } of this.#list()) {
      if (Date.now() > endsAt) stream.end();
      else stream.sendHeartbeat();
    }
  }

  #list(): Watcher[] {
    return [...this.#watchers.values()].flatMap((watchers) => [...watchers]);
  }
}
