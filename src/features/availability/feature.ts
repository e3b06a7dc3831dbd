import type { Feature } from '../../platform/feature/feature.ts';
import { command, query } from '../../platform/http/handlers.ts';
import { addEntry, changeEntry, deleteEntry } from './commands.server.ts';
import * as routes from './contract.ts';
import { deletePastEntries } from './jobs.server.ts';
import * as messages from './messages.ts';
import { AVAILABILITY_DATA } from './personal-data.queries.server.ts';
import { getOwnAvailability, getPublicAvailability, listConflicts } from './queries.server.ts';
import { conflict, entry, ownAvailability, publicAvailability, unavailableRange } from './schema.ts';

/** Returns what responds with the availability of a location after a change. */
const respond =
  (message: string) =>
  async (...[db, caller, { id }, { at }]: Parameters<typeof getOwnAvailability>) => ({
    message,
    availability: await getOwnAvailability(db, caller, { id }, { at }),
  });

/** Availability: on which days locations cannot be filmed at. */
export const availabilityFeature: Feature = {
  tag: 'own-locations',
  handlers: [
    query(routes.availability, (db, _caller, input, { at }) => getPublicAvailability(db, input, at)),
    query(routes.findConflicts, (db, caller, input, { at }) => listConflicts(db, caller, input, at)),
    query(routes.unavailableDates, getOwnAvailability),
    command(routes.addUnavailableDates, addEntry, respond(messages.ENTRY_ADDED)),
    command(routes.updateUnavailableDates, changeEntry, respond(messages.ENTRY_SAVED)),
    command(routes.deleteUnavailableDates, deleteEntry, respond(messages.ENTRY_DELETED)),
  ],
  personalData: AVAILABILITY_DATA,
  cleanup: { 'past unavailable dates': ({ db, at }) => deletePastEntries(db, at) },
  schemas: {
    AvailabilityEntry: entry,
    Conflict: conflict,
    OwnAvailability: ownAvailability,
    PublicAvailability: publicAvailability,
    UnavailableRange: unavailableRange,
  },
};
