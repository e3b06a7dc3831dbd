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
import { type FacetField, groupByField } from '../../locations/schema.ts';
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

/** Gives locked locations that nobody has changed since their import their former values, and deletes those that were new. */
export async function undoRows(...[trx, deps, batch, locations]: Parameters<RowImporter['undo']>): Promise<Refusals> {
  const { change, actorId, at } = batch;
  const kept: Refusals = new Map();
  const all = await readFormerRows(
    trx,
    change.id,
    locations.map(({ id }) => id),
  );
  const documented = await findDocumented(trx, all);
  for (const id of documented) kept.set(id, { reason: 'IN_USE' });
  const rows = all.filter(({ id }) => !documented.has(id));
  const ids = rows.map(({ id }) => id);
  const changed = rows.filter(({ values }) => values !== null);
  const added = rows.filter(({ values }) => values === null).map(({ id }) => id);
  const by = { origin: 'UNDO', authorId: actorId, at } as const;
  await deleteLocations(trx, { ids: added, actorId, at }, deps.publishEvent);
  if (changed.length > 0) {
    const records = changed.map(({ values, options }) => ({
      values: { ...values, lastmodificationdate: at },
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

/** The new locations that have documents, which would be deleted with them. */
async function findDocumented(trx: Trx, rows: readonly FormerRow[]): Promise<ReadonlySet<string>> {
  const added = rows.filter(({ values }) => values === null).map(({ id }) => id);
  const { rows: found } = await sql<{ id: string }>`
    select distinct location_id as id from documents where location_id = any(${added}::uuid[])`.execute(trx);
  return new Set(found.map(({ id }) => id));
}

async function readFormerRows(trx: Trx, changeId: string, ids: readonly string[]): Promise<FormerRow[]> {
  const { rows } = await sql<FormerRow>`
    select location_id as id, before->'values' as values, (before->>'publishes')::boolean as publishes, (
      select coalesce(json_agg(json_build_array(o.field, o.name) order by o.position, o.id), '[]')
      from jsonb_array_elements_text(before->'option_ids') option join options o on o.id = option::integer) as options
    from bulk_change_items where bulk_change_id = ${changeId} and location_id = any(${ids}::uuid[])`.execute(trx);
  return rows;
}
