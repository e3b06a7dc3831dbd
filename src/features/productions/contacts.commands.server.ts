import { sql } from 'kysely';
import type { z } from 'zod';
import type { Trx } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { CommandContext } from '../../platform/http/handlers.ts';
import { CHECK_FIELDS } from '../../platform/text/common-messages.ts';
import { recordAudit } from '../audit-log/commands.server.ts';
import type { CompanyEvent } from '../companies/events.ts';
import { lockVersion, toAuditEntry } from './commands.server.ts';
import type { setProductionContacts } from './contract.ts';
import * as messages from './messages.ts';
import { listContacts } from './queries.server.ts';
import { addEntry } from './timeline/commands.server.ts';
import type { EntryText } from './timeline/schema.ts';

/** Sets the people of a production. @throws {ApiError} NOT_FOUND; INVALID for people who are not in the directory; CONFLICT */
export async function setContacts(
  context: CommandContext,
  { id, version, contacts }: z.output<typeof setProductionContacts.input>,
): Promise<void> {
  const { trx } = context;
  const row = await lockVersion(context, { id, version });
  const entry = toAuditEntry(row, context);
  const wanted = new Map(contacts.map((contact) => [contact.person_id, contact.role]));
  const known = await trx
    .selectFrom('people')
    .select('id')
    .where('id', 'in', [...wanted.keys(), id])
    .forKeyShare()
    .execute();
  if (known.length < wanted.size) throw new ApiError('INVALID', CHECK_FIELDS, { contacts: messages.NO_SUCH_PERSON });
  const before = await listContacts(trx, id);
  await trx.deleteFrom('production_contacts').where('production_id', '=', id).execute();
  const rows = [...wanted].map(([person_id, role], position) => ({ production_id: id, person_id, role, position }));
  if (rows.length > 0) await trx.insertInto('production_contacts').values(rows).execute();
  const after = await listContacts(trx, id);
  const identify = (list: typeof before) => JSON.stringify(list.map(({ person_id, role }) => [person_id, role]));
  if (identify(before) === identify(after)) return;
  await trx
    .updateTable('productions')
    .set({ version: row.version + 1 })
    .where('id', '=', id)
    .execute();
  const changes = [{ label: 'Contacts', before: toText(before), after: toText(after) }];
  await addEntry(context, id, { kind: 'CONTACTS', changes });
  await recordAudit(trx, { ...entry, type: 'PRODUCTION_UPDATED', details: { ...entry.details, fields: 'contacts' } });
}

/** The contacts as the timeline stores them. */
function toText(contacts: Awaited<ReturnType<typeof listContacts>>): EntryText {
  if (contacts.length === 0) return null;
  return contacts.flatMap(({ person_id, role }, index) => [
    ...(index === 0 ? [] : [', ']),
    { person: person_id },
    ` (${role})`,
  ]);
}

/** Moves the productions of a company that is merged to the one that stays. */
export async function mergeCompanies(trx: Trx, { from, into }: Pick<CompanyEvent, 'from' | 'into'>): Promise<void> {
  await trx
    .updateTable('productions')
    .set(({ eb }) => ({ company_id: into, version: eb('version', '+', 1) }))
    .where('company_id', '=', from)
    .execute();
}

/** Moves the productions of a person who is merged to the one who stays, who has one role on each. */
export async function mergePeople(trx: Trx, { from, into }: Pick<CompanyEvent, 'from' | 'into'>): Promise<void> {
  await sql`
    delete from production_contacts gone where person_id = ${from} and exists (
      select from production_contacts other where other.production_id = gone.production_id and other.person_id = ${into})`.execute(
    trx,
  );
  await trx.updateTable('production_contacts').set({ person_id: into }).where('person_id', '=', from).execute();
}
