import type { Db, Trx } from '../../../../platform/db/transaction.ts';
import {
  type CommandContext,
  type RouteHandler,
  type CallContext,
  createHandler,
} from '../../../../platform/http/route-handlers.ts';
import { requireActor } from '../../../../platform/http/route-permission.ts';
import { getAccessibleLocation } from '../../working-copy/access.queries.server.ts';
import { addContact, changeContact, deleteContact } from './commands.server.ts';
import * as routes from './contract.ts';
import { getContact, listContacts } from './queries.server.ts';

/** Route handlers for the contacts of a location. Each change is one transaction and returns all contacts. */
export function contactHandlers(db: Db): RouteHandler[] {
  const change = (call: CallContext, id: string, command: (trx: Trx, context: CommandContext) => Promise<void>) =>
    db.transaction().execute(async (trx) => {
      await command(trx, { actor: requireActor(call), at: new Date() });
      return listContacts(trx, id);
    });
  return [
    createHandler(routes.contactById, async ({ id, contactId }, call) => {
      await getAccessibleLocation(db, requireActor(call), id);
      return getContact(db, id, contactId);
    }),
    createHandler(routes.addContact, ({ id, ...form }, call) =>
      change(call, id, (trx, context) => addContact(trx, context, id, form)),
    ),
    createHandler(routes.changeContact, ({ id, contactId, ...form }, call) =>
      change(call, id, (trx, context) => changeContact(trx, context, { id, contactId }, form)),
    ),
    createHandler(routes.deleteContact, ({ id, contactId }, call) =>
      change(call, id, (trx, context) => deleteContact(trx, context, { id, contactId })),
    ),
  ];
}
