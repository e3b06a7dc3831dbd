import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/transaction.ts';
import type { CheckedRow } from './check-file.ts';
import type { ExistingLocation, Values } from './imported-location.ts';
import { COLUMN_NAMES, type Column } from './columns.ts';
import type { Value } from './schema.ts';
import { type FacetField, groupByField } from '../locations/catalogue/schema.ts';

interface Row extends Readonly<Record<Column, Value | Date>> {
  readonly id: string;
  readonly status: ExistingLocation['status'];
  readonly owned: boolean;
  readonly merged: boolean;
  readonly options: readonly (readonly [FacetField, string])[];
}

/** Lists the next working copies in the order of their ids. */
export function listRecordsAfter(db: Db, id: string, limit: number): Promise<ExistingLocation[]> {
  return readRecords(
    db,
    sql`select * from locations where id > ${id} and merged_into is null order by id limit ${limit}`,
  );
}

async function readRecords(db: Db, locations: RawBuilder<unknown>): Promise<ExistingLocation[]> {
  const { rows } = await sql<Row>`
    select ${sql.join(COLUMN_NAMES.map((column) => sql.ref(`l.${column}`)))}, l.status, l.owner_id is not null as owned, l.merged_into is not null as merged, (
      select coalesce(json_agg(json_build_array(o.field, o.name) order by o.position, o.id), '[]')
      from location_options chosen join options o on o.id = chosen.option_id where chosen.location_id = l.id) as options
    from (${locations}) l order by l.id`.execute(db);
  return rows.map(toRecord);
}

function toRecord({ options, status, owned, merged, ...columns }: Row): ExistingLocation {
  const values = Object.entries(columns).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ]);
  return {
    id: columns.id,
    status,
    owned,
    merged,
    values: Object.fromEntries(values) as Values,
    options: groupByField(options),
  };
}

/** SQL: the locations that match the rows of a file by id or legacy id. */
function isNamedBy(rows: readonly CheckedRow[]) {
  const ids = rows.map(({ values }) => values.id ?? null);
  const legacyIds = rows.map(({ values }) => values.locationidentifier ?? null);
  return sql`id = any(${ids}::uuid[]) or locationidentifier = any(${legacyIds}::integer[])`;
}

/** Returns the locations that match the rows of a file by id or legacy id. */
export function listMatches(db: Db, rows: readonly CheckedRow[]): Promise<ExistingLocation[]> {
  return readRecords(db, sql`select * from locations where ${isNamedBy(rows)}`);
}

/** Locks the locations that match the rows of a file by id or legacy id until the transaction ends, and returns them. */
export async function lockMatches(trx: Trx, rows: readonly CheckedRow[]): Promise<ExistingLocation[]> {
  const named = isNamedBy(rows);
  // Read after locking, to include what was saved while this waited for the lock.
  await sql`select from locations where ${named} order by id for update`.execute(trx);
  return readRecords(trx, sql`select * from locations where ${named}`);
}
