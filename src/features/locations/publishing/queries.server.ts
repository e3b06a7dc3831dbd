import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import type { FacetField } from '../catalogue/schema.ts';
import type { PublishableLocation } from './publishability.ts';

/** Returns the facts that the publishing rules need, by id, for the locations that exist. */
export async function getPublishableLocations(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, PublishableLocation>> {
  const { rows } = await sql<PublishableRow>`
    select id, title, address1, published_without,
      exists (select from users u where u.id = l.owner_id and u.enabled_at is null) as owner_deleted,
      array(select field from location_options where location_id = l.id) as options,
      (select coalesce(jsonb_agg(jsonb_build_object('state', p.state, 'primary', i.is_primary)), '[]')
       from images i join pictures p using (sha256) where i.location_id = l.id) as images
    from locations l where id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, options, ...location }) => [id, { ...location, options: new Set(options) }]));
}

interface PublishableRow extends Omit<PublishableLocation, 'options'> {
  readonly id: string;
  readonly options: readonly FacetField[];
}
