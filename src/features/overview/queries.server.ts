import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { getStartOfDay } from '../../platform/text/day-bounds.ts';
import { addDays, addMonths, toDay } from '../../platform/text/days.ts';
import type { Db } from '../../platform/db/transaction.ts';
import { toSearchParams } from '../../platform/http/contract.ts';
import { can } from '../accounts/permissions.ts';
import { isEnquiryAccessible } from '../enquiries/access.queries.server.ts';
import { getDisplayTitle } from '../locations/catalogue/display-title.ts';
import { isLocationInArea } from '../locations/working-copy/area.queries.server.ts';
import type { Caller } from '../locations/working-copy/policy.ts';
import { RETENTION_DAYS } from '../search/empty-searches.commands.server.ts';
import { getCatalogueByArea, getEntriesByAge, getMissingFields } from './catalogue.queries.server.ts';
import { getImpactByArea, getImpactByYear } from './impact.queries.server.ts';
import type { FigureScope } from './figure-scope.ts';
import { AREA_FIGURES, FIGURE_NAMES, type Figure, type FigureName, type FigureRow } from './schema.ts';

/** Months whose enquiries are counted. */
const MONTHS = 24;
/** Rows of a figure that ranks. */
const MAX_RANKED = 20;
/** A search that only one person made once could say who it was. */
const MIN_SEARCHES = 2;

/** The figures that a user sees. */
export function listFigures(caller: Caller): readonly FigureName[] {
  return can(caller, 'overview.view', 'any') ? FIGURE_NAMES : AREA_FIGURES;
}

/** Returns a figure of the overview at a time, as the caller sees it. */
export function getFigure(db: Db, name: FigureName, scope: FigureScope): Promise<Figure> {
  return QUERIES[name](db, scope);
}

/** How long a node remembers figures of the site as a whole. They read whole tables, and change little in the meantime. */
const SITE_FIGURE_TTL_MS = 30_000;
const siteFigures = new WeakMap<Db, LRUCache<FigureName, Figure, FigureScope>>();

/** Like {@link getFigure}; the figures of the site as a whole, which are the same for everybody who sees them, may be seconds old. */
export async function getRecentFigure(db: Db, name: FigureName, scope: FigureScope): Promise<Figure> {
  if (AREA_FIGURES.includes(name)) return getFigure(db, name, scope);
  const cache =
    siteFigures.get(db) ??
    new LRUCache<FigureName, Figure, FigureScope>({
      max: FIGURE_NAMES.length,
      ttl: SITE_FIGURE_TTL_MS,
      fetchMethod: (key, _old, { context }) => getFigure(db, key, context),
    });
  siteFigures.set(db, cache);
  return cache.forceFetch(name, { context: scope });
}

export async function hasLocations(db: Db): Promise<boolean> {
  return (await db.selectFrom('locations').select('id').limit(1).executeTakeFirst()) !== undefined;
}

const QUERIES: Readonly<Record<FigureName, (db: Db, scope: FigureScope) => Promise<Figure>>> = {
  waiting: getWaiting,
  months: countEnquiriesByMonth,
  enquired: rankByEnquiries,
  saved: rankByBoards,
  'empty-searches': rankEmptySearches,
  age: getEntriesByAge,
  missing: getMissingFields,
  'impact-years': getImpactByYear,
  'impact-areas': getImpactByArea,
  catalogue: getCatalogueByArea,
};

interface WaitingRow {
  readonly label: string;
  readonly href: string | null;
  readonly total: number;
  readonly days: number | null;
}

async function getWaiting(db: Db, { caller, now }: FigureScope): Promise<Figure> {
  const isInArea = (id: RawBuilder<unknown>) => isLocationInArea(caller, 'overview.view', id);
  const counts = [
    sql`select 'Locations awaiting approval' as label, '/admin/review' as href, count(*)::int as total,
      min(submitted_at) as oldest from locations l where location_status = 'AWAITING_APPROVAL' and ${isInArea(sql`l.id`)}`,
    sql`select 'New enquiries', '/admin/enquiries?state=NEW', count(*)::int, min(created_at)
      from enquiries e where state = 'NEW' and ${isEnquiryAccessible(caller, 'enquiry.view')}`,
    sql`select 'Requests to owners', null, count(*)::int, min(created_at)
      from owner_tasks task where state = 'OPEN' and ${isInArea(sql`task.location_id`)}`,
    ...(can(caller, 'overview.view', 'any') ? TEAM_COUNTS : []),
  ].map((count, position) => sql`select ${position}::int as position, counted.* from (${count}) counted`);
  const { rows } = await sql<WaitingRow>`
    select label, href, total, floor(extract(epoch from ${now}::timestamptz - oldest) / 86400)::int as days
    from (${sql.join(counts, sql` union all `)}) waiting order by position`.execute(db);
  return {
    columns: ['What', 'Number', 'Longest wait in days'],
    rows: rows.map(({ label, href, total, days }) => ({ label, href, numbers: [total, days] })),
  };
}

