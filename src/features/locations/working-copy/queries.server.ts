import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import { LOCATION_FIELDS, type LocationFields, TEAM_FIELDS, type TeamFields } from '../catalogue/fields/lookup.ts';
import { fromColumns } from '../catalogue/fields/values.ts';
import { type FacetField, groupByField, isFacetField } from '../catalogue/schema.ts';
import type { LocationAccessFields } from './policy.ts';
import type { LocationDraft, TypedFields } from './schema.ts';

/** A working copy with the fields that an owner fills in; contacts are counted, images left out. */
export interface WorkingCopy extends LocationAccessFields {
  readonly id: string;
  readonly version: number;
  readonly fields: LocationFields;
  /** Its owner's. */
  readonly draft: LocationDraft | null;
  readonly contacts: number;
  readonly publishedurl: string | null;
  readonly merged_into: string | null;
  readonly submitted_at: Date | null;
  readonly creationdate: Date;
  readonly lastmodificationdate: Date;
}

const COLUMNS = LOCATION_FIELDS.filter((field) => !isFacetField(field));
type Row = Awaited<ReturnType<typeof selectRows>>[number];

function selectRows(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('locations as l')
    .leftJoin('published_locations as p', 'p.id', 'l.id')
    .leftJoin('location_list as listed', 'listed.id', 'l.id')
    .leftJoin('location_drafts as d', (on) =>
      on.onRef('d.location_id', '=', 'l.id').onRef('d.owner_id', '=', 'l.owner_id'),
    )
    .select(['l.id', 'l.version', 'l.owner_id', 'l.status', 'l.location_status', 'l.submitted_at'])
    .select(['l.creationdate', 'l.lastmodificationdate', 'p.locationurl as publishedurl', 'l.merged_into'])
    .select('listed.office_id')
    .select(COLUMNS.map((field) => `l.${field}` as const))
    .select([
      'd.version as draftVersion',
      'd.fields as draftFields',
      'd.base_values as draftBaseValues',
      'd.updated_at as draftAt',
    ])
    .select([
      sql<number>`(select count(*) from contacts c where c.location_id = l.id)`.as('contacts'),
      sql<[FacetField, string][]>`(
        select coalesce(jsonb_agg(jsonb_build_array(o.field, o.name) order by o.position, o.id), '[]')
        from location_options lo join options o on o.id = lo.option_id where lo.location_id = l.id)`.as('options'),
    ])
    .where(sql<boolean>`l.id = any(${ids}::uuid[])`)
    .execute();
}

/** Working copies by id, for those that exist. One statement, so that fields, draft and their versions belong together. */
export async function getWorkingCopies(db: Db, ids: readonly string[]): Promise<Map<string, WorkingCopy>> {
  return new Map((await selectRows(db, ids)).map((row) => [row.id, toWorkingCopy(row)]));
}

function toWorkingCopy(row: Row): WorkingCopy {
  const { id, version, owner_id, office_id, status, location_status, contacts, publishedurl, merged_into } = row;
  const { submitted_at, creationdate, lastmodificationdate } = row;
  return {
    id,
    version,
    owner_id,
    office_id,
    status,
    location_status,
    contacts,
    publishedurl,
    merged_into,
    submitted_at,
    creationdate,
    lastmodificationdate,
    fields: fromColumns(LOCATION_FIELDS, row, groupByField(row.options)),
    draft:
      row.draftVersion === null
        ? null
        : toDraft({
            version: row.draftVersion,
            fields: row.draftFields!,
            base_values: row.draftBaseValues!,
            updated_at: row.draftAt!,
          }),
  };
}

/** A working copy as responses carry it, without the draft and the ids of owner and film office. */
export function serializeWorkingCopy(copy: WorkingCopy) {
  const { fields, draft: _, owner_id: __, office_id: ___, merged_into: ____, ...others } = copy;
  return {
    ...others,
    ...fields,
    submitted_at: copy.submitted_at?.toISOString() ?? null,
    creationdate: copy.creationdate.toISOString(),
    lastmodificationdate: copy.lastmodificationdate.toISOString(),
  };
}

/** The input of an owner for a location that is not created yet. */
export async function getNewDraft(db: Db, ownerId: string): Promise<LocationDraft | null> {
  const row = await db
    .selectFrom('location_drafts')
    .select(['version', 'fields', 'base_values', 'updated_at'])
    .where('owner_id', '=', ownerId)
    .where('location_id', 'is', null)
    .executeTakeFirst();
  return row ? toDraft(row) : null;
}

function toDraft(row: { version: number; fields: object; base_values: object; updated_at: Date }): LocationDraft {
  const { version, fields, base_values, updated_at } = row;
  return {
    version,
    fields: fields as TypedFields,
    base_values: base_values as TypedFields,
    updated_at: updated_at.toISOString(),
  };
}

/** The fields of an existing location that only the Locations Team fills in. */
export async function getTeamFields(db: Db, id: string): Promise<TeamFields> {
  const row = await db.selectFrom('locations').select(TEAM_FIELDS).where('id', '=', id).executeTakeFirstOrThrow();
  return fromColumns(TEAM_FIELDS, row);
}
