import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Cell } from '../../../platform/text/csv.ts';
import { readByCursor } from '../../../platform/db/cursor.ts';
import { isWithinDays } from '../../../platform/db/day-range.ts';
import type { Db } from '../../../platform/db/transaction.ts';
import { toDay } from '../../../platform/text/days.ts';
import { type Paged, TABLE_PAGE_SIZE } from '../../../platform/http/paging.ts';
import { toPerson } from '../../entry-subjects/queries.server.ts';
import { type Person, formatPerson } from '../../entry-subjects/schema.ts';
import { isEnquiryAccessible } from '../access.queries.server.ts';
import { AREAS } from '../outcomes/queries.server.ts';
import type { Caller } from '../policy.ts';
import { PRODUCTION_KINDS, type ProductionKind } from '../schema.ts';
import type { enquiries, exportEnquiries } from './contract.ts';
import { DUE_STATES, type EnquiryRow, STATES, type State } from './schema.ts';

type Params = z.output<typeof exportEnquiries.input>;

/** Lists a page of the matching enquiries that the caller may see. */
export async function listEnquiries(
  db: Db,
  caller: Caller,
  { page, ...params }: z.output<typeof enquiries.input>,
): Promise<Paged<EnquiryRow>> {
  const offset = (page - 1) * TABLE_PAGE_SIZE;
  const [{ rows }, counted] = await Promise.all([
    sql<{ id: string }>`${selectIds(caller, params)} limit ${TABLE_PAGE_SIZE} offset ${offset}`.execute(db),
    sql<{ total: number }>`
      select count(*) as total from ${toSource(params)} e where ${toCondition(caller, params)}`.execute(db),
  ]);
  const data = (await getRowsByIds(db, rows)).map(toRow);
  return { data, total: counted.rows[0]?.total ?? 0, current_page: page, per_page: TABLE_PAGE_SIZE };
}

