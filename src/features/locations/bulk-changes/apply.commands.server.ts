import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../platform/db/transaction.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import type { AuditType } from '../../audit-log/entry-types.ts';
import { ONLINE_NUMBER } from '../history/queries.server.ts';
import type { LocationDeps } from '../mails/commands.server.ts';
import { publishLocations, unpublishLocations } from '../publishing/commands.server.ts';
import { changeOwners } from '../ownership/commands.server.ts';
import { changeOptions, recordChanges, setFeatured } from '../working-copy/bulk.commands.server.ts';
import type { Batch, BatchLocation } from './batch.ts';
import { LAST_REVISION } from './outcomes.queries.server.ts';
import type { BulkAction } from './schema.ts';

/** Applies the action to locked locations that nothing speaks against, and stores what they were before. */
export async function applyAction(
  trx: Trx,
  deps: LocationDeps,
  { change, actorId, at }: Batch,
  locations: readonly BatchLocation[],
): Promise<void> {
  const { action, option_ids } = change;
  const ids = locations.map(({ id }) => id);
  const by = { authorId: actorId, origin: 'BULK' } as const;
  await storeFormerValues(trx, change.id, action, ids);
  const entry = { actorId, at, bulkChange: change.id };
  switch (action.kind) {
    case 'set':
    case 'add':
    case 'remove': {
      await changeOptions(trx, ids, { ...action, optionIds: option_ids });
      const revisions = await recordChanges(trx, locations, { ...by, at });
      await auditAll(trx, 'LOCATION_UPDATED', entry, revisions, { fields: action.field });
      break;
    }
    case 'feature': {
      await setFeatured(trx, ids, action.featured);
      const revisions = await recordChanges(trx, locations, { ...by, at });
      await auditAll(trx, 'LOCATION_UPDATED', entry, revisions, { fields: 'featured' });
      break;
    }
    case 'owner': {
      const owners = Object.fromEntries(ids.map((id) => [id, action.userId]));
      await changeOwners(trx, { ...by, at, bulkChange: change.id }, locations, owners);
      break;
    }
    case 'publish': {
      const revisions = await publishLocations(trx, { ids, at, by }, deps.publishEvent);
      await auditAll(trx, 'LOCATION_PUBLISHED', entry, revisions);
      break;
    }
    case 'unpublish': {
      const revisions = await unpublishLocations(trx, { ids, at, by }, deps.publishEvent);
      await auditAll(trx, 'LOCATION_UNPUBLISHED', entry, revisions);
      break;
    }
  }
  await storeRevisions(trx, change.id, ids);
}

/** Stores what undoing needs. It is erased when the time for that is over. */
async function storeFormerValues(trx: Trx, id: string, action: BulkAction, ids: readonly string[]): Promise<void> {
  await sql`
    update bulk_change_items i set state = 'CHANGED',
      before = ${selectFormerValues(action)} || jsonb_build_object('lastmodificationdate', l.lastmodificationdate)
    from locations l where i.bulk_change_id = ${id} and i.location_id = any(${ids}::uuid[]) and l.id = i.location_id`.execute(
    trx,
  );
}

/** SQL: what publishing, or taking offline, replaces of location `l`. */
export const FORMER_PUBLICATION = sql`jsonb_build_object('owner_id', l.owner_id, 'status', l.status,
  'location_status', l.location_status, 'published_without', l.published_without, 'online', ${ONLINE_NUMBER},
  'open_review', (select id from location_reviews where location_id = l.id and is_open),
  'published', (select to_jsonb(p) from published_locations p where p.id = l.id))`;

/** SQL: the values of location `l` that the action replaces. */
function selectFormerValues(action: BulkAction): RawBuilder<unknown> {
  switch (action.kind) {
    case 'set':
    case 'add':
    case 'remove':
      return sql`jsonb_build_object('options',
        array(select option_id from location_options where location_id = l.id and field = ${action.field} order by option_id))`;
    case 'feature':
      return sql`jsonb_build_object('featured', l.featured)`;
    case 'owner':
      return sql`jsonb_build_object('owner_id', l.owner_id, 'positions', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'latitude', taken_latitude, 'longitude', taken_longitude,
          'direction', taken_direction)), '[]')
        from images where location_id = l.id and taken_latitude is not null))`;
    case 'publish':
    case 'unpublish':
      return FORMER_PUBLICATION;
  }
}

/** Stores which state the change has left: undoing requires it. */
export async function storeRevisions(trx: Trx, id: string, ids: readonly string[]): Promise<void> {
  await sql`
    update bulk_change_items i set version = now.version, revision = now.revision, revised_at = now.revised_at
    from (select l.id, l.version, last.revision, last.revised_at from locations l ${LAST_REVISION}
      where l.id = any(${ids}::uuid[])) now
    where i.bulk_change_id = ${id} and i.location_id = now.id`.execute(trx);
}

/** Writes an entry for each location. */
export async function auditAll(
  trx: Trx,
  type: AuditType,
  { actorId, at, bulkChange }: { actorId: string; at: Date; bulkChange: string },
  revisions: ReadonlyMap<string, number>,
  details: Readonly<Record<string, string>> = {},
): Promise<void> {
  const entries = [...revisions].map(([locationId, revision]) => ({
    type,
    actorId,
    locationId,
    at,
    details: { ...details, revision, bulkChange },
  }));
  if (entries.length > 0) await recordAudit(trx, ...entries);
}
