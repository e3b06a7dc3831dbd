import type { Selectable } from 'kysely';
import type { Database } from '../../platform/db/tables.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { CommandContext } from '../../platform/http/handlers.ts';
import { assertVersions, recordAudit } from '../audit-log/commands.server.ts';
import { type ProductionRecord, lockProduction, toAuditEntry } from '../productions/commands.server.ts';
import { addEntry } from '../productions/timeline/commands.server.ts';
import * as messages from './messages.ts';
import { getState } from './queries.server.ts';
import type { CallOut } from './schema.ts';

/** Which call-out is changed, and the version that the change is based on. */
export interface Change {
  readonly id: string;
  readonly callOutId: string;
  readonly version?: number | undefined;
}

export interface LockedCallOut extends Selectable<Database['call_outs']> {
  readonly production: ProductionRecord;
}

const WRONG_STATE: Readonly<Record<CallOut['state'], string>> = {
  DRAFT: messages.NOT_SENT,
  OPEN: messages.SENT_ALREADY,
  CLOSED: messages.CALL_OUT_CLOSED,
};

/**
 * Locks the production of a call-out for a change of it.
 * @param states in which it can be changed so
 * @throws {ApiError} NOT_FOUND; CONFLICT when somebody else has changed it, or it is in another state
 */
export async function lockCallOut(
  context: CommandContext,
  { id, callOutId, version }: Change,
  states: readonly CallOut['state'][],
): Promise<LockedCallOut> {
  const { trx, at } = context;
  const production = await lockProduction(context, id);
  const row = await trx
    .selectFrom('call_outs')
    .selectAll()
    .where('id', '=', callOutId)
    .where('production_id', '=', id)
    .executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND', messages.NO_SUCH_CALL_OUT);
  const entry = toAuditEntry(production, context);
  await assertVersions(trx, entry, [{ expected: version, actual: row.version }], messages.CALL_OUT_CHANGED);
  const state = getState(row, at);
  if (!states.includes(state)) throw new ApiError('CONFLICT', WRONG_STATE[state]);
  return { ...row, production };
}

/**
 * Counts a change of a call-out, and adds it to the timeline of its production and the audit log. The production must be locked.
 * @param sent to how many recipients, if it was sent
 */
export async function recordCallOutChange(
  context: CommandContext,
  { id, production }: Pick<LockedCallOut, 'id' | 'production'>,
  after: string,
  sent?: number,
): Promise<void> {
  const { trx } = context;
  await trx
    .updateTable('call_outs')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  const changes = [{ label: 'Call-out', before: null, after }];
  await addEntry(context, production.id, { kind: 'CHANGED', changes });
  const { details, ...entry } = toAuditEntry(production, context);
  await recordAudit(trx, {
    ...entry,
    ...(sent === undefined
      ? { type: 'PRODUCTION_UPDATED', details: { ...details, fields: 'call-outs' } }
      : { type: 'CALL_OUT_SENT', details: { ...details, sent } }),
  });
}
