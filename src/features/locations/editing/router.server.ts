import type { Db } from '../../../platform/db/transaction.ts';
import { toCsv } from '../../../platform/text/csv.ts';
import {
  type CommandContext,
  type RouteHandler,
  type CallContext,
  FileResponse,
  createHandler,
} from '../../../platform/http/route-handlers.ts';
import { requireActor } from '../../../platform/http/route-permission.ts';
import { getAccountById } from '../../accounts/queries.server.ts';
import type { ListDocuments } from '../working-copy/list-documents.ts';
import { getAccessibleLocation, throwLocationNotFound } from '../working-copy/access.queries.server.ts';
import type { LocationDeps } from '../mails/commands.server.ts';
import { getPreview } from '../catalogue/published/queries.server.ts';
import { getNewDraft } from '../working-copy/queries.server.ts';
import { createLocation, saveLocation } from './commands.server.ts';
import * as routes from './contract.ts';
import { saveDraft, saveNewDraft } from './drafts/commands.server.ts';
import { OWNED_HEADINGS, readOwnedForExport, getFullLocation, listOwnLocationCards } from './queries.server.ts';
import { geocode } from './geocoding/queries.server.ts';
import { SUBMITTED } from '../messages.ts';

interface Deps extends LocationDeps {
  readonly db: Db;
  readonly now: () => Date;
  readonly listDocuments: ListDocuments;
}

/** Route handlers for the wizard and the owner's list. Each change is one transaction and returns the location. */
export function submissionHandlers(deps: Deps): RouteHandler[] {
  return [...readHandlers(deps), ...saveHandlers(deps), ...draftHandlers(deps)];
}

function readHandlers({ db, listDocuments }: Deps): RouteHandler[] {
  return [
    createHandler(routes.ownLocations, (page, call) => listOwnLocationCards(db, requireActor(call).id, page)),
    createHandler(routes.locationsOfUser, async ({ id, ...page }) => {
      await getAccountById(db, id);
      return listOwnLocationCards(db, id, page, 'team');
    }),
    createHandler(routes.exportLocationsOfUser, async ({ id }) => {
      await getAccountById(db, id);
      return new FileResponse('locations-of-user.csv', toCsv(OWNED_HEADINGS, readOwnedForExport(db, id)));
    }),
    createHandler(routes.ownLocationById, ({ id }, call) => getFullLocation(db, requireActor(call), id, listDocuments)),
    createHandler(routes.locationPreview, async ({ id }, call) => {
      const { merged_into } = await getAccessibleLocation(db, requireActor(call), id);
      if (merged_into !== null) throwLocationNotFound();
      return (await getPreview(db, id)) ?? throwLocationNotFound();
    }),
    createHandler(routes.geocodeLocation, (params) => geocode(db, params)),
  ];
}

function saveHandlers(deps: Deps): RouteHandler[] {
  const { db } = deps;
  return [
    createHandler(routes.createLocation, (location, call) =>
      db.transaction().execute(async (trx) => {
        const context = toCommandContext(deps, call);
        const id = await createLocation(trx, deps, context, location);
        return getFullLocation(trx, context.actor, id, deps.listDocuments);
      }),
    ),
    createHandler(routes.saveLocation, (save, call) =>
      db.transaction().execute(async (trx) => {
        const context = toCommandContext(deps, call);
        await saveLocation(trx, deps, context, save);
        const location = await getFullLocation(trx, context.actor, save.id, deps.listDocuments);
        return { ...location, message: save.isSubmitting ? SUBMITTED : null };
      }),
    ),
  ];
}

function draftHandlers(deps: Deps): RouteHandler[] {
  const { db } = deps;
  return [
    createHandler(routes.newDraft, async (_, call) => ({ draft: await getNewDraft(db, requireActor(call).id) })),
    createHandler(routes.saveNewDraft, (draft, call) =>
      db.transaction().execute((trx) => saveNewDraft(trx, toCommandContext(deps, call), draft)),
    ),
    createHandler(routes.saveDraft, (draft, call) =>
      db.transaction().execute((trx) => saveDraft(trx, toCommandContext(deps, call), draft)),
    ),
  ];
}

function toCommandContext({ now }: Deps, call: CallContext): CommandContext {
  return { actor: requireActor(call), at: now() };
}
