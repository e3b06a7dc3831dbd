import { sql } from 'kysely';
import type { Db } from './transaction.ts';

/**
 * Returns a text that differs between a database and one restored from its backup: both count `change_versions` on from the same number,
 * for different data. All nodes of a site get the same.
 */
export async function getDatabaseIdentity(db: Db): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    select concat_ws('.', oid, 'change_versions'::regclass::oid) as identity from pg_database
    where datname = current_database()`.execute(db);
  return `${await getClusterIdentity(db)}.${rows[0]!.identity}`;
}

/** Some hosts of databases do not permit the function. */
async function getClusterIdentity(db: Db): Promise<string> {
  const { rows } = await sql<{ allowed: boolean }>`
    select has_function_privilege('pg_control_system()', 'execute') as allowed`.execute(db);
  if (!rows[0]!.allowed) return '';
  const found = await sql<{ id: string }>`select system_identifier::text as id from pg_control_system()`.execute(db);
  return found.rows[0]!.id;
}
