import type { Trx } from '../../../platform/db/transaction.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';

/** Switches maintenance on or off and records it in the audit log. Every running node applies it within 5 seconds. */
export async function switchMaintenance(
  trx: Trx,
  { on, actorId, at }: { on: boolean; actorId: string | null; at: Date },
): Promise<void> {
  await setMaintenance(trx, on, at);
  await recordAudit(trx, { type: 'MAINTENANCE_SWITCHED', actorId, details: { on }, at });
}

/** Switches maintenance on or off without an audit entry. */
export async function setMaintenance(trx: Trx, on: boolean, at: Date): Promise<void> {
  await trx
    .updateTable('settings')
    .set({ value: JSON.stringify(on), updated_at: at })
    .where('name', '=', 'maintenance')
    .execute();
}