/** Figures that are not about an area. */
const TEAM_COUNTS = [
  sql`select 'Unread notifications', '/admin/notifications?type=all&status=unread', count(*)::int, min(created_at)
    from notifications where read_at is null`,
  sql`select 'Failed emails', '/admin/settings', count(*)::int, min(failed_at) from outbox where failed_at is not null`,
  sql`select 'Likely duplicates', '/admin/duplicates', count(*)::int, min(found_at)
    from duplicate_pairs where dismissed_at is null`,
];

async function countEnquiriesByMonth(db: Db, { caller, now }: FigureScope): Promise<Figure> {
  const thisMonth = `${toDay(now).slice(0, 7)}-01`;
  const months = Array.from({ length: MONTHS }, (_, n) => {
    const month = addMonths(thisMonth, n + 1 - MONTHS);
    return { month, since: getStartOfDay(month), until: getStartOfDay(addMonths(month, 1)) };
  });
  const { rows } = await sql<{ label: string; total: number }>`
    select to_char(month, 'Mon YYYY') as label, count(e.id)::int as total
    from jsonb_to_recordset(${JSON.stringify(months)}::jsonb) months (month date, since timestamptz, until timestamptz)
    left join enquiries e on e.created_at >= since and e.created_at < until and e.state <> 'SPAM'
      and ${isEnquiryAccessible(caller, 'enquiry.view')}
    group by month order by month`.execute(db);
  return {
    columns: ['Month', 'Enquiries'],
    rows: rows.map(({ label, total }) => ({ label, href: null, numbers: [total] })),
  };
}

/** SQL: the locations of the highest totals. Those of the last total are all there, so that their titles decide which are shown. */
const WITH_TIES = sql`order by total desc fetch first ${sql.lit(MAX_RANKED)} rows with ties`;

async function rankByEnquiries(db: Db, { caller, now }: FigureScope): Promise<Figure> {
  const { rows } = await sql<RankedLocation>`
    select l.id, l.title, enquired.total
    from (
      select el.location_id, count(*)::int as total
      from enquiries e join enquiry_locations el on el.enquiry_id = e.id
      where e.created_at > ${now}::timestamptz - interval '1 year' and e.state <> 'SPAM' and el.location_id is not null
        and ${isLocationInArea(caller, 'overview.view', sql`el.location_id`)}
      group by el.location_id ${WITH_TIES}
    ) enquired join locations l on l.id = enquired.location_id
    order by enquired.total desc, l.title, l.id limit ${MAX_RANKED}`.execute(db);
  return { columns: ['Location', 'Enquiries'], rows: rows.map(toRankedRow) };
}

async function rankByBoards(db: Db): Promise<Figure> {
  const { rows } = await sql<RankedLocation>`
    select l.id, l.title, saved.total
    from (
      select location_id, count(*)::int as total from board_locations
      group by location_id ${WITH_TIES}
    ) saved join locations l on l.id = saved.location_id
    order by saved.total desc, l.title, l.id limit ${MAX_RANKED}`.execute(db);
  return { columns: ['Location', 'Boards'], rows: rows.map(toRankedRow) };
}

interface RankedLocation {
  readonly id: string;
  readonly title: string;
  readonly total: number;
}

function toRankedRow({ id, title, total }: RankedLocation): FigureRow {
  return { label: getDisplayTitle(title), href: `/admin/locations/${id}`, numbers: [total] };
}

async function rankEmptySearches(db: Db, { now }: FigureScope): Promise<Figure> {
  const { rows } = await sql<{ query: string; total: number }>`
    select query, sum(searches)::int as total from empty_searches where day > ${addDays(toDay(now), -RETENTION_DAYS)}
    group by query having sum(searches) >= ${MIN_SEARCHES} order by total desc, query limit ${MAX_RANKED}`.execute(db);
  return {
    columns: ['Searched for', 'Searches'],
    rows: rows.map(({ query, total }) => ({
      label: query,
      href: `/find-a-location?${toSearchParams({ query })}`,
      numbers: [total],
    })),
  };
}
