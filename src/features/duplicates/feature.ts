import type { Db } from '../../platform/db/transaction.ts';
import type { Feature } from '../../platform/feature/feature.ts';
import { command, query, withTag } from '../../platform/http/handlers.ts';
import { type PairIds, deletePairs, dismissPair, restorePair } from './commands.server.ts';
import { getPair, listPairs, listSimilar } from './queries.server.ts';
import { type ComparedPair, duplicatePair } from './schema.ts';
import * as routes from './contract.ts';

declare module '../../platform/http/handlers.ts' {
  interface Services {
    /** The enquiries that film offices see because of one of two locations; of the feature `enquiries`, on which this one does not depend. */
    readonly listOfficeEnquiries: (db: Db, ids: PairIds) => Promise<ComparedPair['office_enquiries']>;
  }
}

/** Likely duplicates among the locations. */
export const duplicateFeature: Feature = {
  tag: 'review',
  handlers: [
    query(routes.duplicatePairs, (db, _caller, params) => listPairs(db, params)),
    query(routes.duplicatePairById, async (db, _caller, ids, { listOfficeEnquiries }) => ({
      ...(await getPair(db, ids)),
      office_enquiries: await listOfficeEnquiries(db, ids),
    })),
    command(routes.dismissPair, dismissPair, (db, _caller, ids) => getPair(db, ids)),
    command(routes.restorePair, restorePair, (db, _caller, ids) => getPair(db, ids)),
    ...withTag('own-locations', [
      query(routes.similarLocations, (db, caller, entered) => listSimilar(db, caller.id, entered)),
    ]),
  ],
  subscriptions: { 'locations.merging': (trx, { from }) => deletePairs(trx, from) },
  schemas: {
    DuplicatePair: duplicatePair,
  },
};
