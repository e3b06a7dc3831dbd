import { sql } from 'kysely';
import type { Trx } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { CommandContext } from '../../platform/http/handlers.ts';
import { recordAudit } from '../audit-log/commands.server.ts';
import { getDisplayTitle } from '../locations/catalogue/display-title.ts';
import { ALREADY_DISMISSED, NOT_DISMISSED, PAIR_NOT_FOUND } from './messages.ts';

/** Two locations, in either order. */
export interface PairIds {
  readonly a: string;
  readonly b: string;
}

/**
 * Records that two likely duplicates are different locations. They are not found again.
 * @throws {ApiError} NOT_FOUND; CONFLICT when this is already recorded
 */
export async function dismissPair(context: CommandContext, ids: PairIds): Promise<void> {
  const { trx } = context;
  const pair = await lockPair(trx, ids);
  if (pair.isDismissed) throw new ApiError('CONFLICT', ALREADY_DISMISSED);
  await setDismissed(trx, pair, { by: context.actor.id, at: context.at });
  await recordDecision(context, pair, 'DUPLICATE_DISMISSED');
}

/** Undoes {@link dismissPair}. @throws {ApiError} NOT_FOUND; CONFLICT when nobody has dismissed the pair */
export async function restorePair(context: CommandContext, ids: PairIds): Promise<void> {
  const { trx } = context;
  const pair = await lockPair(trx, ids);
  if (!pair.isDismissed) throw new ApiError('CONFLICT', NOT_DISMISSED);
  await setDismissed(trx, pair, { by: null, at: null });
  // The locations may have changed meanwhile.
  await trx.insertInto('duplicate_queue').values({ location_id: pair.a }).execute();
  await recordDecision(context, pair, 'DUPLICATE_RESTORED');
}

/** Deletes the pairs of a location that is merged into another one. */
export async function deletePairs(trx: Trx, locationId: string): Promise<void> {
  await sql`delete from duplicate_pairs where a_id = ${locationId} or b_id = ${locationId}`.execute(trx);
}

interface LockedPair extends PairIds {
  readonly isDismissed: boolean;
}

async function lockPair(trx: Trx, ids: PairIds): Promise<LockedPair> {
  const [a, b] = [ids.a, ids.b].toSorted() as [string, string];
  const row = await trx
    .selectFrom('duplicate_pairs')
    .select('dismissed_at')
    .where('a_id', '=', a)
    .where('b_id', '=', b)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND', PAIR_NOT_FOUND);
  return { a, b, isDismissed: row.dismissed_at !== null };
}

async function setDismissed(
  trx: Trx,
  { a, b }: PairIds,
  { by, at }: { readonly by: string | null; readonly at: Date | null },
): Promise<void> {
  await trx
    .updateTable('duplicate_pairs')
    .set({ dismissed_by: by, dismissed_at: at })
    .where('a_id', '=', a)
    .where('b_id', '=', b)
    .execute();
}

/** One entry, with the title of the other location. */
async function recordDecision(
  { trx, actor, at }: CommandContext,
  { a, b }: PairIds,
  type: 'DUPLICATE_DISMISSED' | 'DUPLICATE_RESTORED',
): Promise<void> {
  const { title } = await trx.selectFrom('locations').select('title').where('id', '=', b).executeTakeFirstOrThrow();
  const details = { other: b, title: getDisplayTitle(title) };
  await recordAudit(trx, { type, actorId: actor.id, locationId: a, details, at });
}
