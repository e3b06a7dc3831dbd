import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { LOCATION_CHANGED } from '../messages.ts';
import { getImagesVersion } from '../catalogue/published/published-version.queries.server.ts';
import type { ExpectedVersions } from './schema.ts';

/** @throws {ApiError} CONFLICT when a locked location does not have the expected versions */
export async function assertExpectedVersion(
  trx: Trx,
  { id, version }: { readonly id: string; readonly version: number },
  expected: ExpectedVersions,
): Promise<void> {
  const { images_version: images } = expected;
  const isExpected =
    (expected.version ?? version) === version && (images === undefined || images === (await getImagesVersion(trx, id)));
  if (!isExpected) throw new ApiError('CONFLICT', LOCATION_CHANGED);
}
