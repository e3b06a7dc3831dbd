import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../platform/db/transaction.ts';
import { MAX_URL_LENGTH } from '../../catalogue/fields/page-url.ts';
import { UrlRegistry } from './url-registry.ts';

type LocationIdsByUrl = Map<string, Set<string>>;

export type { UrlRegistry };

/** Every page URL with the locations that hold it: in their working copy, with the version that is online, or by a redirect. */
export async function getUrlRegistry(db: Db): Promise<UrlRegistry> {
  return new UrlRegistry(await queryLocationIdsByUrl(db, sql`true`));
}

/** The locations that have this page URL. */
export function getLocationsByUrl(db: Db, url: string): Promise<LocationIdsByUrl> {
  return queryLocationIdsByUrl(db, sql`locationurl = ${url}`);
}

/** Characters of the number at the end of a page URL that is made from a title. */
const MAX_SUFFIX_LENGTH = 10;

/** The locations that have this page URL, or this one with a number at its end. */
export function getLocationsByNumberedUrl(db: Db, plain: string): Promise<LocationIdsByUrl> {
  const beginning = plain.slice(0, MAX_URL_LENGTH - MAX_SUFFIX_LENGTH);
  // A long one is cut to make room for the number, so everything with the same start counts.
  const ending = beginning === plain ? '^(-[0-9]+)?$' : '';
  return queryLocationIdsByUrl(
    db,
    sql`starts_with(locationurl, ${beginning}) and substr(locationurl, ${beginning.length + 1}::integer) ~ ${ending}`,
  );
}

async function queryLocationIdsByUrl(db: Db, condition: RawBuilder<unknown>): Promise<LocationIdsByUrl> {
  const { rows } = await sql<{ locationurl: string; ids: string[] }>`
    select locationurl, array_agg(distinct id) as ids from (
      select locationurl, id from locations where ${condition}
      union all select locationurl, id from published_locations where ${condition}
      union all select locationurl, location_id from location_redirects where ${condition}) address
    group by locationurl`.execute(db);
  return new Map(rows.map(({ locationurl, ids }) => [locationurl, new Set(ids)]));
}
