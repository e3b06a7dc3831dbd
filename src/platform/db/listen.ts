import { setTimeout as delay } from 'node:timers/promises';
import { escapeIdentifier } from 'pg';
import type { Log } from '../diagnostics/log.ts';
import type { Connection } from './connection.ts';

interface Listener {
  /** Ends the connection; `onNotification` is not called again. */
  close(): Promise<void>;
}

interface Subscription {
  /** Opens a dedicated connection. */
  readonly connect: () => Promise<Connection>;
  readonly channel: string;
  /** Called with the payload of each notification, and without one after each (re)connect, since notifications may have been missed. */
  readonly onNotification: (text?: string) => void;
  readonly log: Pick<Log, 'warn'>;
}

const MIN_RETRY_MS = 100;
const MAX_RETRY_MS = 2_000;
/** How often the connection is checked: a listener sends nothing, so it would not detect a dead peer. */
const HEARTBEAT_MS = 3_000;

/** Listens on a channel until closed and reconnects when needed. Notifications may be lost: use them as hints only. */
export function listen({ connect, channel, onNotification, log }: Subscription): Listener {
  const closing = new AbortController();
  const finished = listenUntilClosed();
  return {
    async close() {
      closing.abort();
      await finished;
    },
  };

  async function listenUntilClosed(): Promise<void> {
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

  /** Resolves when the listener is closed; rejects when its connection is lost. */
  async function listenOnce(onConnected: () => void): Promise<void> {
    const client = await connect();
    // Closes the connection if there is no response.
    const heartbeat = setInterval(() => void client.isResponsive(), HEARTBEAT_MS);
    try {
      const ended = waitForEnd(client, closing.signal);
      client.on('notification', ({ payload }) => {
        if (!closing.signal.aborted) onNotification(payload);
      });
      await Promise.race([ended, client.query(`listen ${escapeIdentifier(channel)}`)]);
      if (closing.signal.aborted) return;
      onConnected();
      onNotification();
      await ended;
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
