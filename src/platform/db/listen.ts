import { setTimeout as delay } from 'node:timers/promises';
import { escapeIdentifier } from 'pg';
import type { Log } from '../log.ts';
import type { Connection } from './connection.ts';

export interface Listener {
  /** Ends the connection; `onWake` is not called again. */
  close(): Promise<void>;
}

interface Subscription {
  /** Opens a connection for the listener alone. */
  readonly connect: () => Promise<Connection>;
  readonly channel: string;
  /** Called for every notification with its text, and without one after every connection, for what was said in between went unheard. */
  readonly onNotification: (text?: string) => void;
  readonly log: Pick<Log, 'warn'>;
}

const MIN_RETRY_MS = 100;
const MAX_RETRY_MS = 2_000;
/** How often the server is asked whether it is still there: who only listens would not notice. */
const HEARTBEAT_MS = 3_000;

/** Listens on a channel until closed, reconnecting as often as it takes. Notifications may be lost: treat them as hints. */
export function listen({ connect, channel, onNotification, log }: Subscription): Listener {
  const closing = new AbortController();
  const finished = keepListening();
  return {
    async close() {
      closing.abort();
      await finished;
    },
  };

  async function keepListening(): Promise<void> {
    let failures = 0;
    while (!closing.signal.aborted) {
      try {
        await listenOnce(() => (failures = 0));
      } catch (error) {
        log.warn({ err: error, channel }, 'listening for notifications was interrupted');
        const pause = Math.min(MIN_RETRY_MS * 2 ** failures++, MAX_RETRY_MS);
        await delay(pause, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
  }

  /** Resolves when the listener is closed, and rejects when its connection is lost. */
  async function listenOnce(onConnected: () => void): Promise<void> {
    const client = await connect();
    // If there is no answer, the connection ends.
    const heartbeat = setInterval(() => void client.answers(), HEARTBEAT_MS);
    try {
      const over = waitForEnd(client, closing.signal);
      client.on('notification', ({ payload }) => {
        if (!closing.signal.aborted) onNotification(payload);
      });
      await Promise.race([over, client.query(`listen ${escapeIdentifier(channel)}`)]);
      if (closing.signal.aborted) return;
      onConnected();
      onNotification();
      await over;
    } finally {
      clearInterval(heartbeat);
      await client.end();
    }
  }
}

function waitForEnd(client: Connection, closing: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    client.on('error', reject);
    client.once('end', () => reject(new Error('the database closed the connection')));
    if (closing.aborted) resolve();
    else closing.addEventListener('abort', () => resolve(), { once: true });
  });
}
