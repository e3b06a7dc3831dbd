import type { Trx } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { CommandContext } from '../../platform/http/handlers.ts';
import { formatDay } from '../../platform/text/dates.ts';
import { assertVersions, recordAudit } from '../audit-log/commands.server.ts';
import { lockProduction, toAuditEntry } from '../productions/commands.server.ts';
import { addEntry } from '../productions/timeline/commands.server.ts';
import { type Slot, type Visit, formatSlot } from './mails.server.ts';
import * as messages from './messages.ts';
import { getVisit, isOpen } from './queries.server.ts';
import { STOP_STATES, type StopState } from './schema.ts';

/** Which viewing is changed, and the version that the change is based on. */
export interface Change {
  readonly id: string;
  readonly viewingId: string;
  readonly version?: number | undefined;
}

/**
 * Locks the production of a viewing for a change of it, which the audit log gets.
 * @throws {ApiError} NOT_FOUND; CONFLICT when somebody else has changed it, it is cancelled, or its day has passed
 */
export async function lockViewing(context: CommandContext, { id, viewingId, version }: Change): Promise<Visit> {
  const { trx, at } = context;
  const entry = toAuditEntry(await lockProduction(context, id), context);
  const row = await trx
    .selectFrom('viewings')
    .select(['version', 'day', 'cancelled_at'])
    .where('id', '=', viewingId)
    .where('production_id', '=', id)
    .executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND', messages.NO_SUCH_VIEWING);
  await assertVersions(trx, entry, [{ expected: version, actual: row.version }], messages.VIEWING_CHANGED);
  if (!isOpen(row, at)) throw new ApiError('CONFLICT', messages.VIEWING_CLOSED);
  await recordAudit(trx, { ...entry, type: 'PRODUCTION_UPDATED', details: { ...entry.details, fields: 'viewings' } });
  return getVisit(trx, viewingId, at);
}

interface Context {
  readonly trx: Trx;
  readonly at: Date;
  /** Null for an owner, who needs no account. */
  readonly actor: { readonly id: string } | null;
}

/** Counts a change of a viewing, and adds it to the timeline of its production. The production must be locked. */
export async function recordViewingChange(
  context: Context,
  visit: Pick<Visit, 'id' | 'day' | 'production_id'>,
  before: string | null,
  after: string | null,
): Promise<void> {
  await countChange(context.trx, visit.id);
  const changes = [{ label: `Viewing on ${formatDay(visit.day)}`, before, after }];
  await addEntry(context, visit.production_id, { kind: 'CHANGED', changes });
}

/** Counts a change of the state of a stop, and adds it to the timeline of its production. The production must be locked. */
export async function recordStopChange(
  context: Context,
  visit: Pick<Visit, 'id' | 'day' | 'production_id'>,
  stop: Slot & { readonly state: StopState | null },
  after: StopState | null,
): Promise<void> {
  await countChange(context.trx, visit.id);
  const label = `Viewing on ${formatDay(visit.day)}, ${formatSlot(stop)}`;
  const changes = [{ label, before: stop.state && STOP_STATES[stop.state], after: after && STOP_STATES[after] }];
  await addEntry(context, visit.production_id, { kind: 'LOCATION', text: stop.title, changes });
}

async function countChange(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('viewings')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}
