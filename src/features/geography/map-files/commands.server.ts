import type { Db, Trx } from '../../../platform/db/transaction.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { checkMapFile } from './check-file.server.ts';
import { getMapFileKey } from './queries.server.ts';
import type { MapFileDetails, MapFileKind } from './schema.ts';

/**
 * Checks a local file, copies it into the storage, and serves it instead of an earlier one. Running nodes continue with the earlier
 * file until the copy is complete. The row exists before the copy, so that an interrupted copy is deleted later.
 * @throws {MapFileError} if the file cannot be installed
 */
export async function installMapFile(
  db: Db,
  storage: Pick<Storage, 'putFile'>,
  { file, kind }: { file: string; kind: MapFileKind },
): Promise<MapFileDetails> {
  const details = await checkMapFile(file, kind);
  const { id } = await db
    .insertInto('map_files')
    .values({ kind, details: JSON.stringify(details) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await storage.putFile(getMapFileKey(id), file);
  await db.transaction().execute(async (trx) => {
    await replaceInstalled(trx, kind);
    await trx.updateTable('map_files').set({ installed_at: new Date() }).where('id', '=', id).execute();
  });
  return details;
}

/** Stops serving the installed file of a kind. @returns whether there was one */
export function removeMapFile(db: Db, kind: MapFileKind): Promise<boolean> {
  return db.transaction().execute((trx) => replaceInstalled(trx, kind));
}

async function replaceInstalled(trx: Trx, kind: MapFileKind): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('map_files')
    .set({ replaced_at: new Date() })
    .where('kind', '=', kind)
    .where('installed_at', 'is not', null)
    .where('replaced_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
