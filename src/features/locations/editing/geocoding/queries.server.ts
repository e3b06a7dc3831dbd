import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/transaction.ts';
import { ApiError } from '../../../../platform/http/contract.ts';
import { findLocalAuthority } from '../../../geography/boundaries/queries.server.ts';
import { findTown } from '../../../geography/gazetteer/nearest-town.queries.server.ts';
import { findPostcodeDistrict } from '../../../geography/postcode-districts/queries.server.ts';
import type { Position } from '../../../geography/schema.ts';
import type { GeocodingResult } from '../schema.ts';
import { postcodeNotFound } from '../../messages.ts';

interface GeocodingParams {
  readonly postcode?: string | undefined;
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
}

/**
 * The town, local authority and film office of a position or of the district of a postcode.
 * @throws {ApiError} NOT_FOUND for a postcode that is not known
 */
export async function geocode(db: Db, params: GeocodingParams): Promise<GeocodingResult> {
  const position = findPosition(params);
  if (!position) throw new ApiError('NOT_FOUND', postcodeNotFound());
  const { latitude, longitude } = position;
  const { localauthority, filmoffice } = await findOffices(db, findLocalAuthority(position));
  return { latitude, longitude, nearesttown: findTown(position), localauthority, filmoffice };
}

function findPosition({ postcode, latitude, longitude }: GeocodingParams): Position | null {
  if (postcode !== undefined) return findPostcodeDistrict(postcode);
  return latitude === undefined || longitude === undefined ? null : { latitude, longitude };
}

/** The options for a council: itself, and the film office of most published locations in its area. */
async function findOffices(
  db: Db,
  council: string | null,
): Promise<Pick<GeocodingResult, 'localauthority' | 'filmoffice'>> {
  const { rows } = await sql<Pick<GeocodingResult, 'localauthority' | 'filmoffice'>>`
    select authority.name as localauthority, (
      select office.name from published_locations p
      join options office on office.field = 'filmoffice' and office.id = any(p.option_ids)
      where p.option_ids @> array[authority.id]
      group by office.id order by count(*) desc, office.position limit 1) as filmoffice
    from options authority where authority.field = 'localauthority' and authority.name = ${council}`.execute(db);
  return rows[0] ?? { localauthority: null, filmoffice: null };
}
