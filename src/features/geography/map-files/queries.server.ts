import type { Db } from '../../../platform/db/transaction.ts';
import { type Key, toStorageKey } from '../../../platform/storage/storage.ts';
import { type InstalledMaps, mapFileDetails } from './schema.ts';

/** Returns the installed files, by kind. */
export async function findInstalledMaps(db: Db): Promise<InstalledMaps> {
  const rows = await db
    .selectFrom('map_files')
    .select(['id', 'kind', 'details', 'installed_at'])
    .where('installed_at', 'is not', null)
    .where('replaced_at', 'is', null)
    .execute();
  return Object.fromEntries(
    rows.map(({ id, kind, details, installed_at }) => [
      kind,
      { id, installedAt: installed_at!, ...mapFileDetails.parse(details) },
    ]),
  );
}

export function getMapFileKey(id: string): Key {
  return toStorageKey(`map-files/${id}.pmtiles`);
}
