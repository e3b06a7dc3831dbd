import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { readByCursor } from '../../../platform/db/cursor.ts';
import type { Db } from '../../../platform/db/transaction.ts';
import { type Paged, TABLE_PAGE_SIZE } from '../../../platform/http/paging.ts';
import type { Cell } from '../../../platform/text/csv.ts';
import { toDay } from '../../../platform/text/days.ts';
import { isProductionAccessible } from '../access.queries.server.ts';
import { hasWords, isSecret } from '../list.queries.server.ts';
import { can } from '../../accounts/permissions.ts';
import type { Caller } from '../policy.ts';
import type { diary, exportDiary } from './contract.ts';
import { CLASH_KM, MAX_CLASHES, SHOOT_STATES, type Shoot } from './schema.ts';

type Params = z.output<typeof exportDiary.input>;

/** With only one of its days a shoot is that day. These expressions and the condition are those of an index. */
const toFirstDay = (row: string): string => `coalesce(${row}.used_from, ${row}.used_to)`;
const toLastDay = (row: string): string => `coalesce(${row}.used_to, ${row}.used_from)`;
const toDays = (row: string): RawBuilder<unknown> => sql.raw(`daterange(${toFirstDay(row)}, ${toLastDay(row)}, '[]')`);
const isShoot = (row: string): RawBuilder<boolean> =>
  sql.raw(`${row}.state in ('AGREED', 'USED') and ${toFirstDay(row)} is not null`);

/** The local authority of shoot `s`. */
const AREA = sql`(
  select o.name from location_options lo join options o on o.id = lo.option_id
  where lo.location_id = s.location_id and lo.field = 'localauthority' limit 1)`;

/** Kilometres of a degree of latitude. */
const DEGREE_KM = 111.2;

/** The shoots of other productions that share a day with shoot `s`, at its location or near it. */
const CLASHES = sql`
  production_locations other left join locations l on l.id = s.location_id left join locations ol on ol.id = other.location_id
  where other.production_id <> s.production_id and ${isShoot('other')} and ${toDays('other')} && ${toDays('s')}
    and (other.location_id = s.location_id or sqrt(
      power(ol.latitude - l.latitude, 2) + power((ol.longitude - l.longitude) * cos(radians(l.latitude)), 2)
    ) * ${DEGREE_KM} <= ${CLASH_KM})`;

/** Lists a page of the matching shoots of productions that the caller may see. */
export async function listShoots(
  db: Db,
  caller: Caller,
  { page, ...params }: z.output<typeof diary.input>,
  { at }: { readonly at: Date },
): Promise<Paged<Shoot>> {
  const offset = (page - 1) * TABLE_PAGE_SIZE;
  const [{ rows }, counted] = await Promise.all([
    sql<{ id: string }>`${selectIds(caller, params, at)} limit ${TABLE_PAGE_SIZE} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from ${toSource(caller, params, at)}`.execute(db),
  ]);
  const data = await getShoots(db, caller, rows, at);
  return { data, total: counted.rows[0]?.total ?? 0, current_page: page, per_page: TABLE_PAGE_SIZE };
}

/** The column headings of the CSV export. */
export const EXPORT_HEADINGS = [
  'First Day',
  'Last Day',
  'Location',
  'Area',
  'State',
  'Reference',
  'Production',
  'Clashes',
];

/** The CSV rows of all shoots that match and that the caller may see. */
export function exportRows(
  db: Db,
  caller: Caller,
  params: Params,
  { at }: { readonly at: Date },
): AsyncGenerator<Cell[][], void, void> {
  return readByCursor(
    db,
    () => selectIds(caller, params, at),
    async (snapshot, rows) => (await getShoots(snapshot, caller, rows, at)).map(toCells),
  );
}

function toCells({ used_from, used_to, title, area, state, production, clashes }: Shoot): Cell[] {
  const others = clashes.map((clash) => clash.production?.reference ?? 'Another production');
  return [
    used_from,
    used_to,
    title,
    area,
    SHOOT_STATES[state],
    production.reference,
    production.title,
    others.join(', '),
  ];
}

/** Returns the shoots with these ids in this order. `offset 0`: else PostgreSQL reads all shoots by day to find the first clashes. */
async function getShoots(db: Db, caller: Caller, ids: readonly { readonly id: string }[], at: Date): Promise<Shoot[]> {
  const name = sql`jsonb_build_object('id', p.id, 'reference', p.reference, 'title', p.title, 'code_name', p.code_name,
    'is_secret', ${isSecret(at)})`;
  const { rows } = await sql<Shoot>`
    select s.id, s.location_id, s.title, ${AREA} as area, s.state, to_char(${sql.raw(toFirstDay('s'))}, 'YYYY-MM-DD') as used_from,
      to_char(${sql.raw(toLastDay('s'))}, 'YYYY-MM-DD') as used_to,
      (select ${name} from productions p where p.id = s.production_id) as production,
      coalesce((
        select jsonb_agg(jsonb_build_object('production', clash.name, 'title', case when clash.name is not null then clash.title end)
          order by clash.first_day, clash.id)
        from (
          select * from (
            select other.id, other.title, ${sql.raw(toFirstDay('other'))} as first_day, (
              select ${name} from productions p
              where p.id = other.production_id and ${isProductionAccessible(caller, 'production.view')}) as name
            from ${CLASHES} offset 0) all_clashes
          order by first_day, id limit ${MAX_CLASHES}) clash), '[]') as clashes
    from unnest(${ids.map(({ id }) => id)}::uuid[]) with ordinality wanted (id, position)
    join production_locations s using (id) order by wanted.position`.execute(db);
  return rows;
}

function selectIds(caller: Caller, params: Params, at: Date): RawBuilder<{ id: string }> {
  const { sortBy = 'used_from', sortOrder = 'asc' } = params;
  const column = sortBy === 'title' ? sql`fold_text(s.title)` : sql.raw(toFirstDay('s'));
  return sql`select s.id from ${toSource(caller, params, at)} order by ${column} ${sql.raw(sortOrder)}, s.id`;
}

/** The matching shoots `s`, with their condition. */
function toSource(caller: Caller, { query, when, clash, from, to }: Params, at: Date): RawBuilder<unknown> {
  const words = query.split(/\s+/).filter(Boolean);
  const isUpcoming = sql`${toDays('s')} && daterange(${toDay(at)}, null)`;
  const conditions = [
    isShoot('s'),
    ...(can(caller, 'production.view', 'any')
      ? []
      : [
          sql`s.production_id in (select p.id from productions p where ${isProductionAccessible(caller, 'production.view')})`,
        ]),
    ...words.map(hasWord),
    ...(when === undefined ? [] : [when === 'past' ? sql`not ${isUpcoming}` : isUpcoming]),
    ...(from === undefined && to === undefined
      ? []
      : [sql`${toDays('s')} && daterange(${from ?? null}::date, ${to ?? null}::date, '[]')`]),
    ...(clash === undefined
      ? []
      : [isUpcoming, sql`${clash ? sql`exists` : sql`not exists`} (select from ${CLASHES})`]),
  ];
  return sql`production_locations s where ${sql.join(conditions, sql` and `)}`;
}

/** Whether a word begins one in the title of shoot `s` or in the name of its local authority. */
function hasWord(word: string): RawBuilder<boolean> {
  return sql`s.id in (
    select t.id from production_locations t where ${isShoot('t')} and ${hasWords('t.title', word)}
    union all
    select t.id from options o join location_options lo on lo.option_id = o.id join production_locations t using (location_id)
    where lo.field = 'localauthority' and ${hasWords('o.name', word)})`;
}
