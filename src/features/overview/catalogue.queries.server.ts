import { type RawBuilder, sql } from 'kysely';
import { getEndOfDay, getStartOfDay } from '../../platform/text/day-bounds.ts';
import { addDays, addMonths, toDay } from '../../platform/text/days.ts';
import type { Db } from '../../platform/db/transaction.ts';
import { toSearchParams } from '../../platform/http/contract.ts';
import { getLabel } from '../locations/catalogue/fields/lookup.ts';
import { FACET_FIELDS } from '../locations/catalogue/schema.ts';
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

/** Public fields without options that every location should have. */
const PLAIN_FIELDS = ['nearesttown', 'description', 'latitude'] as const;

/** Published locations with an empty public field, and those without images. */
export async function getMissingFields(db: Db, { caller }: FigureScope): Promise<Figure> {
  const area = isOfArea(caller);
  const [plain, options] = await Promise.all([countMissingPlainFields(db, area), countMissingOptions(db, area)]);
  const rows = [
    { label: 'Images', href: listHref({ hasimages: 'false' }), numbers: [plain.images] },
    ...PLAIN_FIELDS.map((field) => ({
      label: field === 'latitude' ? 'Position' : getLabel(field),
      href: null,
      numbers: [plain[field]],
    })),
    ...FACET_FIELDS.map((field) => ({ label: getLabel(field), href: null, numbers: [options.get(field)!] })),
  ];
  return { columns: ['Field', 'Locations'], rows: rows.toSorted((a, b) => b.numbers[0]! - a.numbers[0]!) };
}

async function countMissingPlainFields(db: Db, area: RawBuilder<boolean>) {
  const missing = PLAIN_FIELDS.map(
    (field) => sql`count(*) filter (where coalesce(copy.${sql.ref(field)}::text, '') = '')::int as ${sql.ref(field)}`,
  );
  const { rows } = await sql<Record<(typeof PLAIN_FIELDS)[number] | 'images', number>>`
    select ${sql.join(missing)}, count(*) filter (where not l.hasimages)::int as images
    from location_list l join locations copy using (id) where l.status = any(${ONLINE}) and ${area}`.execute(db);
  return rows[0]!;
}

async function countMissingOptions(db: Db, area: RawBuilder<boolean>): Promise<Map<string, number>> {
  // One bit for each field: a location with several options of a field counts once.
  const { rows } = await sql<{ field: string; missing: number }>`
    with facets as (select field, 1 << (position::int - 1) as bit from unnest(${FACET_FIELDS}::text[]) with ordinality f (field, position)),
      online as (select id from location_list l where status = any(${ONLINE}) and ${area}),
      filled as materialized (
        select bit_or(bit) as bits from online join location_options o on o.location_id = online.id join facets using (field)
        group by online.id
      )
    select field, ((select count(*) from online) - (select count(*) from filled where bits & bit <> 0))::int as missing
    from facets`.execute(db);
  return new Map(rows.map(({ field, missing }) => [field, missing]));
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
