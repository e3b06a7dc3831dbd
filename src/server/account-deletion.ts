import { deleteTokensOfUser } from '../features/api-tokens/commands.server.ts';
import { recordRemainder } from '../features/accounts/deletion/commands.server.ts';
import type { DeleteBatch } from '../features/accounts/deletion/jobs.server.ts';
import type { AccountDeletion } from '../features/accounts/events.ts';
import { deleteHiddenRows, hideBoards } from '../features/boards/deletion.commands.server.ts';
import { deleteViewsOfUser } from '../features/list-views/commands.server.ts';
import {
  deleteOwnedLocations,
  deleteSomeOwned,
  withdrawOwnedLocations,
} from '../features/locations/deleting/commands.server.ts';
import { countLocationsDeletedWith } from '../features/locations/deleting/queries.server.ts';
import type { LocationEvent } from '../features/locations/events.ts';
import { deleteExportsOf } from '../features/personal-data/commands.server.ts';
import type { Trx } from '../platform/db/transaction.ts';
import type { PublishEvent } from '../platform/events.ts';

/** What the deletion of an account deletes at once, in well under a second. A job deletes more, in batches of this size. */
const AT_ONCE = { locations: 50, boardRows: 5_000 };

/**
 * Deletes the data of an account that is being deleted. What is too much for one transaction disappears for everybody at once, and is left
 * to the worker.
 */
export async function deleteAccountData(
  trx: Trx,
  event: AccountDeletion,
  publishEvent: PublishEvent<LocationEvent>,
): Promise<void> {
  const { userId } = event;
  const boardRows = await hideBoards(trx, event);
  await deleteViewsOfUser(trx, userId);
  await deleteExportsOf(trx, userId);
  await deleteTokensOfUser(trx, userId);
  const { locations } = await countLocationsDeletedWith(trx, userId);
  const isSmall = locations <= AT_ONCE.locations;
  if (isSmall) await deleteOwnedLocations(trx, event, publishEvent);
  else await withdrawOwnedLocations(trx, event);
  const hasFewRows = boardRows <= AT_ONCE.boardRows;
  if (hasFewRows) while ((await deleteHiddenRows(trx, userId, AT_ONCE.boardRows)) > 0);
  const total = (isSmall ? 0 : locations) + (hasFewRows ? 0 : boardRows);
  if (total > 0) await recordRemainder(trx, { ...event, total });
}

/** Deletes the next rows of a deleted account. */
export function createBatchDeletion(publishEvent: PublishEvent<LocationEvent>): DeleteBatch {
  return async (trx, { userId, actorId, at }) => {
    const locations = await deleteSomeOwned(trx, { userId, actorId, at, limit: AT_ONCE.locations }, publishEvent);
    return locations > 0 ? locations : deleteHiddenRows(trx, userId, AT_ONCE.boardRows);
  };
}
