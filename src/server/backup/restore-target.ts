import type { Client } from 'pg';
import { prepareApplicationRole } from '../../platform/db/application-role.ts';
import { tryLockByName } from '../../platform/db/locks.ts';
import { UNFINISHED_RESTORE, assertServerVersion } from '../../platform/db/migrate.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { PRODUCT_ID } from '../../platform/settings/product-name.ts';
import { BackupError } from './backup-error.ts';
import { hasJobQueue } from './dump.ts';

/** The database and storage that a restore fills. An interrupted restore can only be repeated with the same backup and storage. */
interface RestoreTarget {
  readonly client: Client;
  readonly storage: Storage;
  /** Describes the storage. */
  readonly storageUrl: string;
}

/** Relations of the site, without those of extensions. */
const LIST_RELATIONS = `
  select c.relname as name from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/**
 * Marks the database, so that no site starts on it before the restore is complete. The lock and therefore the restore end with the
 * connection of the client.
 * @throws {BackupError} unless database and storage are empty, or have what an interrupted restore of the same backup has left
 */
export async function claimTarget({ client, storage, storageUrl }: RestoreTarget, backup: string): Promise<void> {
  await assertServerVersion(client);
  await client.query('set idle_session_timeout = 0; set statement_timeout = 0');
  if (!(await tryLockByName(client, 'restore')))
    throw new BackupError('Another restore into this database is running.');
  const { rows } = await client.query<{ name: string }>(LIST_RELATIONS);
  const others = rows.filter(({ name }) => name !== UNFINISHED_RESTORE);
  if (others.length > 0 || (await hasJobs(client)))
    throw new BackupError('The database is not empty: a backup is restored into an empty database only.');
  if (rows.length > 0) return assertSameRestore(client, backup, storageUrl);
  await assertNoNode(client);
  for await (const key of storage.list())
    throw new BackupError(`The storage is not empty (${key}): a backup is restored into an empty storage only.`);
  await client.query('begin');
  await prepareApplicationRole(client);
  await client.query(`create table ${UNFINISHED_RESTORE} (backup text not null, storage text not null)`);
  await client.query(`insert into ${UNFINISHED_RESTORE} (backup, storage) values ($1, $2)`, [backup, storageUrl]);
  await client.query('commit');
}

/** A node that still runs would use the rows, and send waiting emails, as soon as they are restored. */
async function assertNoNode(client: Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name = $1`,
    [PRODUCT_ID],
  );
  if (rowCount !== 0)
    throw new BackupError(
      'A node of the site still uses this database. Stop all nodes, such as by systemctl stop recce.target.',
    );
}

async function hasJobs(client: Client): Promise<boolean> {
  if (!(await hasJobQueue(client))) return false;
  return (await client.query('select from pgboss.job limit 1')).rowCount !== 0;
}

async function assertSameRestore(client: Client, backup: string, storageUrl: string): Promise<void> {
  const { rows } = await client.query<{ backup: string; storage: string }>(
    `select backup, storage from ${UNFINISHED_RESTORE}`,
  );
  const [begun] = rows;
  if (begun?.backup !== backup || begun.storage !== storageUrl)
    throw new BackupError(
      `The restore of backup ${begun?.backup} into ${begun?.storage} was interrupted: repeat it, or use an empty database and storage.`,
    );
}
