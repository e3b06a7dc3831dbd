import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { emptyDatabase, testDatabase } from '../../../tests/support/database.ts';
import { administer } from '../../../tests/support/test-server.ts';
import { openJobs } from '../jobs/job-queue.ts';
import { migrate } from './migrate.ts';
import { connect, openClient } from './pool.ts';

const quiet = { info() {} };

describe('the application role', async () => {
  const { kysely: db } = await testDatabase();
  await sql`insert into audit_logs (type, details) values (1, '{}')`.execute(db);

  test('adds and reads entries of the audit log', async () => {
    await sql`insert into audit_logs (type, details) values (2, '{}')`.execute(db);
    expect((await sql`select type from audit_logs order by id`.execute(db)).rows).toEqual([{ type: 1 }, { type: 2 }]);
  });

  test.each([
    'update audit_logs set type = 2',
    'delete from audit_logs',
    'truncate audit_logs',
    'select from audit_logs for update',
    "insert into audit_logs (type) values (1) on conflict (id) do update set details = '{}'",
    'alter table audit_logs disable trigger all',
    'alter table audit_logs disable trigger audit_logs_append_only',
    'drop trigger audit_logs_append_only on audit_logs',
    'create or replace function reject_audit_log_change() returns trigger language sql as $$ select $$',
    'drop function reject_audit_log_change() cascade',
    'alter table audit_logs rename to entries',
    'alter table audit_logs owner to current_user',
    'drop table audit_logs',
    'drop schema public cascade',
    'create rule quiet as on insert to audit_logs do instead nothing',
    'create trigger other before insert on audit_logs for each row execute function reject_audit_log_change()',
    'set session_replication_role = replica',
    'alter role recce_application superuser',
    'set role postgres',
    'delete from schema_migrations',
  ])('may not %s', async (statement) => {
    const rejected = await sql
      .raw(statement)
      .execute(db)
      .catch((error: Error) => error);
    expect(rejected).toMatchObject({
      message: expect.stringMatching(/^(permission denied|must be owner|role .* does not)/),
    });
  });

  test('cannot grant itself privileges', async () => {
    await sql`grant all on audit_logs to recce_application`.execute(db).catch(() => {});
    await expect(sql`delete from audit_logs`.execute(db)).rejects.toThrow('permission denied');
  });

  test('stays in force after reset role', async () => {
    await db.connection().execute(async (connection) => {
      await sql`reset role`.execute(connection);
      await sql`reset all`.execute(connection);
      await sql`discard all`.execute(connection);
      await expect(sql`delete from audit_logs`.execute(connection)).rejects.toThrow('permission denied');
    });
  });
});

test('a trigger prevents the owner from changing audit entries', async () => {
  const { url } = await testDatabase();
  for (const statement of ['update audit_logs set type = 2', 'delete from audit_logs', 'truncate audit_logs'])
    await expect(administer(url, statement)).rejects.toThrow('audit entries are written once and never changed');
});

describe('an externally administered server', async () => {
  const { serverUrl } = inject('database');
  const login = `recce_login_${randomBytes(4).toString('hex')}`;
  const database = await emptyDatabase();
  const url = new URL(database);
  const name = url.pathname.slice(1);
  url.username = login;
  await administer(serverUrl, `create role ${login} login`);
  await administer(serverUrl, `alter database ${name} owner to ${login}`);
  afterAll(async () => {
    await administer(database, `drop owned by ${login} cascade`);
    await administer(database, `alter database ${name} owner to current_user`);
    await administer(serverUrl, `drop role ${login}`);
  });

  test('is rejected with instructions if the login may not create the role', async () => {
    await expect(migrate(url.href, quiet)).rejects.toMatchObject({
      name: 'StartupError',
      // Another database of this server has created the role.
      message: expect.stringContaining(`cannot use the role recce_application: let an administrator of the server run \
"grant recce_application to ${login};"`),
    });
  });

  test('allows a login that has the role to use the database and run jobs', async () => {
    await administer(serverUrl, `grant recce_application to ${login}`);
    await migrate(url.href, quiet);
    const { kysely: db, pool } = connect(url.href, console);
    const queue = { name: 'test-jobs', retries: { limit: 0, initialDelay: 1, maxDelay: 1 }, expiresAfter: 60 };
    const jobs = await openJobs({ url: url.href, queues: [queue], log: console });
    onTestFinished(async () => {
      await jobs.stop();
      await pool.end();
    });
    await sql`insert into audit_logs (type) values (1)`.execute(db);
    await expect(sql`delete from audit_logs`.execute(db)).rejects.toThrow('permission denied');
    const data = { parse: (value: object) => value } as never;
    await db.transaction().execute((trx) => jobs.enqueue(trx, { ...queue, data }, { id: 1 }));
    expect((await sql`select data from pgboss.job where name = 'test-jobs'`.execute(db)).rows).toEqual([
      { data: { id: 1 } },
    ]);
  });

  test('gets missing privileges of the role back at every start', async () => {
    await administer(url.href, 'revoke all on users, audit_logs from recce_application');
    await migrate(url.href, quiet);
    const client = await openClient(url.href);
    const { rows } = await client.query(
      `select string_agg(lower(privilege_type), ', ' order by privilege_type) as rights from information_schema.role_table_grants
       where grantee = 'recce_application' and table_name in ('users', 'audit_logs') group by table_name order by table_name`,
    );
    await client.end();
    expect(rows).toEqual([{ rights: 'insert, select' }, { rights: 'delete, insert, select, update' }]);
  });
});
