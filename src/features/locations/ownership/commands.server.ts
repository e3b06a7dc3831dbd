import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/handlers.ts';
import { type Role, roleHas } from '../../accounts/permissions.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import { deleteUploadsOfUser } from '../../media/uploads/commands.server.ts';
import { assertWithinLocationLimit } from '../working-copy/owner-limits.queries.server.ts';
import {
  type RevisionContext,
  eraseOwnerDetails,
  recordRevision,
  recordRevisions,
} from '../working-copy/revisions.commands.server.ts';
import { setOwner, lockForChange, updateTimestamp } from '../working-copy/commands.server.ts';
import { throwLocationNotFound } from '../working-copy/access.queries.server.ts';
import { type LocationDeps, notifyOwner } from '../mails/commands.server.ts';
import { OWNER_FIELDS, type OwnerFieldsAction } from './schema.ts';
import { MAX_LINE_LENGTH } from '../catalogue/fields/validation.ts';
import { OWNER_CHANGED, SAME_OWNER, NOT_A_LOCATION_OWNER } from '../messages.ts';

/** A change of the owner of a location. */
interface OwnerChange {
  readonly id: string;
  readonly userId: string;
  /** The expected present owner; undefined for any. */
  readonly from?: string | null | undefined;
  readonly ownerFields?: OwnerFieldsAction;
}

/**
 * Changes the owner of a location and sends an email to both. Fields, images, contacts, documents and state stay, except the fields about
 * the owner if requested. Data that only the previous owner could see is deleted: draft, unfinished uploads, positions of photographs.
 * @throws {ApiError} NOT_FOUND; CONFLICT when the user is not a location owner or owns it already, the present owner is not the expected
 *   one, or the user has the maximum number of locations
 */
export async function changeOwner(
  context: CommandContext & LocationDeps,
  { id, userId, from, ownerFields = 'keep' }: OwnerChange,
): Promise<void> {
  const { trx, actor, at } = context;
  const before = await lockAccounts(trx, { id, userId });
  const location = await lockForChange(trx, actor, id);
  if (location.owner_id !== before || (from !== undefined && from !== before))
    throw new ApiError('CONFLICT', OWNER_CHANGED);
  if (userId === before) throw new ApiError('CONFLICT', SAME_OWNER);
  if (before !== null) {
    await notifyOwner(trx, context, id, 'ownership-removed');
    await deleteOwnerData(trx, { id, ownerId: before });
  }
  await setOwner(trx, { id, ownerId: userId });
  await assertWithinLocationLimit(trx, userId);
  await updateTimestamp(trx, id, at);
  const fields = await changeOwnerFields(trx, { id, userId }, ownerFields);
  const by = { origin: 'RECORD', authorId: actor.id, at } as const;
  const revision = (await recordRevision(trx, id, { action: 'OWNER_CHANGED', ...by }))!;
  if (ownerFields !== 'keep') await eraseOwnerDetails(trx, { id, before: revision });
  const details = { from: before, to: userId, ...(fields.length > 0 && { fields: fields.join(', ') }), revision };
  await recordAudit(trx, { type: 'OWNERSHIP_CHANGED', actorId: actor.id, locationId: id, details, at });
  await notifyOwner(trx, context, id, 'ownership-assigned');
}

/**
 * Changes the owners of several locked locations, whose accounts are locked too. Fields, images, contacts, documents and state stay. Data
 * that only the previous owners could see is deleted, as by {@link changeOwner}. The caller sends the emails.
 * @param owners the new owners, by location; null for none
 */