/** The number of new enquiries that the caller may see. */
export async function countNewEnquiries(db: Db, caller: Caller): Promise<{ total: number }> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from enquiries e
    where e.state = 'NEW' and ${isEnquiryAccessible(caller, 'enquiry.view')}`.execute(db);
  return rows[0]!;
}

/** The column headings of the CSV export. */
export const EXPORT_HEADINGS = [
  'Reference',
  'State',
  'Name',
  'Email',
  'Telephone',
  'Locations',
  'Board',
  'Production',
  'Kind',
  'Filming From',
  'Filming To',
  'Crew Size',
  'Assigned To',
  'Due',
  'Overdue',
  'Received',
  'Last Message',
  'Closed',
  'Filmed',
  'Filming Days',
  'Spend',
  'Areas',
];

/** The CSV rows of all enquiries that match and that the caller may see. */
export function exportRows(db: Db, caller: Caller, params: Params): AsyncGenerator<Cell[][], void, void> {
  return readByCursor(
    db,
    () => selectIds(caller, params),
    async (snapshot, rows) => (await getRowsByIds(snapshot, rows)).map(toCells),
  );
}

/** Whether the due date of enquiry `e` has passed without an answer. */
export function isOverdue(): RawBuilder<boolean> {
  return sql`coalesce(e.due_on < ${toDay(new Date())} and e.state = any(${DUE_STATES}), false)`;
}

/** The columns of the assignee, of enquiries `e` that are joined with users `a`. */
export const ASSIGNEE_COLUMNS: RawBuilder<unknown> = sql`
  a.id as assignee_id, a.first_name as assignee_first_name, a.last_name as assignee_last_name,
  a.enabled_at as assignee_enabled_at`;

export interface AssigneeRow {
  readonly assignee_id: string | null;
  readonly assignee_first_name: string | null;
  readonly assignee_last_name: string | null;
  readonly assignee_enabled_at: Date | null;
}

/** The assignee of a row; null if nobody has the enquiry. */
export function toAssignee(row: AssigneeRow): Person | null {
  return toPerson({
    id: row.assignee_id,
    first_name: row.assignee_first_name,
    last_name: row.assignee_last_name,
    enabled_at: row.assignee_enabled_at,
  });
}

interface ListRow extends AssigneeRow {
  readonly id: string;
  readonly reference: string;
  readonly state: State;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly production: string | null;
  readonly production_kind: ProductionKind | null;
  readonly filming_from: string | null;
  readonly filming_to: string | null;
  readonly crew_size: number | null;
  readonly board_title: string | null;
  readonly due_on: string | null;
  readonly overdue: boolean;
  readonly created_at: Date;
  readonly last_message_at: Date;
  readonly closed_at: Date | null;
  readonly locations: string[];
  readonly filmed: boolean | null;
  readonly days: number | null;
  readonly spend: number | null;
  readonly areas: string[];
}

/** Returns the enquiries with these ids in this order. */
async function getRowsByIds(db: Db, ids: readonly { readonly id: string }[]): Promise<ListRow[]> {
  const { rows } = await sql<ListRow>`
    select e.id, e.reference, e.state, e.name, e.email, e.phone, e.production, e.production_kind, e.filming_from,
      e.filming_to, e.crew_size, e.board_title, e.due_on, e.created_at, e.last_message_at, e.closed_at,
      ${isOverdue()} as overdue, ${ASSIGNEE_COLUMNS},
      array(select title from enquiry_locations where enquiry_id = e.id order by position) as locations,
      o.filmed, o.days, o.spend, ${AREAS} as areas
    from unnest(${ids.map(({ id }) => id)}::uuid[]) with ordinality wanted (id, position)
    join enquiries e using (id) left join users a on a.id = e.assignee_id
    left join enquiry_outcomes o on o.enquiry_id = e.id
    order by wanted.position`.execute(db);
  return rows;
}

function toRow(row: ListRow): EnquiryRow {
  const { id, reference, state, name, production, locations, due_on, overdue } = row;
  const { filming_from, filming_to, crew_size } = row;
  return {
    id,
    reference,
    state,
    name,
    production,
    locations,
    due_on,
    overdue,
    filming_from,
    filming_to,
    crew_size,
    assignee: toAssignee(row),
    created_at: row.created_at.toISOString(),
    last_message_at: row.last_message_at.toISOString(),
  };
}

function toCells(row: ListRow): Cell[] {
  const assignee = toAssignee(row);
  return [
    row.reference,
    STATES[row.state],
    row.name,
    row.email,
    row.phone,
    row.locations.join('; '),
    row.board_title,
    row.production,
    row.production_kind && PRODUCTION_KINDS[row.production_kind],
    row.filming_from,
    row.filming_to,
    row.crew_size,
    assignee && formatPerson(assignee),
    row.due_on,
    row.overdue,
    row.created_at.toISOString(),
    row.last_message_at.toISOString(),
    row.closed_at?.toISOString() ?? null,
    row.filmed,
    row.days,
    row.spend,
    row.areas.join('; '),
  ];
}

/** Selects the ids of all matching enquiries in the requested order. Those without a value come last in both directions. */
function selectIds(caller: Caller, params: Params): RawBuilder<{ id: string }> {
  const { sortBy = 'last_message_at', sortOrder = 'desc' } = params;
  const direction = sql.raw(sortOrder);
  const column = sql.ref(`e.${sortBy}`);
  const isOptional = sortBy === 'due_on' || sortBy === 'production' || sortBy === 'filming_from';
  return sql`
    select e.id from ${toSource(params)} e where ${toCondition(caller, params)}
    order by ${isOptional ? sql`${column} ${direction} nulls last` : sql`${column} ${direction}`}, e.id ${direction}`;
}

function toCondition(caller: Caller, { state, assignee, overdue, kind, from, to }: Params): RawBuilder<boolean> {
  const states = [state ?? []].flat();
  const kinds = [kind ?? []].flat();
  const conditions = [
    isEnquiryAccessible(caller, 'enquiry.view'),
    ...(states.length > 0 ? [sql`e.state = any(${states})`] : []),
    ...(kinds.length > 0 ? [sql`e.production_kind = any(${kinds})`] : []),
    ...(assignee === undefined
      ? []
      : [assignee === 'nobody' ? sql`e.assignee_id is null` : sql`e.assignee_id = ${assignee}`]),
    ...(overdue === undefined ? [] : [overdue ? isOverdue() : sql`not ${isOverdue()}`]),
    ...isWithinDays(sql`e.created_at`, { from, to }),
  ];
  return sql`(${sql.join(conditions, sql` and `)})`;
}

/**
 * The enquiries in which each word is the beginning of one. `offset 0` makes PostgreSQL find them by the index of words: it takes rare
 * words for more frequent than they are, and would read all enquiries in the order of the list until a page is full.
 */
function toSource({ query }: Params): RawBuilder<unknown> {
  if (query.trim() === '') return sql`enquiries`;
  return sql`(select * from enquiries where words @@ to_enquiry_query(${query}) offset 0)`;
}
