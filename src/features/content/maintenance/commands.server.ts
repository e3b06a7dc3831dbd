import type { Trx } from '../../../platform/db/transaction.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import { setMaintenance } from '../commands.server.ts';

/** Switches maintenance, and leaves a trace of it; every running node follows within 5 seconds. */
export async function switchMaintenance(
  trx: Trx,
  { on, actorId, at }: { on: boolean; actorId: string | null; at: Date },
): Promise<void> {
  await setMaintenance(trx, on);
  await recordAudit(trx, { type: 'MAINTENANCE_SWITCHED', actorId, details: { on }, at });
}
