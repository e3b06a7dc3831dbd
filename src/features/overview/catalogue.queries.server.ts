import { type RawBuilder, sql } from 'kysely';
import { getEndOfDay, getStartOfDay } from '../../platform/text/day-bounds.ts';
import { addDays, addMonths, toDay } from '../../platform/text/days.ts';
import type { Db } from '../../platform/db/transaction.ts';
import { toSearchParams } from '../../platform/http/contract.ts';
import { EMPTY_FIELDS, getEmptyFieldLabel } from '../locations/catalogue/fields/empty-fields.ts';
import { getField, getLabel } from '../locations/catalogue/fields/lookup.ts';
import { getAreaFilter } from '../locations/working-copy/area.queries.server.ts';
import type { Caller } from '../locations/working-copy/policy.ts';
import type { FigureScope } from './figure-scope.ts';
import type { Figure } from './schema.ts';

/** The states of a location with a published version, as the list of locations filters by them. */
const ONLINE = ['LIVE', 'CHANGED'] as const;
const listHref = (filters: Readonly<Record<string, unknown>>) =>
  `/admin/locations?${toSearchParams({ status: [...ONLINE], ...filters })}`;

/** The condition that row `l` of the list is of the area of the caller. */
function isOfArea(caller: Caller): RawBuilder<boolean> {
  return getAreaFilter(caller, 'overview.view', sql`l.office_id`) ?? sql`true`;
}

/** Bounds of the ages of entries, in years. */
const AGES = [
  { label: 'Less than a year', from: 0, to: 1 },
  { label: '1 to 2 years', from: 1, to: 2 },
  { label: '2 to 3 years', from: 2, to: 3 },
  { label: '3 to 5 years', from: 3, to: 5 },
  { label: 'More than 5 years', from: 5, to: null },
];

/** Published locations by the time since their last change, each with the list of them. */
export async function getEntriesByAge(db: Db, { caller, now }: FigureScope): Promise<Figure> {
  const today = toDay(now);
  const ages = AGES.map(({ from, to }, n) => {
    const newest = addMonths(today, -12 * from);
    const oldest = to === null ? '' : addDays(addMonths(today, -12 * to), 1);
    const since = oldest === '' ? '-infinity' : getStartOfDay(oldest);
    return { n, newest, oldest, since, until: getEndOfDay(newest) };
  });
  const { rows } = await sql<{ total: number }>`
    select (
      select count(*) from location_list l
      where l.status = any(${ONLINE}) and ${isOfArea(caller)}
        and l.lastmodificationdate >= since and l.lastmodificationdate < until
    )::int as total
    from jsonb_to_recordset(${JSON.stringify(ages)}::jsonb) ages (n int, since timestamptz, until timestamptz)
    order by n`.execute(db);
  return {
    columns: ['Last change', 'Locations'],
    rows: rows.map(({ total }, n) => ({
      label: AGES[n]!.label,
      href: listHref({ lastmodificationdate: `${ages[n]!.oldest}..${ages[n]!.newest}` }),
      numbers: [total],
    })),
  };
}

/** Public fields that every location should have. */
const PUBLIC_FIELDS = EMPTY_FIELDS.filter((name) => getField(name).group === 'public');

/** Published locations with an empty public field, and those without images, each with the list of them. */
export async function getMissingFields(db: Db, { caller }: FigureScope): Promise<Figure> {
  const { rows } = await sql<{ empty_fields: string[]; hasimages: boolean; total: number }>`
    select empty_fields, hasimages, count(*) as total
    from location_list l where l.status = any(${ONLINE}) and ${isOfArea(caller)} group by empty_fields, hasimages`.execute(
    db,
  );
  const count = (matches: (row: (typeof rows)[number]) => boolean) =>
    rows.reduce((sum, row) => (matches(row) ? sum + row.total : sum), 0);
  const missing = [
    { label: 'Images', href: listHref({ hasimages: 'false' }), numbers: [count(({ hasimages }) => !hasimages)] },
    ...PUBLIC_FIELDS.map((field) => ({
      label: getEmptyFieldLabel(field),
      href: listHref({ empty: field }),
      numbers: [count(({ empty_fields }) => empty_fields.includes(field))],
    })),
  ];
  return { columns: ['Field', 'Locations'], rows: missing.toSorted((a, b) => b.numbers[0]! - a.numbers[0]!) };
}

/** Published locations by local authority, in all and by category. */
export async function getCatalogueByArea(db: Db): Promise<Figure> {
  const { rows } = await sql<{ area: string; category: string | null; total: number }>`
    with areas as (
      select o.location_id, o.option_id as area from location_list l join location_options o on o.location_id = l.id
      where l.status = any(${ONLINE}) and o.field = 'localauthority'
    ), counted as (
      select area, null::int as category, count(*) as total from areas group by area
      union all
      select area, o.option_id, count(*) from areas join location_options o using (location_id)
      where o.field = 'category' group by area, o.option_id
    )
    select area.name as area, category.name as category, total::int
    from counted join options area on area.id = counted.area left join options category on category.id = counted.category
    order by area.name, category.name`.execute(db);
  const categories = [...new Set(rows.flatMap(({ category }) => category ?? []))].toSorted();
  const areas = Map.groupBy(rows, ({ area }) => area);
  return {
    columns: [getLabel('localauthority'), 'All', ...categories],
    rows: [...areas].map(([area, counts]) => ({
      label: area,
      href: listHref({ localauthority: area }),
      numbers: [null, ...categories].map((name) => counts.find(({ category }) => category === name)?.total ?? 0),
    })),
  };
}
