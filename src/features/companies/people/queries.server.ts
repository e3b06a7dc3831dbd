import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { readByCursor } from '../../../platform/db/cursor.ts';
import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { type Paged, TABLE_PAGE_SIZE } from '../../../platform/http/paging.ts';
import type { Cell } from '../../../platform/text/csv.ts';
import { MAX_SUGGESTIONS, getOrder, matchWords, toConditions } from '../list.queries.server.ts';
import { NO_SUCH_PERSON } from '../messages.ts';
import { getPresentId } from '../queries.server.ts';
import type { exportPeople, people } from './contract.ts';
import type { CompanyPerson, PersonRow, PersonSuggestion } from './schema.ts';

type Params = z.output<typeof exportPeople.input>;

interface Row extends Omit<CompanyPerson, 'created_at' | 'updated_at'> {
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Lists a page of the matching people. */
export async function listPeople(
  db: Db,
  { page, ...params }: z.output<typeof people.input>,
): Promise<Paged<PersonRow>> {
  const offset = (page - 1) * TABLE_PAGE_SIZE;
  const [{ rows }, counted] = await Promise.all([
    sql<{ id: string }>`${selectIds(params)} limit ${TABLE_PAGE_SIZE} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from people e where ${toCondition(params)}`.execute(db),
  ]);
  const data = await getPeopleByIds(db, rows);
  return { data, total: counted.rows[0]?.total ?? 0, current_page: page, per_page: TABLE_PAGE_SIZE };
}

/** The column headings of the CSV export. */
export const PERSON_HEADINGS = [
  'Id',
  'Name',
  'Job Title',
  'Company',
  'Email',
  'Telephone',
  'Notes',
  'Created',
  'Changed',
];

/** The CSV rows of all people who match. */
export function exportPersonRows(db: Db, params: Params): AsyncGenerator<Cell[][], void, void> {
  return readByCursor(
    db,
    () => selectIds(params),
    async (snapshot, rows) => (await getPeopleByIds(snapshot, rows)).map(toCells),
  );
}

function toCells(person: CompanyPerson): Cell[] {
  const { id, name, job_title, company, email, telephone, notes, created_at, updated_at } = person;
  return [id, name, job_title, company?.name ?? null, email, telephone, notes, created_at, updated_at];
}

/** Returns a person; for one who was merged, the one who stays. @throws {ApiError} NOT_FOUND */
export async function getPerson(db: Db, id: string): Promise<CompanyPerson> {
  const [person] = await getPeopleByIds(db, [{ id: await getPresentId(db, 'people', id) }]);
  if (!person) throw new ApiError('NOT_FOUND', NO_SUCH_PERSON);
  return person;
}

/** The first people by name whose words, or those of their company, begin with those of the query. */
export async function suggestPeople(db: Db, query: string): Promise<PersonSuggestion[]> {
  const { rows } = await sql<{ id: string }>`
    select e.id from people e where ${matchWords('people', query)}
    order by e.name_folded, e.id limit ${MAX_SUGGESTIONS}`.execute(db);
  return getPeopleByIds(db, rows);
}

function selectIds(params: Params): RawBuilder<{ id: string }> {
  return sql`select e.id from people e where ${toCondition(params)} order by ${getOrder(params)}`;
}

function toCondition({ company, ...filters }: Params): RawBuilder<boolean> {
  const conditions = toConditions('people', filters);
  if (company === 'none') conditions.push(sql`e.company_id is null`);
  else if (company !== undefined) conditions.push(sql`e.company_id = ${company}`);
  return sql`(${sql.join(conditions, sql` and `)})`;
}

/** The people with these ids, in this order. */
async function getPeopleByIds(db: Db, ids: readonly { readonly id: string }[]): Promise<CompanyPerson[]> {
  const { rows } = await sql<Row>`
    select e.id, e.version, e.name, e.job_title, e.email, e.telephone, e.notes, e.created_at, e.updated_at,
      case when c.id is not null then jsonb_build_object('id', c.id, 'name', c.name) end as company
    from unnest(${ids.map(({ id }) => id)}::uuid[]) with ordinality as wanted (id, position)
    join people e on e.id = wanted.id left join companies c on c.id = e.company_id order by wanted.position`.execute(
    db,
  );
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }));
}
