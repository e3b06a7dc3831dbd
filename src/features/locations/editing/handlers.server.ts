import { getAccountById } from '../../accounts/queries.server.ts';
import { getAccessibleLocation, throwLocationNotFound } from '../working-copy/access.queries.server.ts';
import { getPreview } from '../catalogue/published/queries.server.ts';
import { getNewDraft } from '../working-copy/queries.server.ts';
import { createLocation, saveLocation } from './commands.server.ts';
import * as routes from './contract.ts';
import { saveDraft, saveNewDraft } from './drafts/commands.server.ts';
import { OWNED_HEADINGS, readOwnedForExport, getFullLocation, listOwnLocationCards } from './queries.server.ts';
import { geocode } from './geocoding/queries.server.ts';
import { SUBMITTED } from '../messages.ts';
import { type Handler, command, csvExport, query } from '../../../platform/http/handlers.ts';

/** Handlers of the wizard and the owner's list. A change returns the location. */
export const editingHandlers: readonly Handler[] = [
  query(routes.ownLocations, (db, caller, page) => listOwnLocationCards(db, caller.id, page)),
  query(routes.ownLocationById, (db, caller, { id }, { listDocuments }) =>
    getFullLocation(db, caller, id, listDocuments),
  ),
  query(routes.locationPreview, async (db, caller, { id }) => {
    const { merged_into } = await getAccessibleLocation(db, caller, id);
    if (merged_into !== null) throwLocationNotFound();
    return (await getPreview(db, id)) ?? throwLocationNotFound();
  }),
  query(routes.geocodeLocation, (db, _caller, params) => geocode(db, params)),
  command(routes.createLocation, async (context, location) => {
    const id = await createLocation(context, location);
    return getFullLocation(context.trx, context.actor, id, context.listDocuments);
  }),
  command(routes.saveLocation, async (context, save) => {
    await saveLocation(context, save);
    const location = await getFullLocation(context.trx, context.actor, save.id, context.listDocuments);
    return { ...location, message: save.isSubmitting ? SUBMITTED : null };
  }),
  query(routes.newDraft, async (db, caller) => ({ draft: await getNewDraft(db, caller.id) })),
  command(routes.saveNewDraft, saveNewDraft),
  command(routes.saveDraft, saveDraft),
];

/** Handlers of the list of a user's locations in the back office. */
export const ownedLocationHandlers: readonly Handler[] = [
  query(routes.locationsOfUser, async (db, _caller, { id, ...page }) => {
    await getAccountById(db, id);
    return listOwnLocationCards(db, id, page, 'team');
  }),
  csvExport(routes.exportLocationsOfUser, 'locations-of-user.csv', OWNED_HEADINGS, async (db, _caller, { id }) => {
    await getAccountById(db, id);
    return readOwnedForExport(db, id);
  }),
];
