import { sql } from 'kysely';
import { lockForLongWork } from '../../../platform/db/locks.ts';
import type { Trx } from '../../../platform/db/transaction.ts';
import type { PublishEvent } from '../../../platform/events.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import { localAuthorityAt } from '../../geography/boundaries/queries.server.ts';
import { townNear } from '../../geography/gazetteer/queries.server.ts';
import { UrlRegistry } from '../page-urls/url-registry.ts';
import { getUrlOwners } from '../page-urls/queries.server.ts';
import type { LocationEvent } from '../events.ts';
import { addOptions } from '../options/commands.server.ts';
import { publishLocations } from '../publishing/commands.server.ts';
import { checkFile } from './check.ts';
import { OptionBook } from './options.ts';
import { type Plan, type PlannedLocation, planImport } from './plan.ts';
import { selectOptions } from '../options/queries.server.ts';
import { lockNamed } from './queries.server.ts';
import { COLUMN_NAMES, type ImportReport, type Mapping } from './schema.ts';
import { readSource } from './source.ts';
import { FACET_FIELDS, type FacetField } from '../schema.ts';

export interface Import {
  /** CSV or JSON. */
  readonly file: Uint8Array;
  /** For the audit trail. */
  readonly fileName: string;
  readonly mapping: Mapping;
  /** Without it nothing is changed: the report says what would be. */
  readonly apply: boolean;
  /** Whether options that no list has are added to them; else they are problems. */
  readonly createOptions: boolean;
  /** Whether what is flagged for the website is also published when it is offline or has changes that are not published. */
  readonly republish: boolean;
  /** Null when it comes from the command line. */
  readonly actorId: string | null;
  readonly at: Date;
}

/**
 * Adds the locations of a file, and updates those that the catalogue has, all of them or, if there is a single problem,
 * none. Those that are flagged for the website are published.
 */
export async function importLocations(
  trx: Trx,
  task: Import,
  publishEvent: PublishEvent<LocationEvent>,
): Promise<ImportReport> {
  await lockForLongWork(trx, 'import of locations');
  const file = checkFile(readSource(task.file), task.mapping);
  const options = new OptionBook(await selectOptions(trx), task.createOptions);
  const existing = await lockNamed(trx, file.rows);
  const addresses = new UrlRegistry(await getUrlOwners(trx));
  const plan = planImport(file, { existing, options, addresses, townNear, localAuthorityAt }, task);
  const problems = [...file.problems, ...plan.problems].toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
  const applied = task.apply && problems.length === 0;
  if (applied) await carryOut(trx, task, plan, options.added, publishEvent);
  const count = (change: PlannedLocation['change']) =>
    plan.locations.filter((location) => location.change === change).length;
  return {
    applied,
    rows: file.rows.length,
    added: count('added'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    published: plan.locations.filter(({ publish }) => publish).length,
    optionsAdded: options.added,
    problems,
    warnings: [...file.warnings, ...plan.warnings],
  };
}

async function carryOut(
  trx: Trx,
  { actorId, at, fileName }: Import,
  { locations }: Plan,
  newOptions: ImportReport['optionsAdded'],
  publishEvent: PublishEvent<LocationEvent>,
): Promise<void> {
  const changed = locations.filter(({ change }) => change !== 'unchanged');
  const ids = locations.filter(({ publish }) => publish).map(idOf);
  if (changed.length === 0 && ids.length === 0) return;
  for (let start = 0; start < changed.length; start += ROWS_PER_STATEMENT) {
    await writeColumns(trx, changed.slice(start, start + ROWS_PER_STATEMENT));
  }
  await addOptions(trx, newOptions);
  await writeOptions(trx, changed);
  await publishLocations(trx, { ids, at }, publishEvent);
  const details = { file: fileName, changed: changed.length, published: ids.length };
  await recordAudit(trx, { type: 'LOCATIONS_IMPORTED', actorId, at, details });
}

function idOf({ record }: PlannedLocation): string {
  return String(record.values.id);
}

/** Keeps one statement to some megabytes. */
const ROWS_PER_STATEMENT = 2_000;

async function writeColumns(trx: Trx, locations: readonly PlannedLocation[]): Promise<void> {
  const columns = sql.join(COLUMN_NAMES.map((column) => sql.ref(column)));
  const replaced = sql.join(
    COLUMN_NAMES.filter((column) => column !== 'id').map(
      (column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`,
    ),
  );
  await sql`
    insert into locations (${columns})
    select ${columns} from jsonb_populate_recordset(null::locations, ${JSON.stringify(locations.map(({ record }) => record.values))})
    on conflict (id) do update set ${replaced}, version = locations.version + 1,
      status = case locations.status when 'LIVE' then 'CHANGED' else locations.status end`.execute(trx);
}

async function writeOptions(trx: Trx, locations: readonly PlannedLocation[]): Promise<void> {
  const idOfOption = new Map((await selectOptions(trx)).map(({ id, field, name }) => [`${field}:${name}`, id]));
  const chosen = locations.flatMap((location) =>
    FACET_FIELDS.flatMap((field) =>
      location.record.options[field].map((name) => ({
        id: idOf(location),
        option: idOfOption.get(`${field}:${name}`),
        field,
      })),
    ),
  );
  await sql`delete from location_options where location_id = any(${locations.map(idOf)}::uuid[])`.execute(trx);
  await sql`
    insert into location_options (location_id, option_id, field)
    select * from unnest(${chosen.map(({ id }) => id)}::uuid[], ${chosen.map(({ option }) => option)}::integer[],
      ${chosen.map(({ field }): FacetField => field)}::text[])`.execute(trx);
}
