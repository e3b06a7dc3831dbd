import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/transaction.ts';
import { auditAll } from '../../locations/bulk-changes/apply.commands.server.ts';
import type { Refusals, RowImporter } from '../../locations/bulk-changes/batch.ts';
import { setItemState } from '../../locations/bulk-changes/prepared.commands.server.ts';
import {
  restorePublication,
  restoreStates,
  selectFormerStates,
} from '../../locations/bulk-changes/undo.commands.server.ts';
import { deleteLocations } from '../../locations/deleting/commands.server.ts';
import { type FacetField, groupByField } from '../../locations/catalogue/schema.ts';
import { upsertWorkingCopies } from '../../locations/working-copy/bulk.commands.server.ts';
import { recordRevisions } from '../../locations/working-copy/revisions.commands.server.ts';
import { COLUMN_NAMES } from '../columns.ts';

interface FormerRow {
  readonly id: string;
  /** Null for a location that the import has added. */
  readonly values: Readonly<Record<string, unknown>> | null;
  readonly options: readonly (readonly [FacetField, string])[];
  readonly publishes: boolean;
}

/**
 * Gives locked locations that nobody has changed since their import their former values, and deletes those that were new. A new location that
 * is used by now is kept: deleting it would take it from people who have been told nothing.
 */
export async function undoRows(...[trx, deps, batch, locations]: Parameters<RowImporter['undo']>): Promise<Refusals> {
  const { change, actorId, at } = batch;
  const kept: Refusals = new Map();
  const all = await readFormerRows(
    trx,
    change.id,
    locations.map(({ id }) => id),
  );
  const added = all.filter(({ values }) => values === null).map(({ id }) => id);
  const uses = await findUses(trx, added);
  for (const [id, detail] of uses) kept.set(id, { reason: 'IN_USE', detail });
  const rows = all.filter(({ id }) => !uses.has(id));
  const ids = rows.map(({ id }) => id);
  const changed = rows.filter(({ values }) => values !== null);
  const by = { origin: 'UNDO', authorId: actorId, at } as const;
  await deleteLocations(trx, { ids: added.filter((id) => !uses.has(id)), actorId, at }, deps.publishEvent);
  if (changed.length > 0) {
    const records = changed.map(({ values, options }) => ({
      values: values!,
      options: groupByField(options),
    }));
    await upsertWorkingCopies(trx, COLUMN_NAMES, records);
    const published = changed.filter(({ publishes }) => publishes).map(({ id }) => id);
    const others = changed.filter(({ publishes }) => !publishes).map(({ id }) => id);
    await restoreStates(trx, selectFormerStates(change.id, others));
    const revisions = await recordRevisions(
      trx,
      changed.map(({ id }) => id),
      { action: 'CHANGED', ...by },
    );
    await auditAll(trx, 'LOCATION_UPDATED', { actorId, at, bulkChange: change.id }, revisions);
    if (published.length > 0) await restorePublication(trx, deps, batch, published);
  }
  await setItemState(trx, change.id, ids, 'UNDONE');
  return kept;
}

/** The tables and columns that refer to a location in use, with a description. */
const USES = [
  ['images', 'location_id', 'images'],
  ['uploads', 'location_id', 'images that are being added'],
  ['contacts', 'location_id', 'contacts'],
  ['documents', 'location_id', 'documents'],
  ['board_locations', 'location_id', 'boards'],
  ['enquiries', 'location_id', 'enquiries'],
  ['enquiry_locations', 'location_id', 'enquiries'],
  ['owner_tasks', 'location_id', 'requests to its owner'],
  ['search_pin_locations', 'location_id', 'pinned results'],
  ['locations', 'merged_into', 'a merged location'],
] as const;

/** Describes by id how locked locations are used; unused ones are left out. */
async function findUses(trx: Trx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const words = USES.map(
    ([table, column, word]) =>
      sql`case when exists (select from ${sql.table(table)} used where used.${sql.ref(column)} = l.id) then ${word}::text end`,
  );
  const { rows } = await sql<{ id: string; words: (string | null)[] }>`
    select id, array[${sql.join(words)}] as words from locations l where id = any(${ids}::uuid[])`.execute(trx);
  return new Map(
    rows.flatMap((row): [string, string][] => {
      const found = new Set(row.words.filter((word) => word !== null));
      return found.size === 0 ? [] : [[row.id, `${[...found].join(', ')}.`]];
    }),
  );
}

async function readFormerRows(trx: Trx, changeId: string, ids: readonly string[]): Promise<FormerRow[]> {
  const { rows } = await sql<FormerRow>`
    select location_id as id, before->'values' as values, (before->>'publishes')::boolean as publishes, (
      select coalesce(json_agg(json_build_array(o.field, o.name) order by o.position, o.id), '[]')
      from jsonb_array_elements_text(before->'option_ids') option join options o on o.id = option::integer) as options
    from bulk_change_items where bulk_change_id = ${changeId} and location_id = any(${ids}::uuid[])`.execute(trx);
  return rows;
}
