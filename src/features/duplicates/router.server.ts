import type { Db, Trx } from '../../platform/db/transaction.ts';
import {
  type CallContext,
  type CommandContext,
  type RouteHandler,
  createHandler,
  toCommandContext,
} from '../../platform/http/route-handlers.ts';
import { requireActor } from '../../platform/http/route-permission.ts';
import { type PairIds, dismissPair, restorePair } from './commands.server.ts';
import * as routes from './contract.ts';
import { getPair, listPairs, listSimilar } from './queries.server.ts';
import type { ComparedPair, DuplicatePair } from './schema.ts';

/** The enquiries that film offices see because of one of two locations; of the feature `enquiries`, on which this one does not depend. */
type ListOfficeEnquiries = (db: Db, ids: PairIds) => Promise<ComparedPair['office_enquiries']>;

interface Deps {
  readonly db: Db;
  readonly now: () => Date;
  readonly listOfficeEnquiries: ListOfficeEnquiries;
}

/** Route handlers for likely duplicates. */
export function duplicatesHandlers({ db, now, listOfficeEnquiries }: Deps): RouteHandler[] {
  const change = async (
    ids: PairIds,
    call: CallContext,
    command: (trx: Trx, context: CommandContext, pair: PairIds) => Promise<void>,
  ): Promise<DuplicatePair> => {
    await db.transaction().execute((trx) => command(trx, toCommandContext(call, now), ids));
    return getPair(db, ids);
  };
  return [
    createHandler(routes.duplicatePairs, (params) => listPairs(db, params)),
    createHandler(routes.duplicatePairById, async (ids) => ({
      ...(await getPair(db, ids)),
      office_enquiries: await listOfficeEnquiries(db, ids),
    })),
    createHandler(routes.dismissPair, (ids, call) => change(ids, call, dismissPair)),
    createHandler(routes.restorePair, (ids, call) => change(ids, call, restorePair)),
    createHandler(routes.similarLocations, (entered, call) => listSimilar(db, requireActor(call).id, entered)),
  ];
}
