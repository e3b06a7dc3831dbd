import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Cell } from '../../platform/text/csv.ts';
import { readByCursor } from '../../platform/db/cursor.ts';
import type { Db } from '../../platform/db/transaction.ts';
import { type Paged, TABLE_PAGE_SIZE } from '../../platform/http/paging.ts';
import { toDay } from '../../platform/text/days.ts';
import { toPerson } from '../entry-subjects/queries.server.ts';
import { formatPerson } from '../entry-subjects/schema.ts';
import { PRODUCTION_KINDS } from '../enquiries/schema.ts';
import { isProductionAccessible } from './access.queries.server.ts';
import type { exportProductions, productions } from './contract.ts';
import { formatBudget } from './format-budget.ts';
import type { Caller } from './policy.ts';
import { type BudgetBand, LOSS_REASONS, type LossReason, type ProductionRow, STAGES } from './schema.ts';

type Params = z.output<typeof exportProductions.input>;

/** Whether the title of production `p` is secret. @param at today */
export function isSecret(at: Date): RawBuilder<boolean> {
  return sql`(p.embargoed and coalesce(p.embargo_until >= ${toDay(at)}, true))`;
}

/** The name by which people outside the office know production `p`. @param at today */
export function getOutsideName(at: Date): RawBuilder<string> {
  return sql`case when ${isSecret(at)} then p.code_name else p.title end`;
}

/** Whether the day of the next step of production `p` has passed. @param at today */
export function isOverdue(at: Date): RawBuilder<boolean> {
  return sql`coalesce(p.next_step_on < ${toDay(at)} and p.ended_at is null, false)`;
}

/** The names of what production `p` refers to, for {@link toDetails}. */
export const DETAIL_COLUMNS: RawBuilder<unknown> = sql`
  case when c.id is not null then jsonb_build_object('id', c.id, 'name', c.name) end as company, o.name as office,
  a.id as assignee_id, a.first_name, a.last_name, a.enabled_at`;
export const DETAIL_JOINS: RawBuilder<unknown> = sql`
  left join companies c on c.id = p.company_id left join options o on o.id = p.office_id
  left join users a on a.id = p.assignee_id`;

export interface DetailsRow extends Omit<ProductionRow, 'assignee' | 'updated_at'> {
  readonly assignee_id: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly enabled_at: Date | null;
  readonly updated_at: Date;
}

/** Returns the assignee and the last change of a row as they are sent. */
export function toDetails(row: DetailsRow): Pick<ProductionRow, 'assignee' | 'updated_at'> {
  return { assignee: toPerson({ ...row, id: row.assignee_id }), updated_at: row.updated_at.toISOString() };
}

/** Lists a page of the matching productions that the caller may see. */
export async function listProductions(
  db: Db,
  caller: Caller,
  { page, ...params }: z.output<typeof productions.input>,
  { at }: { readonly at: Date },
): Promise<Paged<ProductionRow>> {
  const offset = (page - 1) * TABLE_PAGE_SIZE;
  const [{ rows }, counted] = await Promise.all([
    sql<{ id: string }>`${selectIds(caller, params, at)} limit ${TABLE_PAGE_SIZE} offset ${offset}`.execute(db),
    sql<{ total: number }>`
      select count(*) as total from ${toSource(params)} p where ${toCondition(caller, params, at)}`.execute(db),
  ]);
  const data = (await getRowsByIds(db, rows, at)).map((row) => ({ ...row, ...toDetails(row) }));
  return { data, total: counted.rows[0]?.total ?? 0, current_page: page, per_page: TABLE_PAGE_SIZE };
}

/** The column headings of the CSV export. */
export const EXPORT_HEADINGS = [
  'Reference',
  'Title',
  'Code Name',
  'Embargo',
  'Embargo Until',
  'May Be Named',
  'Stage',
  'Reason for Loss',
  'Kind',
  'Company',
  'Preparation From',
  'Shooting From',
  'Shooting Until',
  'Post-production Until',
  'Crew Size',
  'Budget',
  'Needs',
  'Film Office',
  'Assigned To',
  'Next Step',
  'Next Step On',
  'Added',
  'Last Change',
];

/** The CSV rows of all productions that match and that the caller may see. */
export function exportRows(
  db: Db,
  caller: Caller,
  params: Params,
  { at }: { readonly at: Date },
): AsyncGenerator<Cell[][], void, void> {
  return readByCursor(
    db,
    () => selectIds(caller, params, at),
    async (snapshot, rows) => (await getRowsByIds(snapshot, rows, at)).map(toCells),
  );
}

