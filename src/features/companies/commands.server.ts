import { sql } from 'kysely';
import type { Trx } from '../../platform/db/transaction.ts';
import { assertWithinLimit } from '../../platform/feature/row-limits.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { CommandContext } from '../../platform/http/handlers.ts';
import { CHECK_FIELDS } from '../../platform/text/common-messages.ts';
import { lockCaller } from '../accounts/commands.server.ts';
import { type AuditEntry, assertVersions, recordAudit } from '../audit-log/commands.server.ts';
import { KINDS, type Kind, type Values, listFields } from './kinds.ts';
import { NO_SUCH_COMPANY, SAVED_MEANWHILE } from './messages.ts';
import { recordRevisions } from './revisions.commands.server.ts';
import { getUseCondition } from './uses.queries.server.ts';

/** A company or person with the version that a change is based on. */
export interface Reference {
  readonly id: string;
  readonly version?: number | undefined;
}

/** The checked values of a form, in which '' is no value. */
type FormValues = Readonly<Record<string, string>>;

export type LockedEntry = Values & { readonly id: string; readonly name: string; readonly version: number };

/** Adds a company or a person. @throws {ApiError} INVALID when the company of a person does not exist; CONFLICT when there are too many */
export async function createEntry(
  { trx, actor, at }: CommandContext,
  kind: Kind,
  values: FormValues,
): Promise<{ id: string }> {
  await lockCaller(trx, actor);
  const { max, limit, audit } = KINDS[kind];
  const columns = toColumns(kind, values);
  await assertCompanyExists(trx, columns);
  const count = sql`select count(*) from ${sql.table(kind)}`;
  await assertWithinLimit(trx, { lock: `rows of ${kind}`, count, max, adding: 1, message: limit });
  const names = Object.keys(columns);
  const { rows } = await sql<{ id: string }>`
    insert into ${sql.table(kind)} (${sql.join(names.map((name) => sql.ref(name)))}, created_at, updated_at)
    values (${sql.join(names.map((name) => columns[name]))}, ${at}, ${at}) returning id`.execute(trx);
  const { id } = rows[0]!;
  await recordRevisions(trx, kind, [id], { action: 'CREATED', authorId: actor.id, at });
  await recordAudit(trx, { type: audit.created, ...toAuditEntry(kind, { id, name: columns['name']! }, actor.id, at) });
  return { id };
}

/**
 * Changes a company or a person.
 * @throws {ApiError} NOT_FOUND; INVALID when the company of a person does not exist; CONFLICT when somebody else has changed it
 */
export async function updateEntry(
  context: CommandContext,
  kind: Kind,
  { id, version, values }: Reference & { readonly values: FormValues },
): Promise<void> {
  const { trx, actor, at } = context;
  const { row, entry } = await lockForChange(context, kind, { id, version });
  const columns = toColumns(kind, values);
  const changed = listFields(kind).filter((field) => columns[field] !== row[field]);
  if (changed.length === 0) return;
  if (changed.includes('company_id')) await assertCompanyExists(trx, columns);
  await setColumns(trx, kind, { id, columns, at });
  await recordRevisions(trx, kind, [id], { action: 'CHANGED', authorId: actor.id, at });
  const details = { ...entry.details, fields: changed.join(', ') };
  await recordAudit(trx, { type: KINDS[kind].audit.updated, ...entry, details });
}

/**
 * Deletes a company or a person with the history. People of a company stay, without one.
 * @throws {ApiError} NOT_FOUND; CONFLICT when it is in use, or somebody else has changed it
 */
export async function deleteEntry(context: CommandContext, kind: Kind, reference: Reference): Promise<void> {
  const { trx } = context;
  const { inUse, audit } = KINDS[kind];
  const { row, entry } = await lockForChange(context, kind, reference);
  if (await isInUse(trx, kind, row.id)) throw new ApiError('CONFLICT', inUse);
  if (kind === 'companies') await movePeople(context, { from: row.id, into: null });
  await deleteRow(trx, kind, row.id);
  await recordAudit(trx, { type: audit.deleted, ...entry });
}

/** Locks a company or a person, so that nothing can begin to refer to it, and compares the versions. @throws {ApiError} NOT_FOUND; CONFLICT */
export async function lockForChange(context: CommandContext, kind: Kind, { id, version }: Reference) {
  const { trx, actor, at } = context;
  await lockCaller(trx, actor);
  const row = await lockEntry(trx, kind, id);
  const entry = toAuditEntry(kind, row, actor.id, at);
  await assertVersions(trx, entry, [{ expected: version, actual: row.version }], SAVED_MEANWHILE);
  return { row, entry };
}

/** Locks a company or a person. @throws {ApiError} NOT_FOUND */
export async function lockEntry(trx: Trx, kind: Kind, id: string): Promise<LockedEntry> {
  const columns = sql.join(['id', 'version', ...listFields(kind)].map((name) => sql.ref(name)));
  const { rows } = await sql<LockedEntry>`
    select ${columns} from ${sql.table(kind)} where id = ${id} for update`.execute(trx);
  if (!rows[0]) throw new ApiError('NOT_FOUND', KINDS[kind].notFound);
  return rows[0];
}

/** Sets columns of a locked row, which gets its next version. */
export async function setColumns(
  trx: Trx,
  kind: Kind,
  { id, columns, at }: { readonly id: string; readonly columns: Values; readonly at: Date },
): Promise<void> {
  const values = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}, `);
  await sql`
    update ${sql.table(kind)} set ${sql.join(values, sql``)} version = version + 1, updated_at = ${at}
    where id = ${id}`.execute(trx);
}

/** Whether a locked company or person is in use. */
export async function isInUse(trx: Trx, kind: Kind, id: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select ${await getUseCondition(trx, kind, sql`${id}::uuid`)} as used`.execute(trx);
  return rows[0]!.used;
}

/** Moves the people of a company to another one, or to none. */
export async function movePeople(
  { trx, actor, at }: CommandContext,
  { from, into }: { readonly from: string; readonly into: string | null },
): Promise<void> {
  const moved = await trx
    .updateTable('people')
    .set(({ eb }) => ({ company_id: into, version: eb('version', '+', 1), updated_at: at }))
    .where('company_id', '=', from)
    .returning('id')
    .execute();
  const ids = moved.map(({ id }) => id);
  await recordRevisions(trx, 'people', ids, { action: 'CHANGED', authorId: actor.id, at });
}

/** Deletes a row that is not in use. */
export async function deleteRow(trx: Trx, kind: Kind, id: string): Promise<void> {
  await trx.deleteFrom(kind).where('id', '=', id).execute();
}

/** The entry of the audit log about a company or a person. It names companies only: names of people are personal data. */
export function toAuditEntry(
  kind: Kind,
  { id, name }: { readonly id: string; readonly name: string },
  actorId: string | null,
  at: Date,
): Omit<AuditEntry, 'type'> {
  return { actorId, at, details: kind === 'companies' ? { company: id, name } : { person: id } };
}

function toColumns(kind: Kind, values: FormValues): Record<string, string | null> {
  return Object.fromEntries(listFields(kind).map((field) => [field, values[field] || null]));
}

/** Locks the company of a person against deletion. */
async function assertCompanyExists(trx: Trx, { company_id: id = null }: Values): Promise<void> {
  if (id === null) return;
  const { rows } = await sql`select id from companies where id = ${id} for key share`.execute(trx);
  if (rows.length === 0) throw new ApiError('INVALID', CHECK_FIELDS, { company_id: NO_SUCH_COMPANY });
}
