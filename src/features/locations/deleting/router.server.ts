import type { Db } from '../../../platform/db/transaction.ts';
import type { PublishEvent } from '../../../platform/db/transaction-events.ts';
import { type RouteHandler, createHandler } from '../../../platform/http/route-handlers.ts';
import { requireActor } from '../../../platform/http/route-permission.ts';
import type { LocationEvent } from '../events.ts';
import { deleteLocation } from './commands.server.ts';
import * as routes from './contract.ts';
import { LOCATION_DELETED } from '../messages.ts';

interface Deps {
  readonly db: Db;
  readonly publishEvent: PublishEvent<LocationEvent>;
}

/** Route handlers for deleting a location. */
export function deletingHandlers({ db, publishEvent }: Deps): RouteHandler[] {
  return [
    createHandler(routes.deleteLocation, async (location, call) => {
      const deletion = { ...location, actorId: requireActor(call).id, at: new Date() };
      await db.transaction().execute((trx) => deleteLocation(trx, deletion, publishEvent));
      return { message: LOCATION_DELETED };
    }),
  ];
}
