import type { Db } from '../../../platform/db/transaction.ts';
import { type RouteHandler, type CallContext, createHandler } from '../../../platform/http/route-handlers.ts';
import { requireActor } from '../../../platform/http/route-permission.ts';
import type { LocationDeps } from '../mails/commands.server.ts';
import { returnToOwner, publishLocation, unpublishLocation } from './commands.server.ts';
import * as routes from './contract.ts';
import * as messages from '../messages.ts';

type Deps = LocationDeps & { readonly db: Db };

/** Route handlers for publishing, taking offline and moving back. Each change is one transaction. */
export function publishingHandlers({ db, ...deps }: Deps): RouteHandler[] {
  return [
    createHandler(routes.publish, async (expected, call) => {
      const published_without = await db
        .transaction()
        .execute((trx) => publishLocation(trx, deps, { ...expected, ...toPublishingContext(call) }));
      return { message: messages.PUBLISHED, published_without };
    }),
    createHandler(routes.unpublish, async ({ id }, call) => {
      await db.transaction().execute((trx) => unpublishLocation(trx, deps, { id, ...toPublishingContext(call) }));
      return { message: messages.UNPUBLISHED };
    }),
    createHandler(routes.updateStatus, async ({ submitted_at, ...returned }, call) => {
      const submitted = submitted_at === undefined ? undefined : new Date(submitted_at);
      await db
        .transaction()
        .execute((trx) => returnToOwner(trx, deps, { ...returned, submitted, ...toPublishingContext(call) }));
      return { message: messages.STATUS_UPDATED };
    }),
  ];
}

function toPublishingContext(call: CallContext) {
  return { actor: requireActor(call), at: new Date() };
}
