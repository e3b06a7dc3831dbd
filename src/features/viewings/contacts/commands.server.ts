import type { z } from 'zod';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/handlers.ts';
import { CHECK_FIELDS } from '../../../platform/text/common-messages.ts';
import { lockViewing, recordViewingChange } from '../changes.commands.server.ts';
import type { chooseStopContact } from '../contract.ts';
import * as messages from '../messages.ts';
import { type ContactChoice, isChosen, listContacts, listStopContacts } from './queries.server.ts';

/** Chooses who is asked about a stop, before anybody is. @throws {ApiError} NOT_FOUND; INVALID; CONFLICT when somebody was asked */
export async function chooseContact(
  context: CommandContext,
  { stopId, contact, ...change }: z.output<typeof chooseStopContact.input>,
): Promise<void> {
  const { trx, actor } = context;
  const { id, viewingId } = change;
  const visit = await lockViewing(context, change);
  const contacts = await listStopContacts(trx, actor, { id, viewingId, stopId });
  const stop = await trx
    .selectFrom('viewing_stops')
    .select(['title', 'state', 'location_id'])
    .where('id', '=', stopId)
    .executeTakeFirstOrThrow();
  if (stop.state !== 'PLANNED') throw new ApiError('CONFLICT', messages.ASKED_ALREADY);
  if (!contacts.some((each) => each.contact === contact))
    throw new ApiError('INVALID', CHECK_FIELDS, { contact: messages.CHOOSE_CONTACT });
  const choice =
    contact === 'ACCOUNT'
      ? ({ contact_choice: 'ACCOUNT', contact_id: null } as const)
      : ({ contact_choice: 'CONTACT', contact_id: contact } as const);
  const columns = await findContactColumns(trx, { location_id: stop.location_id!, ...choice });
  await trx
    .updateTable('viewing_stops')
    .set({ ...choice, ...columns })
    .where('id', '=', stopId)
    .execute();
  await recordViewingChange(context, visit, null, `Contact of ${stop.title} chosen`);
}

interface ContactColumns {
  readonly contact_name: string | null;
  readonly contact_email: string | null;
  readonly contact_telephone: string | null;
}

/** The columns of a stop with who is asked about it; null if whom the office has chosen is gone. */
export async function findContactColumns(trx: Trx, choice: ContactChoice): Promise<ContactColumns | null> {
  const [contact] = await listContacts(trx, choice);
  if (choice.contact_choice !== null && !(contact && isChosen(contact, choice))) return null;
  return {
    contact_name: contact?.name ?? null,
    contact_email: contact?.email ?? null,
    contact_telephone: contact?.telephone ?? null,
  };
}
