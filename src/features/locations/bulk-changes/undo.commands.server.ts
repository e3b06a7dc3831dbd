import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../platform/db/transaction.ts';
import type { LocationDeps } from '../mails/commands.server.ts';
import { changeOwners } from '../ownership/commands.server.ts';
import { republishLocations, unpublishLocations } from '../publishing/commands.server.ts';
import { recordChanges, restoreOptions, setFeatured } from '../working-copy/bulk.commands.server.ts';
import { auditAll } from './apply.commands.server.ts';
import type { Batch, BatchLocation, ImportBatch, Refusals } from './batch.ts';
import type { LockedChange } from './commands.server.ts';
import type { Reason, StoredAction } from './schema.ts';

/** Gives locked locations, which nobody has changed since, their former values. */
export async function undoAction(
  trx: Trx,
  deps: LocationDeps,
  { change, actorId, at }: Batch,
  locations: readonly BatchLocation[],
): Promise<void> {
  const { id, action } = change;
  const by = { authorId: actorId, origin: 'UNDO', at } as const;
  const entry = { actorId, at, bulkChange: id };
  const ids = locations.map((location) => location.id);
  switch (action.kind) {
    case 'set':
    case 'add':
    case 'remove': {
      const options = await readFormer<number[]>(trx, id, ids, 'options');
      await restoreOptions(trx, action.field, Object.fromEntries(options));
      await auditAll(trx, 'LOCATION_UPDATED', entry, await recordChanges(trx, locations, by), { fields: action.field });
      break;
    }
    case 'feature': {
      // Only locations with the other value were changed.
      await setFeatured(trx, ids, !action.featured);
      await auditAll(trx, 'LOCATION_UPDATED', entry, await recordChanges(trx, locations, by), { fields: 'featured' });
      break;
    }
    case 'owner': {
      const owners = await readFormer<string | null>(trx, id, ids, 'owner_id');
      await changeOwners(trx, { ...by, bulkChange: id }, locations, Object.fromEntries(owners));
      await restorePicturePositions(trx, id, ids);
      break;
    }
    case 'publish':
    case 'unpublish':
      await restorePublication(trx, deps, { change, actorId, at }, ids);
      break;
  }
  await restoreLastModification(trx, id, ids);
  await sql`
    update bulk_change_items set state = 'UNDONE' where bulk_change_id = ${id} and location_id = any(${ids}::uuid[])`.execute(
    trx,
  );
}

/** The list of locations shows again when somebody changed them last. */
async function restoreLastModification(trx: Trx, id: string, ids: readonly string[]): Promise<void> {
  await sql`
    update locations l set lastmodificationdate = (i.before->>'lastmodificationdate')::timestamptz
    from bulk_change_items i
    where i.bulk_change_id = ${id} and i.location_id = any(${ids}::uuid[]) and l.id = i.location_id
      and i.before->>'lastmodificationdate' is not null`.execute(trx);
}

async function readFormer<Value>(
  trx: Trx,
  id: string,
  ids: readonly string[],
  name: string,
): Promise<ReadonlyMap<string, Value>> {
  const { rows } = await sql<{ id: string; value: Value }>`
    select location_id as id, before->${name} as value from bulk_change_items
    where bulk_change_id = ${id} and location_id = any(${ids}::uuid[])`.execute(trx);
  return new Map(rows.map((row) => [row.id, row.value]));
}

/** The positions of photographs are visible to the owner only, who owns the location again. */
async function restorePicturePositions(trx: Trx, id: string, ids: readonly string[]): Promise<void> {
  await sql`
    update images i set taken_latitude = former.latitude, taken_longitude = former.longitude, taken_direction = former.direction
    from bulk_change_items item,
      jsonb_to_recordset(item.before->'positions') as former (id uuid, latitude float8, longitude float8, direction real)
    where item.bulk_change_id = ${id} and item.location_id = any(${ids}::uuid[]) and i.id = former.id
      and i.location_id = item.location_id`.execute(trx);
}

/** Puts the former published versions online again, or takes offline what was not published, with the former states. */
export async function restorePublication(
  trx: Trx,
  deps: LocationDeps,
  { change: { id }, actorId, at }: ImportBatch,
  ids: readonly string[],
): Promise<void> {
  const by = { authorId: actorId, origin: 'UNDO' } as const;
  const entry = { actorId, at, bulkChange: id };
  const published = await readFormer<object | null>(trx, id, ids, 'published');
  const online = await readFormer<number | null>(trx, id, ids, 'online');
  const [offline, republished] = [ids.filter((one) => !published.get(one)), ids.filter((one) => published.get(one))];
  const states = selectFormerStates(id, ids);
  if (offline.length > 0) {
    const revisions = await unpublishLocations(trx, { ids: offline, at, by }, deps.publishEvent);
    await auditAll(trx, 'LOCATION_UNPUBLISHED', entry, revisions);
  }
  await restoreStates(trx, states);
  if (republished.length === 0) return;
  const restoredNumber = Object.fromEntries(republished.map((one) => [one, online.get(one) ?? null]));
  const former = sql`select (jsonb_populate_record(null::published_locations, published)).* from (${states}) s where published <> 'null'`;
  const context = { ids: republished, at, by: { ...by, restoredNumber } };
  const revisions = await republishLocations(trx, former, context, deps.publishEvent);
  await auditAll(trx, 'LOCATION_REPUBLISHED', entry, revisions);
}

