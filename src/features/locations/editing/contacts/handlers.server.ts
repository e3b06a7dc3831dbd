import { getAccessibleLocation } from '../../working-copy/access.queries.server.ts';
import { addContact, changeContact, deleteContact } from './commands.server.ts';
import * as routes from './contract.ts';
import { getContact, listContacts } from './queries.server.ts';
import { type Handler, command, query } from '../../../../platform/http/handlers.ts';

/** Handlers of the contacts of a location. A change returns all contacts. */
export const contactHandlers: readonly Handler[] = [
  query(routes.contactById, async (db, caller, { id, contactId }) => {
    await getAccessibleLocation(db, caller, id);
    return getContact(db, id, contactId);
  }),
  command(routes.addContact, async (context, { id, ...form }) => {
    await addContact(context.trx, context, id, form);
    return listContacts(context.trx, id);
  }),
  command(routes.changeContact, async (context, { id, contactId, ...form }) => {
    await changeContact(context.trx, context, { id, contactId }, form);
    return listContacts(context.trx, id);
  }),
  command(routes.deleteContact, async (context, { id, contactId }) => {
    await deleteContact(context.trx, context, { id, contactId });
    return listContacts(context.trx, id);
  }),
];
