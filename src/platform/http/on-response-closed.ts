import type { FastifyReply } from 'fastify';

/**
 * Calls back when a response is sent or its connection is closed. Calls at once if that has already happened, since `close` fires
 * only once.
 */
export function onResponseClosed({ raw }: FastifyReply, callback: () => void): void {
  if (raw.closed) callback();
  else raw.once('close', callback);
}
