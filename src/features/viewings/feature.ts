import type { Db } from '../../platform/db/transaction.ts';
import type { Feature } from '../../platform/feature/feature.ts';
import { command, query } from '../../platform/http/handlers.ts';
import type { Actor } from '../../platform/http/route-permission.ts';
import {
  changeViewing,
  createViewing,
  deleteContact,
  emailItinerary,
  endViewing,
  mergePeople,
} from './commands.server.ts';
import { chooseContact } from './contacts/commands.server.ts';
import { listStopContacts } from './contacts/queries.server.ts';
import * as routes from './contract.ts';
import { deleteOldContacts, recordVisits } from './jobs.server.ts';
import { answerRequest, openItinerary } from './links/commands.server.ts';
import { getRequest } from './links/queries.server.ts';
import * as messages from './messages.ts';
import { VIEWING_DATA } from './personal-data.queries.server.ts';
import { listViewings } from './queries.server.ts';
import { type Viewing, itinerary, viewing, viewingRequest } from './schema.ts';
import { askAll, changeStop, createStop, removeStop, saveAnswer } from './stops.commands.server.ts';

/** Returns what responds with the viewings of a production after a change. */
const respond =
  (message: string) =>
  async (
    db: Db,
    caller: Actor,
    { id }: { readonly id: string },
    { at }: { readonly at: Date },
  ): Promise<{ message: string; viewings: Viewing[] }> => ({
    message,
    viewings: await listViewings(db, caller, { id }, { at }),
  });

/** Viewings: days on which people of a production visit locations. */
export const viewingFeature: Feature = {
  tag: 'viewings',
  handlers: [
    query(routes.viewings, listViewings),
    command(routes.addViewing, createViewing, respond(messages.VIEWING_ADDED)),
    command(routes.updateViewing, changeViewing, respond(messages.VIEWING_SAVED)),
    command(routes.addStop, createStop, respond(messages.STOP_ADDED)),
    command(routes.updateStop, changeStop, respond(messages.STOP_SAVED)),
    query(routes.stopContacts, listStopContacts),
    command(routes.chooseStopContact, chooseContact, respond(messages.CONTACT_CHOSEN)),
    command(routes.recordAnswer, saveAnswer, respond(messages.STOP_SAVED)),
    command(routes.cancelStop, removeStop, respond(messages.STOP_REMOVED)),
    command(routes.askOwners, async (context, input) => {
      const message = await askAll(context, input);
      return respond(message)(context.trx, context.actor, input, context);
    }),
    command(routes.sendItinerary, emailItinerary, respond(messages.ITINERARY_SENT)),
    command(routes.cancelViewing, endViewing, respond(messages.VIEWING_CANCELLED)),
    query(routes.viewingRequestByLink, (db, _caller, input, { at }) => getRequest(db, input, at)),
    command(routes.answerViewingRequest, async (context, input) => {
      await answerRequest(context, input);
      return { message: messages.ANSWER_SAVED, request: await getRequest(context.trx, input, context.at) };
    }),
    command(routes.itineraryByLink, openItinerary),
  ],
  subscriptions: { 'people.merging': mergePeople, 'account.deleted': deleteContact },
  personalData: VIEWING_DATA,
  cleanup: {
    visits: ({ db, at }) => recordVisits(db, at),
    'contacts of viewings': ({ db, at }) => deleteOldContacts(db, at),
  },
  schemas: { Viewing: viewing, ViewingRequest: viewingRequest, ViewingItinerary: itinerary },
};
