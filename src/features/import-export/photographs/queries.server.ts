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

/** Returns the files that imports of a folder and a table have added, by location; also those whose image was deleted since. */
export async function listAddedFiles(
  db: Db,
  { folder, tableName }: ImportSource,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await db
    .selectFrom('photograph_import_files as files')
    .innerJoin('photograph_imports as imports', 'imports.id', 'files.import_id')
    .select(['files.location_id', 'files.path'])
    .where('imports.folder', '=', folder)
    .where('imports.table_name', '=', tableName)
    .where('imports.undone_at', 'is', null)
    .execute();
  const byLocation = Map.groupBy(rows, ({ location_id }) => location_id);
  return new Map([...byLocation].map(([id, files]) => [id, new Set(files.map(({ path }) => path))]));
}

/** The images that are left of an import at a location: where they are now, if it was merged. */
export interface ImagesOfImport {
  readonly locationId: string;
  readonly title: string;
  /** Those that nobody has changed or uses on a board. */
  readonly unchanged: readonly string[];
  /** The files of the others. */
  readonly changed: readonly string[];
  /** Whether its page shows unchanged ones even when they are deleted, since it has changes that are not published. */
  readonly isShown: boolean;
}

export async function listImagesOfImport(db: Db, importId: number): Promise<ImagesOfImport[]> {
  const { rows } = await sql<ImagesOfImport>`
    select l.id as "locationId", l.title,
      coalesce(array_agg(i.id) filter (where not is_changed), '{}') as unchanged,
      coalesce(array_agg(f.path order by f.path) filter (where is_changed), '{}') as changed,
      l.status <> 'LIVE' and bool_or(not is_changed and coalesce(
        p.details->'images' @> jsonb_build_array(jsonb_build_object('id', i.id)), false)) as "isShown"
    from photograph_import_files f join images i on i.id = f.image_id join locations l on l.id = i.location_id
    left join published_locations p on p.id = l.id
    cross join lateral (select i.version > 1
      or exists (select from board_answers where image_id = i.id)
      or exists (select from board_location_images where image_id = i.id) as is_changed) uses
    where f.import_id = ${importId} group by l.id order by l.title, l.id`.execute(db);
  return rows;
}
