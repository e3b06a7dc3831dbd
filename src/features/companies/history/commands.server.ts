import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/handlers.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import { type Reference, lockForChange, setColumns } from '../commands.server.ts';
import { KINDS, type Kind, type Values, listFields } from '../kinds.ts';
import { COMPANY_DELETED_SINCE, NOTHING_TO_RESTORE } from '../messages.ts';
import { getPresentId } from '../queries.server.ts';
import { recordRevisions } from '../revisions.commands.server.ts';
import { getStoredValues } from './queries.server.ts';

/**
 * Gives a company or person the values of an earlier version. A person whose company was deleted since stays with the present one.
 * @returns the number of the new version, and descriptions of values that could not be restored
 * @throws {ApiError} NOT_FOUND; CONFLICT when somebody else has changed it, or it has these values already
 */
export async function restoreRevision(
  context: CommandContext,
  kind: Kind,
  { number, ...reference }: Reference & { readonly number: number },
): Promise<{ number: number; notes: string[] }> {
  const { trx, actor, at } = context;
  const { row, entry } = await lockForChange(context, kind, reference);
  const { id } = row;
  const { values, notes } = await getRestorable(trx, await getStoredValues(trx, kind, id, number), row);
  // A version does not know the fields that were added to the product later.
  const changed = listFields(kind).filter((field) => values[field] !== undefined && values[field] !== row[field]);
  if (changed.length === 0) throw new ApiError('CONFLICT', NOTHING_TO_RESTORE);
  const columns = Object.fromEntries(changed.map((field) => [field, values[field] ?? null]));
  await setColumns(trx, kind, { id, columns, at });
  await recordRevisions(trx, kind, [id], { action: 'RESTORED', authorId: actor.id, at, restoredNumber: number });
  const details = { ...entry.details, restored: number, fields: changed.join(', ') };
  await recordAudit(trx, { type: KINDS[kind].audit.restored, ...entry, details });
  return { number: row.version + 1, notes };
}

/** Locks the company of a restored person; one that was merged is replaced by the one that stays. */
async function getRestorable(trx: Trx, stored: Values, present: Values): Promise<{ values: Values; notes: string[] }> {
  const { company_id: id = null } = stored;
  if (id === null || id === present['company_id']) return { values: stored, notes: [] };
  const company = await trx
    .selectFrom('companies')
    .select('id')
    .where('id', '=', await getPresentId(trx, 'companies', id))
    .forKeyShare()
    .executeTakeFirst();
  if (company) return { values: { ...stored, company_id: company.id }, notes: [] };
  return { values: { ...stored, company_id: present['company_id'] ?? null }, notes: [COMPANY_DELETED_SINCE] };
}
