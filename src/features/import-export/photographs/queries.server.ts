import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';

/** What identifies an import while it has not ended. */
export interface ImportSource {
  /** The real path of the folder. */
  readonly folder: string;
  readonly tableName: string;
}

/** Finds the import of a folder and a table that was interrupted. */
export async function findInterruptedImport(db: Db, { folder, tableName }: ImportSource): Promise<number | undefined> {
  const found = await db
    .selectFrom('photograph_imports')
    .select('id')
    .where('folder', '=', folder)
    .where('table_name', '=', tableName)
    .where('has_ended', '=', false)
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}

/** Returns the files that an import has added, by location. */
export async function listAddedFiles(db: Db, importId: number): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await db
    .selectFrom('photograph_import_files')
    .select(['location_id', 'path'])
    .where('import_id', '=', importId)
    .execute();
  const byLocation = Map.groupBy(rows, ({ location_id }) => location_id);
  return new Map([...byLocation].map(([id, files]) => [id, new Set(files.map(({ path }) => path))]));
}

/** The images that are left of an import at a location: where they are now, if it was merged. */
export interface ImagesOfImport {
  readonly locationId: string;
  readonly title: string;
  /** Those that nobody has changed. */
  readonly unchanged: readonly string[];
  /** The files of the others. */
  readonly changed: readonly string[];
}

export async function listImagesOfImport(db: Db, importId: number): Promise<ImagesOfImport[]> {
  const { rows } = await sql<ImagesOfImport>`
    select l.id as "locationId", l.title,
      coalesce(array_agg(i.id) filter (where i.version = 1), '{}') as unchanged,
      coalesce(array_agg(f.path order by f.path) filter (where i.version <> 1), '{}') as changed
    from photograph_import_files f join images i on i.id = f.image_id join locations l on l.id = i.location_id
    where f.import_id = ${importId} group by l.id order by l.title, l.id`.execute(db);
  return rows;
}
