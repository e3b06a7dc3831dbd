import { revokeTokensOfUser } from '../features/api-tokens/commands.server.ts';
import type { AccountEvent } from '../features/accounts/events.ts';
import type { CountAccountData } from '../features/accounts/administration/router.server.ts';
import { deleteFromBoards, mergeOnBoards } from '../features/boards/contents/commands.server.ts';
import { countDeletedBoards } from '../features/boards/sharing/queries.server.ts';
import { deletePairs } from '../features/duplicates/commands.server.ts';
import { countLocationsDeletedWith } from '../features/locations/deleting/queries.server.ts';
import type { LocationEvent } from '../features/locations/events.ts';
import { indexTerms } from '../features/search/sql/commands.server.ts';
import { deleteAccountData } from './account-deletion.ts';
import type { Db } from '../platform/db/transaction.ts';
import type { PublishEvent } from '../platform/events.ts';

/** Event subscriptions between features. */
export const publishEvent: PublishEvent<LocationEvent | AccountEvent> = async (trx, event) => {
  switch (event.type) {
    case 'account.deleted':
      return deleteAccountData(trx, event, publishEvent);
    case 'account.password-replaced':
    case 'account.refused':
      return revokeTokensOfUser(trx, event);
    case 'locations.deleting':
      return deleteFromBoards(trx, event);
    case 'locations.merging':
      await mergeOnBoards(trx, event);
      return deletePairs(trx, event.from);
    case 'locations.published':
    case 'option.renamed':
      return indexTerms(trx, event.ids);
    case 'locations.taken-offline':
      return undefined;
  }
};

/** Creates the query that counts the boards and locations which the deletion of an account would delete. */
export function createAccountDataQuery(db: Db): CountAccountData {
  return async (user) => {
    const [boards, locations] = await Promise.all([
      countDeletedBoards(db, user),
      countLocationsDeletedWith(db, user.id),
    ]);
    return { ...boards, ...locations };
  };
}
