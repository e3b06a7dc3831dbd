import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/transaction.ts';
import { FACET_FIELDS, type FacetField } from '../catalogue/schema.ts';
import { type LocationState, getStateAfterChange } from './policy.ts';
import { listUnchangedSincePublished } from '../catalogue/published/published-version.queries.server.ts';
import { type RevisionContext, recordRevisions } from './revisions.commands.server.ts';

/** The columns of a location, which include its id, and the names of its options. */
interface LocationRow {
  readonly values: Readonly<Record<string, unknown>>;
  readonly options: Readonly<Record<FacetField, readonly string[]>>;
}

/** Limits a statement to some megabytes, and the first to rows that take no minutes if statistics are wrong. */
const ROWS_PER_STATEMENT = 500;

/**
 * Adds these locations, or replaces the given columns and the options of those that exist, as an import does: the values are checked, and
 * existing locations are locked. Live locations become changed.
 */
export async function upsertWorkingCopies(
  trx: Trx,
  columns: readonly string[],
  locations: readonly LocationRow[],
): Promise<void> {
  for (let start = 0; start < locations.length; start += ROWS_PER_STATEMENT) {
    const rows = locations.slice(start, start + ROWS_PER_STATEMENT);
    await upsertColumns(trx, columns, rows);
    await replaceAllOptions(trx, rows);
    // The planner estimates the rows of a table that grows from its pages, unless it was analyzed when its pages had no rows.
    if (start === 0 && rows.length < locations.length) await sql`select analyze_locations()`.execute(trx);
  }
}

async function upsertColumns(trx: Trx, names: readonly string[], locations: readonly LocationRow[]): Promise<void> {
  const columns = sql.join(names.map((name) => sql.ref(name)));
  const replaced = sql.join(
    names.filter((name) => name !== 'id').map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`),
  );
  await sql`
    insert into locations (${columns})
    select ${columns} from jsonb_populate_recordset(null::locations, ${JSON.stringify(locations.map(({ values }) => values))})
    on conflict (id) do update set ${replaced}, version = locations.version + 1,
      status = case locations.status when 'LIVE' then 'CHANGED' else locations.status end`.execute(trx);
}

async function replaceAllOptions(trx: Trx, locations: readonly LocationRow[]): Promise<void> {
  const ids = locations.map(({ values }) => String(values['id']));
  const chosen = locations.flatMap(({ values, options }) =>
    FACET_FIELDS.flatMap((field) => options[field].map((name) => ({ id: String(values['id']), field, name }))),
  );
  await sql`delete from location_options where location_id = any(${ids}::uuid[])`.execute(trx);
  // An option that is deleted meanwhile has no id, which the table rejects.
  await sql`
    insert into location_options (location_id, option_id, field)
    select chosen.id, o.id, chosen.field
    from unnest(${chosen.map(({ id }) => id)}::uuid[], ${chosen.map(({ field }) => field)}::text[],
      ${chosen.map(({ name }) => name)}::text[]) as chosen (id, field, name)
    left join options o on o.field = chosen.field and o.name = chosen.name`.execute(trx);
}

/** How the options of a field change: `add` and `remove` are for fields with several. */
type OptionChange = 'set' | 'add' | 'remove';

/** Changes the options of one field of locked locations in the same way. */
export async function changeOptions(
  trx: Trx,
  ids: readonly string[],
  change: { readonly kind: OptionChange; readonly field: FacetField; readonly optionIds: readonly number[] },
): Promise<void> {
  const { kind, field, optionIds } = change;
  if (kind !== 'add')
    await sql`
      delete from location_options where location_id = any(${ids}::uuid[]) and field = ${field}
        and option_id ${sql.raw(kind === 'set' ? '<> all' : '= any')}(${optionIds}::integer[])`.execute(trx);
  if (kind !== 'remove')
    await sql`
      insert into location_options (location_id, option_id, field)
      select id, option_id, ${field} from unnest(${ids}::uuid[]) id, unnest(${optionIds}::integer[]) option_id
      on conflict do nothing`.execute(trx);
}

/** Sets the options of a field for each of these locked locations. */
export async function restoreOptions(
  trx: Trx,
  field: FacetField,
  options: Readonly<Record<string, readonly number[]>>,
): Promise<void> {
  const ids = Object.keys(options);
  await sql`delete from location_options where location_id = any(${ids}::uuid[]) and field = ${field}`.execute(trx);
  const pairs = ids.flatMap((id) => options[id]!.map((option) => ({ id, option })));
  if (pairs.length === 0) return;
  await sql`
    insert into location_options (location_id, option_id, field)
    select id, option, ${field} from jsonb_to_recordset(${JSON.stringify(pairs)}) as former (id uuid, option integer)`.execute(
    trx,
  );
}

/** Sets whether locked locations are featured. */
export async function setFeatured(trx: Trx, ids: readonly string[], featured: boolean): Promise<void> {
  await trx
    .updateTable('locations')
    .set({ featured })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
}

/**
 * Updates version and state of locked locations after a change of their fields by the Locations Team, and records the revisions, as
 * `recordChange` does for one location.
 * @returns the numbers of the revisions, by id
 */
export async function recordChanges(
  trx: Trx,
  locations: readonly (LocationState & { readonly id: string })[],
  context: Pick<RevisionContext, 'origin' | 'authorId' | 'at'>,
): Promise<ReadonlyMap<string, number>> {
  const ids = locations.map(({ id }) => id);
  const published = locations.filter(({ status }) => status !== 'NEW').map(({ id }) => id);
  const unchanged = await listUnchangedSincePublished(trx, published);
  const after = locations.map(({ id, ...state }) => ({
    id,
    status: getStateAfterChange('team', state, unchanged.has(id)).status,
  }));
  await sql`
    update locations l set version = version + 1, status = after.status, lastmodificationdate = ${context.at}
    from jsonb_to_recordset(${JSON.stringify(after)}) as after (id uuid, status text)
    where l.id = after.id`.execute(trx);
  return recordRevisions(trx, ids, { action: 'CHANGED', ...context });
}
