import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import { getDisplayTitle } from '../../locations/catalogue/display-title.ts';
import { toPerson } from '../../entry-subjects/queries.server.ts';
import { toQueryKey } from '../vocabulary/query-key.ts';
import type { Pin } from './schema.ts';

/** Finds the pinned results of exactly this search. */
export async function findPinOfQuery(db: Db, query: string): Promise<Pin | null> {
  const [found] = await listPins(db, toQueryKey(query));
  return found ?? null;
}

interface PinRow {
  readonly id: string;
  readonly version: number;
  readonly query: string;
  readonly changed_at: Date;
  readonly user_id: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly enabled_at: Date | null;
  readonly locations: Pin['locations'];
}

/** Lists the searches with pinned results by their words. @param key of the only search that is listed */
export async function listPins(db: Db, key?: string): Promise<Pin[]> {
  const { rows } = await sql<PinRow>`
    select p.id, p.version, p.query, p.changed_at, u.id as user_id, u.first_name, u.last_name, u.enabled_at,
      (select coalesce(json_agg(json_build_object('id', l.id, 'title', l.title,
          'published', exists (select from published_locations where id = l.id)) order by pl.position), '[]')
        from search_pin_locations pl join locations l on l.id = pl.location_id where pl.pin_id = p.id) as locations
    from search_pins p left join users u on u.id = p.changed_by
    where ${key === undefined ? sql`true` : sql`p.key = ${key}`}
    order by p.key`.execute(db);
  return rows.map(({ id, version, query, changed_at, locations, user_id, ...user }) => ({
    id,
    version,
    query,
    locations: locations.map((location) => ({ ...location, title: getDisplayTitle(location.title) })),
    changed_at: changed_at.toISOString(),
    changed_by: toPerson({ ...user, id: user_id }),
  }));
}
