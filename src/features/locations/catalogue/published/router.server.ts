import type { Db } from '../../../../platform/db/transaction.ts';
import { ApiError } from '../../../../platform/http/contract.ts';
import { type RouteHandler, createHandler } from '../../../../platform/http/route-handlers.ts';
import { locationByUrl, locationFields } from './contract.ts';
import { listLocationFields as fieldsWithOptions, findPublishedByUrl } from './queries.server.ts';
import { PAGE_NOT_FOUND } from '../../../../platform/text/common-messages.ts';

/** Public route handlers for one location. */
export function locationHandlers(db: Db): readonly RouteHandler[] {
  return [
    createHandler(locationByUrl, async ({ locationurl }) => {
      const location = await findPublishedByUrl(db, locationurl);
      if (!location) throw new ApiError('NOT_FOUND', PAGE_NOT_FOUND);
      return location;
    }),
    createHandler(locationFields, () => fieldsWithOptions(db)),
  ];
}
