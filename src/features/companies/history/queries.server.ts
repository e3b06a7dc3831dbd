import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { TABLE_PAGE_SIZE } from '../../../platform/http/paging.ts';
import { toPerson } from '../../entry-subjects/queries.server.ts';
import { KINDS, type Kind, type Values, listFields } from '../kinds.ts';
import { VERSION_NOT_FOUND } from '../../../platform/text/history-messages.ts';
import { getVersion } from '../queries.server.ts';
import { toJson } from '../revisions.commands.server.ts';
import type { ListedRevision, RevisionContent, revisionPage } from './schema.ts';

interface RevisionRow extends Pick<RevisionContent, 'number' | 'action' | 'restored_number'> {
  readonly recorded_at: Date;
  readonly author_id: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly enabled_at: Date | null;
  readonly fields: Values;
  readonly previous: Values | null;
}

/** Lists the versions of a company or person, latest first. @throws {ApiError} NOT_FOUND */
export async function listRevisions(
  db: Db,
  kind: Kind,
  { id, page }: { readonly id: string; readonly page: number },
): Promise<z.output<typeof revisionPage>> {
  const total = await getVersion(db, kind, id);
  const offset = (page - 1) * TABLE_PAGE_SIZE;
  const { rows } = await selectRevisions(
    kind,
    id,
    sql`order by r.number desc limit ${TABLE_PAGE_SIZE} offset ${offset}`,
  ).execute(db);
  const data = rows.map((row): ListedRevision => ({ ...toRevision(row), fields: listChanged(kind, row) }));
  return { data, total, current_page: page, per_page: TABLE_PAGE_SIZE };
}

/** Returns a version with its values. @throws {ApiError} NOT_FOUND */
export async function getRevision(
  db: Db,
  kind: Kind,
  { id, number }: { readonly id: string; readonly number: number },
): Promise<RevisionContent> {
  const { revisions, merged, reference } = KINDS[kind];
  const [{ rows }, details] = await Promise.all([
    selectRevisions(kind, id, sql`and r.number = ${number}`).execute(db),
    sql<{ merged: Values | null; is_current: boolean }>`
      select m.fields as merged, r.fields = (select ${toJson(kind)} from ${sql.table(kind)} where id = ${id}) as is_current
      from ${sql.table(revisions)} r left join ${sql.table(merged)} m on m.id = r.merged_id
      where r.${sql.ref(reference)} = ${id} and r.number = ${number}`.execute(db),
  ]);
  const [row, found] = [rows[0], details.rows[0]];
  if (!row || !found) throw new ApiError('NOT_FOUND', VERSION_NOT_FOUND);
  const names = await getCompanyNames(db, [row.fields, found.merged]);
  return {
    ...toRevision(row),
    values: withCompanyName(row.fields, names),
    merged: found.merged && withCompanyName(found.merged, names),
    is_current: found.is_current,
  };
}

/** Returns the values of a version as they are stored. @throws {ApiError} NOT_FOUND */
export async function getStoredValues(db: Db, kind: Kind, id: string, number: number): Promise<Values> {
  const { rows } = await selectRevisions(kind, id, sql`and r.number = ${number}`).execute(db);
  if (!rows[0]) throw new ApiError('NOT_FOUND', VERSION_NOT_FOUND);
  return rows[0].fields;
}

function selectRevisions(kind: Kind, id: string, rest: RawBuilder<unknown>): RawBuilder<RevisionRow> {
  const { revisions, reference } = KINDS[kind];
  const key = sql.ref(reference);
  return sql`
    select r.number, r.action, r.recorded_at, r.restored_number, r.fields, p.fields as previous,
      u.id as author_id, u.first_name, u.last_name, u.enabled_at
    from ${sql.table(revisions)} r
      left join ${sql.table(revisions)} p on p.${key} = r.${key} and p.number = r.number - 1
      left join users u on u.id = r.author_id
    where r.${key} = ${id} ${rest}`;
}

function toRevision(row: RevisionRow) {
  const { number, action, restored_number, recorded_at } = row;
  const author = toPerson({ ...row, id: row.author_id });
  return { number, action, restored_number, author, recorded_at: recorded_at.toISOString() };
}

function listChanged(kind: Kind, { fields, previous }: RevisionRow): string[] {
  return previous === null ? [] : listFields(kind).filter((field) => fields[field] !== previous[field]);
}

const DELETED_COMPANY = 'A company that was deleted';

async function getCompanyNames(db: Db, values: readonly (Values | null)[]): Promise<ReadonlyMap<string, string>> {
  const ids = values.map((of) => of?.['company_id']).filter(Boolean);
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from companies where id = any(${ids}::uuid[])
    union all select m.id, c.name from merged_companies m join companies c on c.id = m.company_id
    where m.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function withCompanyName(values: Values, names: ReadonlyMap<string, string>): Record<string, string | null> {
  const { company_id: id } = values;
  return id ? { ...values, company_id: names.get(id) ?? DELETED_COMPANY } : { ...values };
}
