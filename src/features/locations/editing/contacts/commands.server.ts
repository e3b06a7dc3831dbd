import type { z } from 'zod';
import type { Trx } from '../../../../platform/db/transaction.ts';
import { ApiError } from '../../../../platform/http/contract.ts';
import type { CommandContext } from '../../../../platform/http/handlers.ts';
import { assertVersions, recordAudit } from '../../../audit-log/commands.server.ts';
import type { AuditType } from '../../../audit-log/entry-types.ts';
import { lockForChange, updateTimestamp } from '../../working-copy/commands.server.ts';
import { throwContactNotFound } from './queries.server.ts';
import { MAX_CONTACTS, type contactForm } from './schema.ts';
import { CONTACT_CHANGED, contactLimit } from '../../messages.ts';

type ContactForm = z.output<typeof contactForm>;

interface ContactKey {
  readonly id: string;
  readonly contactId: string;
}

/**
 * Adds a contact; the first one of a location is the primary one.
 * @returns its id
 * @throws {ApiError} NOT_FOUND; CONFLICT while the location awaits approval, or when it has as many as it may
 */
export async function addContact(
  context: CommandContext,
  { id, ...form }: ContactForm & Pick<ContactKey, 'id'>,
): Promise<string> {
  const { trx, actor, at } = context;
  await lockForChange(trx, actor, id);
  const others = await trx.selectFrom('contacts').select('id').where('location_id', '=', id).execute();
  if (others.length >= MAX_CONTACTS) throw new ApiError('CONFLICT', contactLimit(MAX_CONTACTS));
  const primary = form.primary || others.length === 0;
  if (primary) await clearPrimary(trx, id);
  const added = await trx
    .insertInto('contacts')
    .values({ ...toColumns(form), location_id: id, is_primary: primary, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await recordContactAudit(context, id, 'CONTACT_ADDED');
  return added.id;
}

/**
 * Changes a contact. It can become the primary contact; it stays that until another one becomes it.
 * @throws {ApiError} NOT_FOUND; CONFLICT while the location awaits approval, or when `version` is given and not the last one
 */
export async function changeContact(
  context: CommandContext,
  { id, contactId, version, ...form }: ContactKey & ContactForm & { version?: number | undefined },
): Promise<void> {
  const { trx, actor, at } = context;
  await lockForChange(trx, actor, id);
  const contact = await getStoredContact(trx, { id, contactId });
  const entry = { actorId: actor.id, locationId: id, at };
  await assertVersions(trx, entry, [{ expected: version, actual: contact.version }], CONTACT_CHANGED);
  const primary = form.primary || contact.is_primary;
  if (primary && !contact.is_primary) await clearPrimary(trx, id);
  await trx
    .updateTable('contacts')
    .set({ ...toColumns(form), is_primary: primary, version: contact.version + 1 })
    .where('id', '=', contactId)
    .execute();
  await recordContactAudit(context, id, 'CONTACT_UPDATED');
}

/**
 * Deletes a contact; if it was the primary one, the oldest of the others becomes it.
 * @throws {ApiError} NOT_FOUND; CONFLICT while the location awaits approval
 */
export async function deleteContact(context: CommandContext, { id, contactId }: ContactKey): Promise<void> {
  const { trx, actor } = context;
  await lockForChange(trx, actor, id);
  const contact = await getStoredContact(trx, { id, contactId });
  await trx.deleteFrom('contacts').where('id', '=', contactId).execute();
  if (contact.is_primary) {
    await trx
      .updateTable('contacts')
      .set(({ eb }) => ({ is_primary: true, version: eb('version', '+', 1) }))
      .where('id', '=', ({ selectFrom }) =>
        selectFrom('contacts').select('id').where('location_id', '=', id).orderBy('created_at').orderBy('id').limit(1),
      )
      .execute();
  }
  await recordContactAudit(context, id, 'CONTACT_DELETED');
}

async function getStoredContact(trx: Trx, { id, contactId }: ContactKey) {
  const contact = await trx
    .selectFrom('contacts')
    .select(['version', 'is_primary'])
    .where('id', '=', contactId)
    .where('location_id', '=', id)
    .executeTakeFirst();
  return contact ?? throwContactNotFound();
}

function toColumns({ firstname, lastname, telephone, email }: ContactForm) {
  return { firstname, lastname, telephone: telephone || null, email: email || null };
}

/** Unsets the primary contact. Its version is raised, so that somebody who edits it gets a conflict. */
async function clearPrimary(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('contacts')
    .set(({ eb }) => ({ is_primary: false, version: eb('version', '+', 1) }))
    .where('location_id', '=', id)
    .where('is_primary', '=', true)
    .execute();
}

async function recordContactAudit({ trx, actor, at }: CommandContext, id: string, type: AuditType): Promise<void> {
  await updateTimestamp(trx, id, at);
  await recordAudit(trx, { type, actorId: actor.id, locationId: id, at });
}
