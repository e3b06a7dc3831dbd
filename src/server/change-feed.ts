import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/db/tables.ts';
import type { Log } from '../platform/log.ts';

/** Longer than the database lets a statement take. */
const TIMEOUT_MS = 20_000;

type Name = 'catalogue' | 'content';

/**
 * Follows the generations of catalogue and content on this node. Asked every second and whenever the database says that
 * something changed; the notification only wakes, so that nothing depends on one arriving.
 */
export class ChangeFeed {
  readonly #db: Kysely<Database>;
  readonly #log: Log;
  readonly #followers: Readonly<Record<Name, (generation: number) => Promise<void>>>;
  readonly #seen: Record<Name, number> = { catalogue: -1, content: -1 };
  #running: Promise<void> | undefined;
  #again = false;
  #upToDateAt = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param followers bring this node up to the generation they are given, and reject if they could not */
  constructor(
    db: Kysely<Database>,
    log: Log,
    followers: Readonly<Record<Name, (generation: number) => Promise<void>>>,
  ) {
    this.#db = db;
    this.#log = log;
    this.#followers = followers;
  }

  start(): void {
    this.#timer = setInterval(() => void this.wake(), 1_000);
    this.#timer.unref();
  }

  /** Looks for newer generations; calls that come meanwhile are answered by one more look. Never rejects. */
  wake(): Promise<void> {
    this.#again = true;
    this.#running ??= this.#run().finally(() => (this.#running = undefined));
    return this.#running;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Milliseconds since this node last knew itself up to date. */
  get staleFor(): number {
    return Date.now() - this.#upToDateAt;
  }

  async #run(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      try {
        await Promise.race([this.#follow(), rejectAfterTimeout()]);
      } catch (error) {
        this.#log.warn({ err: error }, 'could not follow the changes; trying again within a second');
      }
    }
  }

  /** One that cannot be followed does not keep back the other. */
  async #follow(): Promise<void> {
    const rows = await this.#db.selectFrom('change_versions').select(['name', 'version']).execute();
    const results = await Promise.allSettled(rows.map((row) => this.#followOne(row)));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    this.#upToDateAt = Date.now();
  }

  async #followOne({ name, version }: { name: Name; version: number }): Promise<void> {
    if (version === this.#seen[name]) return;
    await this.#followers[name](version);
    this.#seen[name] = version;
  }
}

/** A connection that says nothing any more must not keep this node from asking on another. */
async function rejectAfterTimeout(): Promise<never> {
  await delay(TIMEOUT_MS, undefined, { ref: false });
  throw new Error(`the database did not answer within ${TIMEOUT_MS} ms`);
}
