import type { FastifyInstance } from 'fastify';
import { MAX_PICTURE_BYTES } from '../../features/media/schema.ts';

/** How long a client may take to send a request. */
interface BodyTimeouts {
  /** For a body of any size, and for the rest of a body after the response (milliseconds). */
  readonly baseMs: number;
  /** The slowest connection that a large body may have. Several uploads share one: this is a quarter of 1 Mbit/s. */
  readonly bytesPerSecond: number;
}

const TIMEOUTS: BodyTimeouts = { baseMs: 30_000, bytesPerSecond: 32 * 1024 };
/** The largest body that any route accepts. */
const MAX_BODY_BYTES = MAX_PICTURE_BYTES;

/** For receiving any request: the limit of the HTTP server itself, in case a request has no timer. */
export const MAX_REQUEST_MS = getBodyTimeoutMs(MAX_BODY_BYTES, TIMEOUTS);
/** For receiving the headers of a request. */
export const HEADERS_TIMEOUT_MS = TIMEOUTS.baseMs;

/** Returns how long a body may take. A body of unknown or unacceptable size gets no more time than the largest that is accepted. */
export function getBodyTimeoutMs(bytes: number, { baseMs, bytesPerSecond }: BodyTimeouts): number {
  return baseMs + (Math.min(bytes, MAX_BODY_BYTES) / bytesPerSecond) * 1000;
}

/**
 * Ends requests whose body takes too long, with 408. The time grows with the declared size, so that a large picture arrives over a slow
 * connection, while many slow small requests cannot hold the connections of the node.
 */
export function limitBodyTime(server: FastifyInstance, timeouts: BodyTimeouts = TIMEOUTS): void {
  server.addHook('onRequest', ({ raw }, reply, done) => {
    const bytes = Number(raw.headers['content-length'] ?? 0);
    if (bytes === 0 && raw.headers['transfer-encoding'] === undefined) return done();
    const { socket } = raw;
    const timer = setTimeout(
      () => {
        // Node does the same when a request exceeds its own timeout: the error handler of Fastify responds with 408.
        const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
        if (reply.raw.headersSent || !server.server.emit('clientError', error, socket)) socket.destroy();
      },
      getBodyTimeoutMs(bytes, timeouts),
    );
    raw.once('end', () => clearTimeout(timer));
    raw.once('close', () => clearTimeout(timer));
    reply.raw.once('finish', () => {
      if (raw.complete || socket.destroyed) return clearTimeout(timer);
      clearTimeout(timer);
      setTimeout(() => !raw.complete && raw.destroy(), timeouts.baseMs).unref();
    });
    done();
  });
}
