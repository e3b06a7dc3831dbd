import type { Actor, CallContext } from '../../src/platform/http/route-handlers.ts';
import { createLog } from '../../src/platform/log.ts';

const log = createLog({ logLevel: 'silent' });

/** A call in process by `actor`, or by nobody; an unexpected error stays out of the log. */
export function callContextOf(actor: Actor | null, changes: Partial<CallContext> = {}): CallContext {
  return { actor, session: null, requestId: 'test', ip: '127.0.0.1', log, setCookie: () => {}, ...changes };
}