interface ListRow extends DetailsRow {
  readonly embargoed: boolean;
  readonly embargo_until: string | null;
  readonly loss_reason: LossReason | null;
  readonly may_be_named: boolean;
  readonly prep_from: string | null;
  readonly post_to: string | null;
  readonly crew_size: number | null;
  readonly budget_band: BudgetBand | null;
  readonly needs: string | null;
  readonly created_at: Date;
}

/** Returns the productions with these ids in this order. */
async function getRowsByIds(db: Db, ids: readonly { readonly id: string }[], at: Date): Promise<ListRow[]> {
  const { rows } = await sql<ListRow>`
    select p.*, ${isSecret(at)} as is_secret, ${isOverdue(at)} as overdue, ${DETAIL_COLUMNS}
    from unnest(${ids.map(({ id }) => id)}::uuid[]) with ordinality wanted (id, position)
    join productions p using (id) ${DETAIL_JOINS} order by wanted.position`.execute(db);
  return rows;
}

function toCells(row: ListRow): Cell[] {
  const { assignee, updated_at } = toDetails(row);
  return [
    row.reference,
    row.title,
    row.code_name,
    row.is_secret,
    row.embargo_until,
    row.may_be_named,
    STAGES[row.stage],
    row.loss_reason && LOSS_REASONS[row.loss_reason],
    row.kind && PRODUCTION_KINDS[row.kind],
    row.company?.name ?? null,
    row.prep_from,
    row.shoot_from,
    row.shoot_to,
    row.post_to,
    row.crew_size,
    row.budget_band && formatBudget(row.budget_band),
    row.needs,
    row.office,
    assignee && formatPerson(assignee),
    row.next_step,
    row.next_step_on,
    row.created_at.toISOString(),
    updated_at,
  ];
}

/** Selects the ids of all matching productions in the requested order. Those without a value come last in both directions. */
function selectIds(caller: Caller, params: Params, at: Date): RawBuilder<{ id: string }> {
  const { sortBy = 'updated_at', sortOrder = 'desc' } = params;
  const direction = sql.raw(sortOrder);
  const column = sortBy === 'title' ? sql`fold_text(p.title)` : sql.ref(`p.${sortBy}`);
  const isOptional = sortBy === 'shoot_from' || sortBy === 'next_step_on';
  return sql`
    select p.id from ${toSource(params)} p where ${toCondition(caller, params, at)}
    order by ${isOptional ? sql`${column} ${direction} nulls last` : sql`${column} ${direction}`}, p.id`;
}

function toCondition(
  caller: Caller,
  { stage, kind, assignee, company, person, location, board, overdue, from, to }: Params,
  at: Date,
): RawBuilder<boolean> {
  const stages = [stage ?? []].flat();
  const kinds = [kind ?? []].flat();
  const conditions = [
    isProductionAccessible(caller, 'production.view'),
    ...(stages.length > 0 ? [sql`p.stage = any(${stages})`] : []),
    ...(kinds.length > 0 ? [sql`p.kind = any(${kinds})`] : []),
    ...(assignee === undefined
      ? []
      : [assignee === 'nobody' ? sql`p.assignee_id is null` : sql`p.assignee_id = ${assignee}`]),
    ...(company === undefined ? [] : [sql`p.company_id = ${company}`]),
    ...(person === undefined
      ? []
      : [sql`p.id in (select production_id from production_contacts where person_id = ${person})`]),
    ...(location === undefined
      ? []
      : [sql`p.id in (select production_id from production_locations where location_id = ${location})`]),
    ...(board === undefined
      ? []
      : [sql`p.id in (select production_id from production_boards where board_id = ${board})`]),
    ...(overdue === undefined ? [] : [overdue ? isOverdue(at) : sql`not ${isOverdue(at)}`]),
    ...(from === undefined ? [] : [sql`coalesce(p.shoot_to, p.shoot_from) >= ${from}`]),
    ...(to === undefined ? [] : [sql`coalesce(p.shoot_from, p.shoot_to) <= ${to}`]),
  ];
  return sql`(${sql.join(conditions, sql` and `)})`;
}

/**
 * The productions in which each word is the beginning of one, or whose company has such words. `offset 0` makes PostgreSQL find them by the
 * indexes, as in the list of enquiries.
 */
function toSource({ query }: Params): RawBuilder<unknown> {
  if (query.trim() === '') return sql`productions`;
  return sql`(
    select * from productions where id in (
      select id from productions where words @@ to_enquiry_query(${query})
      union all
      select id from productions where company_id in (
        select id from companies where ${hasWords('name', query)}))
    offset 0)`;
}

/** Whether each word of a query begins one in a text. The expression of the text is that of indexes. */
export function hasWords(column: string, query: string): RawBuilder<boolean> {
  return sql`array_to_tsvector(split_enquiry_words(fold_text(${sql.ref(column)}))) @@ to_enquiry_query(${query})`;
}
