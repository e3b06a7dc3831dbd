import type { Db } from '../../platform/db/transaction.ts';
import { type RouteHandler, createHandler } from '../../platform/http/route-handlers.ts';
import { type EnquiryDeps, submitEnquiry } from './commands.server.ts';
import { sendEnquiry } from './contract.ts';

export function enquiriesHandlers(deps: EnquiryDeps & { db: Db }): RouteHandler[] {
  return [
    createHandler(sendEnquiry, async (input, call) => ({
      message: await deps.db.transaction().execute((trx) => submitEnquiry(trx, deps, input, call.actor)),
    })),
  ];
}
