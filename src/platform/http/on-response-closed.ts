import type { FastifyReply } from 'fastify';

/**
 * Has `end` done once an answer is out, or nobody waits for it any more. Whoever went before this was asked for is gone already: the
 * connection says so only once.
 */
export function onResponseClosed({ raw }: FastifyReply, callback: () => void): void {
  if (raw.closed) callback();
  else raw.once('close', callback);
}