/** SQL: the states before the change, and the published versions. */
export function selectFormerStates(id: string, ids: readonly string[]): RawBuilder<unknown> {
  return sql`
    select location_id as id, before->>'status' as status, before->>'location_status' as location_status,
      array(select jsonb_array_elements_text(before->'published_without')) as published_without,
      before->'published' as published, (before->>'open_review')::bigint as open_review
    from bulk_change_items where bulk_change_id = ${id} and location_id = any(${ids}::uuid[])`;
}

/** The states before the change, and the reasons that owners could read. */
export async function restoreStates(trx: Trx, states: RawBuilder<unknown>): Promise<void> {
  await sql`
    update locations l set status = s.status, location_status = s.location_status, published_without = s.published_without
    from (${states}) s where l.id = s.id`.execute(trx);
  await sql`
    update location_reviews v set is_open = true from (${states}) s
    where v.id = s.open_review and v.location_id = s.id`.execute(trx);
}

/** Finds the locations whose former values are not available any more, or whose owner is changing them. */
export async function findLostParts(
  trx: Trx,
  { id, action }: LockedChange,
  locations: readonly BatchLocation[],
  refused: Refusals,
): Promise<void> {
  const ids = locations.map((location) => location.id);
  // Keeps options from being deleted until the transaction ends.
  await sql`
    select from options where id in (
      select option::integer from bulk_change_items,
        jsonb_array_elements_text(coalesce(nullif(before->'published', 'null')->'option_ids', '[]') || coalesce(before->'options', before->'option_ids', '[]')) option
      where bulk_change_id = ${id} and location_id = any(${ids}::uuid[]))
    order by id for key share`.execute(trx);
  for (const [condition, reason] of listLosses(action)) {
    const { rows } = await sql<{ id: string }>`
      select location_id as id from bulk_change_items
      where bulk_change_id = ${id} and location_id = any(${ids}::uuid[]) and ${condition}`.execute(trx);
    for (const row of rows) if (!refused.has(row.id)) refused.set(row.id, { reason });
  }
}

const isOptionDeleted = (options: RawBuilder<unknown>) => sql<boolean>`exists (
  select from jsonb_array_elements_text(${options}) option where not exists (select from options where id = option::integer))`;

const PUBLISHED = sql`nullif(before->'published', 'null')`;
/** Finds reasons that prevent an earlier published version from being put online again. */
const PUBLICATION_LOSSES: readonly [RawBuilder<boolean>, Reason][] = [
  // Locations of a deleted account were taken offline, and are deleted in batches.
  [
    sql`exists (select from locations l join users u on u.id = l.owner_id
      where l.id = bulk_change_items.location_id and u.enabled_at is null)`,
    'OWNER_UNAVAILABLE',
  ],
  [isOptionDeleted(sql`coalesce(${PUBLISHED}->'option_ids', '[]')`), 'OPTION_DELETED'],
  [
    sql`exists (select from published_locations p
      where p.locationurl = ${PUBLISHED}->>'locationurl' and p.id <> bulk_change_items.location_id)`,
    'URL_TAKEN',
  ],
  [
    sql`exists (select from jsonb_array_elements(coalesce(${PUBLISHED}->'details'->'images', '[]')) image
      where not exists (select from pictures where sha256 = image->>'sha256' and state = 'READY'))`,
    'PICTURE_DELETED',
  ],
];

/**
 * Finds reasons that prevent the former values of an imported row from being restored. The import knows the reasons to keep a new location.
 */
const IMPORT_LOSSES: readonly [RawBuilder<boolean>, Reason][] = [
  [isOptionDeleted(sql`coalesce(before->'option_ids', '[]')`), 'OPTION_DELETED'],
  [sql`exists (select from location_drafts d where d.location_id = bulk_change_items.location_id)`, 'OWNER_DRAFT'],
  [
    sql`exists (select from locations l where l.id <> bulk_change_items.location_id
      and l.locationidentifier = (before->'values'->>'locationidentifier')::integer)`,
    'LEGACY_ID_TAKEN',
  ],
  [
    sql`exists (select from locations l where l.id <> bulk_change_items.location_id
      and l.locationurl = before->'values'->>'locationurl')`,
    'URL_TAKEN',
  ],
  ...PUBLICATION_LOSSES,
];

function listLosses(action: StoredAction): readonly [RawBuilder<boolean>, Reason][] {
  const draft = sql`exists (select from location_drafts d where d.location_id = bulk_change_items.location_id`;
  switch (action.kind) {
    case 'set':
    case 'add':
    case 'remove':
      return [
        [isOptionDeleted(sql`before->'options'`), 'OPTION_DELETED'],
        [sql`${draft} and d.fields ? ${action.field})`, 'OWNER_DRAFT'],
      ];
    case 'feature':
      return [];
    case 'owner':
      return [
        [sql`${draft})`, 'OWNER_DRAFT'],
        [sql`exists (select from uploads u where u.location_id = bulk_change_items.location_id)`, 'OWNER_UPLOADS'],
      ];
    case 'publish':
    case 'unpublish':
      return PUBLICATION_LOSSES;
    case 'import':
      return IMPORT_LOSSES;
  }
}
