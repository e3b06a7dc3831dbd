import { RESTORED } from '../messages.ts';
import { getAccessibleLocation } from '../working-copy/access.queries.server.ts';
import { restoreRevision } from './commands.server.ts';
import * as routes from './contract.ts';
import { getRevision, listRevisions } from './queries.server.ts';
import { type Handler, command, query } from '../../../platform/http/handlers.ts';

/** Handlers of the history of a location. */
export const historyHandlers: readonly Handler[] = [
  query(routes.listRevisions, async (db, caller, params) => {
    await getAccessibleLocation(db, caller, params.id);
    return listRevisions(db, params);
  }),
  query(routes.getRevision, async (db, caller, params) => {
    await getAccessibleLocation(db, caller, params.id);
    return getRevision(db, params);
  }),
  command(routes.restoreRevision, restoreRevision, RESTORED),
];
