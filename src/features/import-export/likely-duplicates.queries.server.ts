import type { Db } from '../../platform/db/transaction.ts';
import { toComparable } from '../duplicates/matching/candidates.queries.server.ts';
import { type StoredMatch, findStoredMatches } from '../duplicates/queries.server.ts';
import type { PlannedLocation } from './plan.server.ts';

/** Finds for the new locations of a plan, by their ids, the one of the catalogue that each looks like most. */
export function findLikelyDuplicates(
  db: Db,
  locations: readonly PlannedLocation[],
): Promise<ReadonlyMap<string, StoredMatch>> {
  const added = locations.filter(({ change }) => change === 'added');
  return findStoredMatches(
    db,
    added.map(({ record: { values } }) =>
      toComparable({
        id: String(values.id),
        title: String(values.title ?? ''),
        nearesttown: String(values.nearesttown ?? ''),
        postcode: String(values.postcode ?? ''),
        latitude: values.latitude as number | null,
        longitude: values.longitude as number | null,
      }),
    ),
  );
}
