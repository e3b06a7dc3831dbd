import { getAccessibleLocation } from '../../working-copy/access.queries.server.ts';
import { addContact, changeContact, deleteContact } from './commands.server.ts';
import * as routes from './contract.ts';
import { getContact, listContacts } from './queries.server.ts';
import type { Db } from '../../../../platform/db/transaction.ts';
import { type Handler, command, query } from '../../../../platform/http/handlers.ts';
import type { Actor } from '../../../../platform/http/route-permission.ts';

/** Handlers of the contacts of a location. A change of one, or its deletion, can change another: it returns all contacts. */
export const contactHandlers: readonly Handler[] = [
  query(routes.contactById, async (db, caller, { id, contactId }) => {
    await getAccessibleLocation(db, caller, id);
    return getContact(db, id, contactId);
  }),
  command(routes.addContact, addContact, (db, _caller, { id }, { result }) => getContact(db, id, result)),
  command(routes.changeContact, changeContact, listAll),
  command(routes.deleteContact, deleteContact, listAll),
];

function listAll(db: Db, _caller: Actor, { id }: { readonly id: string }) {
  return listContacts(db, id);
}
