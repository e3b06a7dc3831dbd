import type { Client } from 'pg';
import { APPLICATION_ROLE } from './pool.ts';
import { StartupError } from './startup-error.ts';

const INSUFFICIENT_PRIVILEGE = '42501';
/** The schema of pg-boss, which creates its tables itself. */
const JOBS = 'pgboss';

/**
 * Grants the application role its privileges: read and write rows, but only read and insert those of append-only tables, which have a
 * trigger named TABLE_append_only. Creates the role if it is missing, as on a restored copy. Idempotent. Must run in one transaction, with
 * the privileges of the owner of the tables.
 */
export async function prepareApplicationRole(client: Client): Promise<void> {
  await ensureRole(client);
  await client.query(GRANT_PRIVILEGES);
}

/** @throws {StartupError} if `prepareApplicationRole` would fail for lack of privileges; changes nothing */
export async function assertRoleAvailable(client: Client): Promise<void> {
  await client.query('begin');
  try {
    await ensureRole(client);
  } finally {
    await client.query('rollback');
  }
}

async function ensureRole(client: Client): Promise<void> {
  const { rows } = await client.query<{ missing: boolean }>(
    `select to_regrole('${APPLICATION_ROLE}') is null as missing`,
  );
  try {
    await client.query(CREATE_ROLE);
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    // Another site on the same server may have created the role.
    const isMissing = rows[0]?.missing ?? true;
    throw new StartupError(
      `The login of DATABASE_URL cannot ${isMissing ? 'create' : 'use'} the role ${APPLICATION_ROLE}: let an administrator ` +
        `of the server run "${isMissing ? `create role ${APPLICATION_ROLE} nologin; ` : ''}` +
        `grant ${APPLICATION_ROLE} to ${client.user};", and start again.`,
    );
  }
}

/** Roles belong to the whole server: another database on it may create the role at the same time. */
const CREATE_ROLE = `do $$
begin
  if to_regrole('${APPLICATION_ROLE}') is null then
    begin
      create role ${APPLICATION_ROLE} nologin;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
  if not pg_has_role(current_user, '${APPLICATION_ROLE}',
    case when current_setting('server_version_num')::integer < 160000 then 'MEMBER' else 'SET' end)
  then
    execute format('grant ${APPLICATION_ROLE} to %I', current_user);
  end if;
end $$`;

const GRANT_PRIVILEGES = `do $$
declare
  relation record;
begin
  if to_regnamespace('${JOBS}') is null then create schema ${JOBS}; end if;
  if not has_schema_privilege('${APPLICATION_ROLE}', '${JOBS}', 'USAGE') then
    grant usage on schema ${JOBS} to ${APPLICATION_ROLE};
    alter default privileges in schema ${JOBS} grant select, insert, update, delete on tables to ${APPLICATION_ROLE};
  end if;
  if not has_schema_privilege('${APPLICATION_ROLE}', current_schema(), 'USAGE') then
    execute format('grant usage on schema %I to ${APPLICATION_ROLE}', current_schema());
  end if;
  for relation in
    select c.oid::regclass as name, case c.relkind when 'S' then 'sequence' else 'table' end as kind, needed
    from pg_class c, lateral (select case
      when c.relkind = 'S' then array['usage', 'select', 'update']
      when exists (select from pg_trigger where tgrelid = c.oid and tgname = c.relname || '_append_only')
        then array['select', 'insert']
      when c.oid = to_regclass('schema_migrations') then array['select']
      else array['select', 'insert', 'update', 'delete'] end) as rights (needed)
    where c.relnamespace in (current_schema()::regnamespace, '${JOBS}'::regnamespace)
      and c.relkind in ('r', 'p', 'v', 'S') and pg_has_role(c.relowner, 'USAGE')
      and exists (select from unnest(needed) as one where not case c.relkind
        when 'S' then has_sequence_privilege('${APPLICATION_ROLE}', c.oid, one)
        else has_table_privilege('${APPLICATION_ROLE}', c.oid, one) end)
  loop
    execute format('grant %s on %s %s to ${APPLICATION_ROLE}',
      array_to_string(relation.needed, ', '), relation.kind, relation.name);
  end loop;
end $$`;
