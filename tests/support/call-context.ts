import type { CallContext } from '../../src/platform/http/route-handlers.ts';
import type { Actor } from '../../src/platform/http/route-permission.ts';
import { createLog } from '../../src/platform/diagnostics/log.ts';

const log = createLog({ logLevel: 'silent' });

/** Returns the context of an in-process call by `actor`; null is an anonymous caller. Nothing is logged. */
export function createCallContext(actor: Actor | null, changes: Partial<CallContext> = {}): CallContext {
  return {
    actor,
    session: null,
    isConfirmed: actor !== null,
    requestId: 'test',
    ip: '127.0.0.1',
    userAgent: undefined,
    log,
    getCookie: () => undefined,
    setCookie: () => {},
    ...changes,
  };
}
