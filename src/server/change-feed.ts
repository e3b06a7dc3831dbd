import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '../platform/db/transaction.ts';
import type { Log } from '../platform/log.ts';

/** Longer than the statement timeout of the database. */
const TIMEOUT_MS = 20_000;

type Name = 'catalogue' | 'content';
/** Brings this node up to a version; rejects if that fails. */
type Updater = (version: number) => Promise<void>;

/**
 * Watches the versions of catalogue and content (table `change_versions`) and updates this node when they change. It reads them
 * every second and on each database notification. Notifications only save waiting: a lost one does no harm.
 */
export class ChangeFeed {
  readonly #db: Db;
  readonly #log: Log;
  readonly #updaters: Readonly<Record<Name, Updater>>;
  readonly #applied: Record<Name, number> = { catalogue: -1, content: -1 };
  #running: Promise<void> | undefined;
  #again = false;
  #upToDateAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Db, log: Log, updaters: Readonly<Record<Name, Updater>>) {
    this.#db = db;
    this.#log = log;
    this.#updaters = updaters;
  }

  start(): void {
    this.#timer = setInterval(() => void this.wake(), 1_000);
    this.#timer.unref();
  }

  /** Checks for new versions; calls during a check lead to one more check. Never rejects. */
  wake(): Promise<void> {
    this.#again = true;
    this.#running ??= this.#run().finally(() => (this.#running = undefined));
    return this.#running;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Milliseconds since this node was last known to be up to date. */
  get staleFor(): number {
    return Date.now() - this.#upToDateAt;
  }

  async #run(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      try {
        await Promise.race([this.#update(), rejectAfterTimeout()]);
      } catch (error) {
        this.#log.warn({ err: error }, 'could not apply changes; will retry within a second');
      }
    }
  }

  /** A failure of one updater does not block the other. */
  async #update(): Promise<void> {
    const rows = await this.#db.selectFrom('change_versions').select(['name', 'version']).execute();
    const results = await Promise.allSettled(rows.map((row) => this.#updateOne(row)));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    this.#upToDateAt = Date.now();
  }

  async #updateOne({ name, version }: { name: Name; version: number }): Promise<void> {
    if (version === this.#applied[name]) return;
    await this.#updaters[name](version);
    this.#applied[name] = version;
  }
}

/** Bounds each check, so that a silent connection does not block the next one. */
async function rejectAfterTimeout(): Promise<never> {
  await delay(TIMEOUT_MS, undefined, { ref: false });
  throw new Error(`the database did not answer within ${TIMEOUT_MS} ms`);
}
