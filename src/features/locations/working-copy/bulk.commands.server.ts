import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/transaction.ts';
import { FACET_FIELDS, type FacetField } from '../schema.ts';

/** The columns of a location, which include its id, and the names of its options. */
interface LocationRow {
  readonly values: Readonly<Record<string, unknown>>;
  readonly options: Readonly<Record<FacetField, readonly string[]>>;
}

/** Keeps one statement to some megabytes. */
const ROWS_PER_STATEMENT = 2_000;

/**
 * Adds these locations, or replaces the given columns and the options of those that exist, as an import does: the values are checked,
 * and existing locations are locked. What is live counts as changed.
 */
export async function upsertWorkingCopies(
  trx: Trx,
  columns: readonly string[],
  locations: readonly LocationRow[],
): Promise<void> {
  for (let start = 0; start < locations.length; start += ROWS_PER_STATEMENT) {
    await upsertColumns(trx, columns, locations.slice(start, start + ROWS_PER_STATEMENT));
  }
  await replaceAllOptions(trx, locations);
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
