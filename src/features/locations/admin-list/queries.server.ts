import { sql } from 'kysely';
import { readByCursor } from '../../../platform/db/cursor.ts';
import type { Db } from '../../../platform/db/transaction.ts';
import { getPageRange } from '../../../platform/http/paging.ts';
import type { Picture } from '../../media/schema.ts';
import { inSnapshot } from '../catalogue/published/queries.server.ts';
import { getAreaFilter } from '../working-copy/area.queries.server.ts';
import type { Caller } from '../working-copy/policy.ts';
import { type Condition, toListFilter } from './filters.queries.server.ts';
import type { LocationList } from './contract.ts';
import type { ListParams, ListPageParams, ListedLocation, SortColumn } from './schema.ts';

/** Latest change first. */
const DEFAULT_SORT: Sort = { column: 'lastmodificationdate', direction: 'desc' };

interface Sort {
  readonly column: SortColumn;
  readonly direction: 'asc' | 'desc';
}

/** A page of the matching locations, how many match, and how many exist: of those that the caller administers. */
export async function getLocationList(
  db: Db,
  caller: Caller,
  { page, ...params }: ListPageParams,
): Promise<LocationList> {
  const matching = await toListFilter(db, params);
  const area = getListArea(caller);
  const filter = combine(area, matching);
  const [total, all, ids] = await inSnapshot(db, async (snapshot) => {
    await preferIndexes(snapshot);
    const inAll = await count(snapshot, area);
    const found = matching ? await count(snapshot, filter) : inAll;
    return [found, inAll, await getIds(snapshot, { filter, sort: getSort(params), page, total: found })] as const;
  });
  return {
    data: await getListedLocations(db, ids),
    meta: { page: { ...page, total_results: total }, total_locations: all },
  };
}

/** The condition for the locations that a user administers; undefined for all. */
function getListArea(caller: Caller): Condition | undefined {
  return getAreaFilter(caller, 'location.administer');
}

/** The condition for the rows that match and that the user administers; undefined for all. */
export async function toAdministeredFilter(
  snapshot: Db,
  caller: Caller,
  params: ListParams,
): Promise<Condition | undefined> {
  return combine(getListArea(caller), await toListFilter(snapshot, params));
}

function combine(...conditions: readonly (Condition | undefined)[]): Condition | undefined {
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length === 0 ? undefined : sql<boolean>`${sql.join(given, sql` and `)}`;
}

/** Every filter has an index; a sequential scan of the wide text column costs more than the planner estimates. */
async function preferIndexes(trx: Db): Promise<void> {
  await sql`set local enable_seqscan = off`.execute(trx);
}

async function count(db: Db, filter: Condition | undefined): Promise<number> {
  const { total } = await selectListed(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

function selectListed(db: Db, filter: Condition | undefined) {
  const list = db.selectFrom('location_list');
  return filter ? list.where(filter) : list;
}

function getSort({ sort }: Pick<ListParams, 'sort'>): Sort {
  const [[column, direction] = []] = Object.entries(sort) as [SortColumn, Sort['direction']][];
  return column && direction ? { column, direction } : DEFAULT_SORT;
}

/** Matching locations up to this number are found by their filters and sorted; of more, the index of the sort order is read. */
const MAX_SORTED = 10_000;

interface IdsQuery {
  readonly filter: Condition | undefined;
  readonly sort: Sort;
  readonly page: ListPageParams['page'];
  /** The number of locations that match. */
  readonly total: number;
}

/** The ids of a page. `offset 0` keeps PostgreSQL, which takes rare words for frequent ones, from reading the whole index. */
async function getIds(db: Db, { filter, sort, page, total }: IdsQuery): Promise<string[]> {
  const { offset, limit, isReversed } = getPageRange(page.current, total, page.size);
  const direction = isReversed === (sort.direction === 'asc') ? 'desc' : 'asc';
  const matching = selectListed(db, filter);
  const listed = total <= MAX_SORTED ? db.selectFrom(matching.selectAll().offset(0).as('location_list')) : matching;
  const rows = await listed
    .select('id')
    .orderBy(sort.column, direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  const ids = rows.map(({ id }) => id);
  return isReversed ? ids.toReversed() : ids;
}

/** Returns the rows of the list for these ids, in this order, without locations that were deleted since. */
async function getListedLocations(db: Db, ids: readonly string[]): Promise<ListedLocation[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Row>`
    select l.id, l.locationidentifier, l.title, l.nearesttown, authority.name as localauthority, l.status, l.location_status,
      l.lastmodificationdate, l.exporttowebsite, listed.hasimages, image.picture
    from unnest(${ids}::uuid[]) with ordinality as asked (id, n)
      join locations l using (id) join location_list listed using (id)
      left join location_options chosen on chosen.location_id = l.id and chosen.field = 'localauthority'
      left join options authority on authority.id = chosen.option_id
      left join lateral (
        select jsonb_build_object('sha256', p.sha256, 'width', p.width, 'height', p.height, 'alt', coalesce(i.alt, ''),
          'caption', i.caption, 'credit', i.credit, 'licence', i.licence, 'placeholder', p.placeholder,
          'focal', jsonb_build_object('x', i.focal_x, 'y', i.focal_y)) as picture
        from images i join pictures p using (sha256)
        where i.location_id = l.id and i.is_primary and p.state = 'READY') image on true
    order by n`.execute(db);
  return rows.map(({ picture, lastmodificationdate, ...row }) => ({
    ...row,
    lastmodificationdate: lastmodificationdate.toISOString(),
    primaryimage: picture,
  }));
}

interface Row extends Omit<ListedLocation, 'lastmodificationdate' | 'primaryimage'> {
  readonly lastmodificationdate: Date;
  readonly picture: Picture | null;
}

/**
 * Every matching location, in batches from one snapshot.
 * @param toFilter returns the condition for the rows of the list; undefined for all
 * @param read reads a batch, in the order of its ids
 */
export function readAllListed<Batch>(
  db: Db,
  { sort, toFilter }: Pick<ListParams, 'sort'> & { toFilter: (snapshot: Db) => Promise<Condition | undefined> },
  read: (snapshot: Db, ids: readonly string[]) => Promise<Batch>,
): AsyncGenerator<Batch, void, void> {
  const { column, direction } = getSort({ sort });
  return readByCursor(
    db,
    async (snapshot) => {
      await preferIndexes(snapshot);
      const filter = await toFilter(snapshot);
      return selectListed(snapshot, filter).select('id').orderBy(column, direction).orderBy('id', direction);
    },
    (snapshot, rows) =>
      read(
        snapshot,
        rows.map(({ id }) => id),
      ),
  );
}
