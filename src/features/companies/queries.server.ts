import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { readByCursor } from '../../platform/db/cursor.ts';
import type { Db } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { type Paged, TABLE_PAGE_SIZE } from '../../platform/http/paging.ts';
import type { Cell } from '../../platform/text/csv.ts';
import type { companies, exportCompanies } from './contract.ts';
import { KINDS, type Kind } from './kinds.ts';
import { type ListFilters, MAX_SUGGESTIONS, getOrder, matchWords, toConditions } from './list.queries.server.ts';
import { NO_SUCH_COMPANY } from './messages.ts';
import type { Company, CompanyRow, CompanySuggestion } from './schema.ts';

type Params = z.output<typeof exportCompanies.input>;

interface Row extends Omit<Company, 'created_at' | 'updated_at'> {
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Lists a page of the matching companies. */
export async function listCompanies(
  db: Db,
  { page, ...params }: z.output<typeof companies.input>,
): Promise<Paged<CompanyRow>> {
  const offset = (page - 1) * TABLE_PAGE_SIZE;
  const [{ rows }, counted] = await Promise.all([
    sql<{ id: string }>`${selectIds(params)} limit ${TABLE_PAGE_SIZE} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from companies e where ${toCondition(params)}`.execute(db),
  ]);
  const data = await getCompaniesByIds(db, rows);
  return { data, total: counted.rows[0]?.total ?? 0, current_page: page, per_page: TABLE_PAGE_SIZE };
}

/** The column headings of the CSV export. */
export const COMPANY_HEADINGS = [
  'Id',
  'Name',
  'Website',
  'Email',
  'Telephone',
  'People',
  'Notes',
  'Created',
  'Changed',
];

/** The CSV rows of all companies that match. */
export function exportCompanyRows(db: Db, params: Params): AsyncGenerator<Cell[][], void, void> {
  return readByCursor(
    db,
    () => selectIds(params),
    async (snapshot, rows) => (await getCompaniesByIds(snapshot, rows)).map(toCells),
  );
}

function toCells({ id, name, website, email, telephone, people, notes, created_at, updated_at }: Company): Cell[] {
  return [id, name, website, email, telephone, people, notes, created_at, updated_at];
}

/** Returns a company; for one that was merged, the one that stays. @throws {ApiError} NOT_FOUND */
export async function getCompany(db: Db, id: string): Promise<Company> {
  const [company] = await getCompaniesByIds(db, [{ id: await getPresentId(db, 'companies', id) }]);
  if (!company) throw new ApiError('NOT_FOUND', NO_SUCH_COMPANY);
  return company;
}

/** The first companies by name whose words begin with those of the query. */
export async function suggestCompanies(db: Db, query: string): Promise<CompanySuggestion[]> {
  const { rows } = await sql<CompanySuggestion>`
    select e.id, e.name from companies e where ${matchWords('companies', query)}
    order by e.name_folded, e.id limit ${MAX_SUGGESTIONS}`.execute(db);
  return rows;
}

/** The id of the company or person that stays, for one that was merged; else the same id. */
export async function getPresentId(db: Db, kind: Kind, id: string): Promise<string> {
  const { merged, reference } = KINDS[kind];
  const { rows } = await sql<{ id: string }>`
    select ${sql.ref(reference)} as id from ${sql.table(merged)} where id = ${id}`.execute(db);
  return rows[0]?.id ?? id;
}

/** The version of a company or person. @throws {ApiError} NOT_FOUND */
export async function getVersion(db: Db, kind: Kind, id: string): Promise<number> {
  const row = await db.selectFrom(kind).select('version').where('id', '=', id).executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND', KINDS[kind].notFound);
  return row.version;
}

function selectIds(params: Params): RawBuilder<{ id: string }> {
  return sql`select e.id from companies e where ${toCondition(params)} order by ${getOrder(params)}`;
}

function toCondition(params: ListFilters): RawBuilder<boolean> {
  return sql`(${sql.join(toConditions('companies', params), sql` and `)})`;
}

/** The companies with these ids, in this order. */
async function getCompaniesByIds(db: Db, ids: readonly { readonly id: string }[]): Promise<Company[]> {
  const { rows } = await sql<Row>`
    select e.id, e.version, e.name, e.website, e.email, e.telephone, e.notes, e.created_at, e.updated_at,
      (select count(*) from people p where p.company_id = e.id) as people
    from unnest(${ids.map(({ id }) => id)}::uuid[]) with ordinality as wanted (id, position)
    join companies e on e.id = wanted.id order by wanted.position`.execute(db);
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }));
}
