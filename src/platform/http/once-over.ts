import type { FastifyReply } from 'fastify';

/**
 * Has `end` done once an answer is out, or nobody waits for it any more. Whoever went before this was asked for is gone already: the
 * connection says so only once.
 */
export function onceOver({ raw }: FastifyReply, end: () => void): void {
  if (raw.closed) end();
  else raw.once('close', end);
}
