import { recordAudit } from '../features/audit-log/commands.server.ts';
import type { Db } from '../platform/db/transaction.ts';
import type { RouteHandler } from '../platform/http/route-handlers.ts';

/** The routes that return whole lists as files, and the name of their list in the audit log. */
const LIST_EXPORT = /^\/(?:admin\/|user\/)?(.*?)\/export(?:-selection)?$/;

/** Records who exports which list, for all routes that do. A handler that rejects has exported nothing. */
export function auditExports(
  handlers: readonly RouteHandler[],
  { db, now }: { db: Db; now: () => Date },
): RouteHandler[] {
  return handlers.map((handler) => {
    const list = LIST_EXPORT.exec(handler.route.path)?.[1]?.replaceAll(/\/?\{\w+\}/g, '');
    if (list === undefined) return handler;
    return {
      ...handler,
      handle: async (input, call) => {
        const result = await handler.handle(input, call);
        const entry = { type: 'LIST_EXPORTED', actorId: call.actor?.id ?? null, details: { list }, at: now() } as const;
        await db.transaction().execute((trx) => recordAudit(trx, entry));
        return result;
      },
    };
  });
}
