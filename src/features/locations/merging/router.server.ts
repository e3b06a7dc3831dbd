import type { Db } from '../../../platform/db/transaction.ts';
import { type RouteHandler, createHandler, toCommandContext } from '../../../platform/http/route-handlers.ts';
import type { LocationDeps } from '../mails/commands.server.ts';
import { LOCATIONS_MERGED } from '../messages.ts';
import { mergeLocations } from './commands.server.ts';
import { mergeLocation } from './contract.ts';

interface Deps extends LocationDeps {
  readonly db: Db;
  readonly now: () => Date;
}

/** Route handler for merging two locations, in one transaction. */
export function mergingHandlers({ db, now, ...deps }: Deps): RouteHandler[] {
  return [
    createHandler(
      mergeLocation,
      async ({ id, other_id, other_version, other_images_version, parts, ...expected }, call) => {
        const otherExpected = { version: other_version, images_version: other_images_version };
        const merge = { id, otherId: other_id, parts, expected, otherExpected };
        await db.transaction().execute((trx) => mergeLocations(trx, deps, toCommandContext(call, now), merge));
        return { message: LOCATIONS_MERGED };
      },
    ),
  ];
}
