import type { Trx } from '../../../platform/db/transaction.ts';
import { type AuditEntry, type VersionCheck, assertVersions } from '../../audit-log/commands.server.ts';
import { LOCATION_CHANGED } from '../messages.ts';
import { getImagesVersion } from '../catalogue/published/published-version.queries.server.ts';
import type { ExpectedVersions } from './schema.ts';

/** A locked location with the versions that a request expects. */
interface LocationVersions {
  readonly id: string;
  readonly version: number;
  readonly expected: ExpectedVersions;
}

/** Checks the versions of locations as {@link assertVersions} does. Those of their images may be left out. @throws {ApiError} CONFLICT */
export async function assertLocationVersions(
  trx: Trx,
  entry: Omit<AuditEntry, 'type'>,
  ...locations: readonly LocationVersions[]
): Promise<void> {
  const checks: VersionCheck[] = locations.map(({ version, expected }) => ({
    expected: expected.version,
    actual: version,
  }));
  for (const { id, expected } of locations) {
    const { images_version: images } = expected;
    if (images !== undefined) checks.push({ expected: images, actual: await getImagesVersion(trx, id) });
  }
  await assertVersions(trx, entry, checks, LOCATION_CHANGED);
}
