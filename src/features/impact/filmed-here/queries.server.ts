import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { toLikePatterns } from '../../../platform/db/like-patterns.ts';
import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { PAGE_SIZE } from '../../../platform/http/paging.ts';
import { PAGE_NOT_FOUND } from '../../../platform/text/common-messages.ts';
import { toDay } from '../../../platform/text/days.ts';
import { getPublishedCards } from '../../locations/catalogue/published/queries.server.ts';
import { isSecret } from '../../productions/list.queries.server.ts';
import { FILMED_STAGES } from '../../productions/schema.ts';
import type { FilmedHere } from './contract.ts';
import {
  type FilmedFilters,
  type FilmedPage,
  type FilmedPoint,
  MAX_POINTS,
  type filmedLocations,
} from './locations/contract.ts';

/** Productions of a location at most, here and in lists. */
const MAX_PRODUCTIONS = 100;

interface Context {
  readonly at: Date;
}

/**
 * Selects what the public may read of filming at locations: `location_id`, `title`, `year` and `last_day` there, of productions that have
 * filmed at a published location, allow that they are named, are without an embargo, and have left.
 */
function selectNamed({ at }: Context): RawBuilder<unknown> {
  const lastDay = sql`coalesce(s.used_to, s.used_from, p.shoot_to, p.shoot_from)`;
  return sql`
    select s.location_id, p.title, p.id as production_id, ${lastDay} as last_day, extract(year from ${lastDay})::int as year
    from production_locations s join productions p on p.id = s.production_id
      join published_locations l on l.id = s.location_id
    where s.state = 'USED' and p.may_be_named and not ${isSecret(at)} and p.stage = any(${FILMED_STAGES})
      and ${lastDay} < ${toDay(at)}`;
}

/** Lists the productions that have filmed at a published location, the latest first. @throws {ApiError} NOT_FOUND */
export async function listFilmedHere(db: Db, { id }: { readonly id: string }, context: Context): Promise<FilmedHere[]> {
  const published = await db.selectFrom('published_locations').select('id').where('id', '=', id).executeTakeFirst();
  if (!published) throw new ApiError('NOT_FOUND', PAGE_NOT_FOUND);
  const { rows } = await sql<FilmedHere>`
    select title, year from (${selectNamed(context)}) named where location_id = ${id}
    order by last_day desc, title, production_id limit ${MAX_PRODUCTIONS}`.execute(db);
  return rows;
}

/** Lists a page of the locations where productions have filmed that may be named and match, with these. */
export async function listFilmedLocations(
  db: Db,
  { page, ...filters }: z.output<typeof filmedLocations.input>,
  context: Context,
): Promise<FilmedPage> {
  const matching = selectMatching(filters, context);
  const [found, summary] = await Promise.all([
    // The productions are aggregated for the locations of the page only.
    sql<{ id: string; productions: FilmedHere[] }>`
      with page as (
        select location_id, max(named.last_day) as latest from (${matching}) named group by location_id
        order by latest desc, location_id limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}
      )
      select location_id as id, to_jsonb((array_agg(
        jsonb_build_object('title', title, 'year', year) order by last_day desc, title, production_id)
      )[:${sql.lit(MAX_PRODUCTIONS)}]) as productions
      from page join (${matching}) named using (location_id) group by location_id, latest
      order by latest desc, location_id`.execute(db),
    sql<Pick<FilmedPage, 'total' | 'years'>>`
      select count(distinct location_id) filter (where ${isMatching(filters)}) as total,
        coalesce(array_agg(distinct year order by year desc), '{}') as years
      from (${selectNamed(context)}) named`.execute(db),
  ]);
  const productions = new Map(found.rows.map((row) => [row.id, row.productions]));
  const cards = await getPublishedCards(db, [...productions.keys()]);
  return {
    data: cards.map((card) => ({ ...card, productions: productions.get(card.id) ?? [] })),
    ...summary.rows[0]!,
    current_page: page,
    per_page: PAGE_SIZE,
  };
}

/**
 * Lists the public positions of the locations where productions have filmed that may be named and match: the latest, at most
 * {@link MAX_POINTS}.
 */
export async function listFilmedPoints(db: Db, filters: FilmedFilters, context: Context): Promise<FilmedPoint[]> {
  const { rows } = await sql<FilmedPoint>`
    select l.id, l.title, l.locationurl, l.latitude, l.longitude, l.details->>'map_precision' as map_precision
    from (
      select location_id, max(last_day) as last_day from (${selectMatching(filters, context)}) named group by location_id
    ) filmed join published_locations l on l.id = filmed.location_id
    where l.latitude is not null order by filmed.last_day desc, l.id limit ${MAX_POINTS}`.execute(db);
  return rows;
}

function selectMatching(filters: FilmedFilters, context: Context): RawBuilder<unknown> {
  return sql`select * from (${selectNamed(context)}) of_any where ${isMatching(filters)}`;
}

/** Whether a row of {@link selectNamed} matches. */
function isMatching({ title, year }: FilmedFilters): RawBuilder<boolean> {
  return sql`(${year === undefined ? sql`true` : sql`year = ${year}`}
    and ${title ? sql`title ilike all(${toLikePatterns(title)}::text[])` : sql`true`})`;
}

/** Whether productions that may be named have filmed at any published location. */
export async function hasFilmedLocations(db: Db, context: Context): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (${selectNamed(context)}) as found`.execute(db);
  return rows[0]?.found ?? false;
}
