import { setTimeout as delay } from 'node:timers/promises';
import type { BoardEvents } from '../features/boards/events/board-events.server.ts';
import { listen } from '../platform/db/listen.ts';
import { openClient } from '../platform/db/pool.ts';
import type { Db } from '../platform/db/transaction.ts';
import type { Log } from '../platform/diagnostics/log.ts';

const INTERVAL_MS = 1_000;
/** Longer than the statement timeout of the database. */
const TIMEOUT_MS = 20_000;

type Name = 'catalogue' | 'content' | 'vocabulary';
/** Brings this node up to a version; rejects if that fails. */
type Updater = (version: number) => Promise<void>;

interface ChangeFeed {
  /** Milliseconds since this node was last known to be up to date. */
  getStaleness(): number;
  stop(): Promise<void>;
}

/**
 * Watches the versions of catalogue, content and search vocabulary (table `change_versions`) and updates this node when they change. It reads them
 * every second and on each database notification. A notification only shortens the delay: losing one is
 * harmless. Passes on which boards have changed. Resolves after the first update.
 */
export async function startChangeFeed(
  {
    db,
    databaseUrl,
    log,
    boardEvents,
  }: { db: Db; databaseUrl: string; log: Log; boardEvents: Pick<BoardEvents, 'check'> },
  updaters: Readonly<Record<Name, Updater>>,
): Promise<ChangeFeed> {
  const applied: Record<Name, number> = { catalogue: -1, content: -1, vocabulary: -1 };
  let running: Promise<void> | undefined;
  let needsRecheck = false;
  let upToDateAt = 0;

  /** Checks for new versions; calls during a check lead to one more check. Never rejects. */
  function checkForChanges(): Promise<void> {
    needsRecheck = true;
    running ??= run().finally(() => (running = undefined));
    return running;
  }

  async function run(): Promise<void> {
    while (needsRecheck) {
      needsRecheck = false;
      try {
        await Promise.race([update(), rejectAfterTimeout()]);
      } catch (error) {
        log.warn({ err: error }, 'could not apply changes; will retry within a second');
      }
    }
  }

  /** A failure of one updater does not block the others. */
  async function update(): Promise<void> {
    const rows = await db.selectFrom('change_versions').select(['name', 'version']).execute();
    const changes = rows.filter(({ name, version }) => version !== applied[name]);
    const results = await Promise.allSettled(
      changes.map(async ({ name, version }) => {
        await updaters[name](version);
        applied[name] = version;
      }),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    upToDateAt = Date.now();
  }

  await checkForChanges();
  const timer = setInterval(() => void checkForChanges(), INTERVAL_MS).unref();
  const listener = listen({
    connect: () => openClient(databaseUrl),
    channel: 'recce',
    onNotification: (text) => {
      const board = /^board (.+)$/.exec(text ?? '')?.[1];
      if (board === undefined) void checkForChanges();
      if (board !== undefined || text === undefined) boardEvents.check(board);
    },
    log,
  });
  return {
    getStaleness: () => Date.now() - upToDateAt,
    stop: async () => {
      clearInterval(timer);
      await listener.close();
      await running;
    },
  };
}

/** Bounds each check, so that a silent connection does not block the next one. */
async function rejectAfterTimeout(): Promise<never> {
  await delay(TIMEOUT_MS, undefined, { ref: false });
  throw new Error(`the database did not respond within ${TIMEOUT_MS} ms`);
}
