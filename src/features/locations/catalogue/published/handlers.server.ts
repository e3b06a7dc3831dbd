import { ApiError } from '../../../../platform/http/contract.ts';
import { locationByUrl, locationFields } from './contract.ts';
import { listLocationFields as fieldsWithOptions, findPublishedByUrl } from './queries.server.ts';
import { PAGE_NOT_FOUND } from '../../../../platform/text/common-messages.ts';
import { type Handler, query } from '../../../../platform/http/handlers.ts';

/** Handlers of one published location. */
export const locationHandlers: readonly Handler[] = [
  query(locationByUrl, async (db, _caller, { locationurl }) => {
    const location = await findPublishedByUrl(db, locationurl);
    if (!location) throw new ApiError('NOT_FOUND', PAGE_NOT_FOUND);
    return location;
  }),
  query(locationFields, (db) => fieldsWithOptions(db)),
];