export async function changeOwners(
  trx: Trx,
  { bulkChange, ...by }: Pick<RevisionContext, 'authorId' | 'origin' | 'at'> & { readonly bulkChange: string },
  locations: readonly { readonly id: string; readonly owner_id: string | null }[],
  owners: Readonly<Record<string, string | null>>,
): Promise<void> {
  const ids = locations.map(({ id }) => id);
  await sql`delete from location_drafts where location_id = any(${ids}::uuid[])`.execute(trx);
  await sql`
    update images set taken_latitude = null, taken_longitude = null, taken_direction = null
    where location_id = any(${ids}::uuid[]) and taken_latitude is not null`.execute(trx);
  await sql`
    update locations l set owner_id = (${JSON.stringify(owners)}::jsonb->>l.id::text)::uuid, lastmodificationdate = ${by.at}
    where l.id = any(${ids}::uuid[])`.execute(trx);
  const revisions = await recordRevisions(trx, ids, { action: 'OWNER_CHANGED', ...by });
  const entries = locations.map(({ id, owner_id }) => ({
    ...({ type: 'OWNERSHIP_CHANGED', actorId: by.authorId, locationId: id, at: by.at } as const),
    details: { from: owner_id, to: owners[id] ?? null, revision: revisions.get(id)!, bulkChange },
  }));
  await recordAudit(trx, ...entries);
}

/**
 * Replaces or clears the fields about the owner of a locked location, and raises the version so that no stale save overwrites them.
 * @returns the names of the changed fields
 */
async function changeOwnerFields(
  trx: Trx,
  { id, userId }: Pick<OwnerChange, 'id' | 'userId'>,
  action: OwnerFieldsAction,
): Promise<string[]> {
  if (action === 'keep') return [];
  const before = await trx.selectFrom('locations').select(OWNER_FIELDS).where('id', '=', id).executeTakeFirstOrThrow();
  const after = action === 'clear' ? NO_OWNER : await getOwnerFields(trx, userId);
  const changed = OWNER_FIELDS.filter((field) => before[field] !== after[field]);
  if (changed.length === 0) return [];
  await trx
    .updateTable('locations')
    .set(({ eb }) => ({ ...after, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  return changed;
}

type OwnerFields = Readonly<Record<(typeof OWNER_FIELDS)[number], string | null>>;

const NO_OWNER: OwnerFields = { ownername: null, telephone1: null, telephone2: null, email: null };

async function getOwnerFields(trx: Trx, userId: string): Promise<OwnerFields> {
  const { first_name, last_name, telephone1, email } = await trx
    .selectFrom('users')
    .select(['first_name', 'last_name', 'telephone1', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const ownername = `${first_name} ${last_name}`.slice(0, MAX_LINE_LENGTH).trim();
  return { ownername, telephone1, telephone2: null, email };
}

/**
 * Locks both accounts, by id, so that neither is deleted nor changes its role.
 * @returns the present owner
 * @throws {ApiError} NOT_FOUND; CONFLICT when the user is not a location owner
 */
async function lockAccounts(trx: Trx, { id, userId }: Pick<OwnerChange, 'id' | 'userId'>): Promise<string | null> {
  const location = await trx.selectFrom('locations').select('owner_id').where('id', '=', id).executeTakeFirst();
  const { owner_id } = location ?? throwLocationNotFound();
  const { rows } = await sql<{ id: string; role: Role; enabled_at: Date | null }>`
    select id, role, enabled_at from users where id = any(${[owner_id, userId]}::uuid[]) order by id for key share`.execute(
    trx,
  );
  const user = rows.find((row) => row.id === userId);
  if (!user?.enabled_at || !roleHas(user.role, 'location.own')) throw new ApiError('CONFLICT', NOT_A_LOCATION_OWNER);
  return owner_id;
}

async function deleteOwnerData(trx: Trx, { id, ownerId }: { id: string; ownerId: string }): Promise<void> {
  await trx.deleteFrom('location_drafts').where('location_id', '=', id).execute();
  await deleteUploadsOfUser(trx, { locationId: id, userId: ownerId });
  await trx
    .updateTable('images')
    .set({ taken_latitude: null, taken_longitude: null, taken_direction: null })
    .where('location_id', '=', id)
    .execute();
}
