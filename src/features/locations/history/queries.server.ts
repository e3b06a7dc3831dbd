import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../platform/db/transaction.ts';
import { TABLE_PAGE_SIZE } from '../../../platform/http/paging.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { toPerson } from '../../entry-subjects/queries.server.ts';
import { RECORD_FIELDS, type RecordField, type RecordFields } from '../catalogue/fields/lookup.ts';
import { fromColumns } from '../catalogue/fields/values.ts';
import { type StoredFacts, describeFacts } from '../catalogue/production-facts/values.server.ts';
import { type FacetField, groupByField, isFacetField } from '../catalogue/schema.ts';
import { VERSION_NOT_FOUND } from '../../../platform/text/history-messages.ts';
import { throwLocationNotFound } from '../working-copy/access.queries.server.ts';
import { listChangedFields } from './changed-parts.ts';
import type { ListedRevision, RevisionContent, RevisionImage, revisionPage } from './schema.ts';

/** An image as a revision stores it. */
interface StoredImage {
  readonly id: string;
  readonly sha256: string;
  readonly primary: boolean;
  readonly alt: string | null;
  readonly caption: string | null;
  readonly credit: string | null;
  readonly licence: string | null;
  readonly focal: { readonly x: number; readonly y: number };
}

interface PersonRow {
  readonly id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly enabled_at: string | null;
}

/** A revision with its content. */
interface RevisionRow extends Pick<
  ListedRevision,
  'number' | 'action' | 'origin' | 'status' | 'restored_number' | 'merged_id'
> {
  readonly started_at: Date;
  readonly recorded_at: Date;
  readonly author: PersonRow | null;
  readonly owner: PersonRow | null;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly option_ids: readonly number[];
  readonly images: readonly StoredImage[];
  /** Null in a content that is older than the facts. */
  readonly facts: StoredFacts | null;
}

function selectRevisions(id: string, condition: RawBuilder<boolean>): RawBuilder<RevisionRow> {
  const person = (name: string) => sql`(
    select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'enabled_at', u.enabled_at)
    from users u where u.id = ${sql.ref(name)})`;
  return sql`
    select r.number, r.action, r.origin, r.started_at, r.recorded_at, r.status, r.restored_number, r.merged_id,
      ${person('r.author_id')} as author, ${person('r.owner_id')} as owner, content.fields, content.option_ids, content.images, content.facts
    from location_revisions r
    join location_revisions content on content.location_id = r.location_id and content.number = r.content_number
    where r.location_id = ${id} and ${condition} order by r.number desc`;
}

/** Lists a page of the versions of a location, latest first. @throws {ApiError} NOT_FOUND */
export async function listRevisions(
  db: Db,
  { id, page }: { id: string; page: number },
): Promise<z.input<typeof revisionPage>> {
  const location = await db
    .selectFrom('locations')
    .leftJoin('location_revisions', 'location_revisions.location_id', 'locations.id')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('locations.id', '=', id)
    .groupBy('locations.id')
    .executeTakeFirst();
  const total = (location ?? throwLocationNotFound()).last ?? 0;
  const latest = total - (page - 1) * TABLE_PAGE_SIZE;
  // The numbers have no gaps. One more than the page, to compare the earliest with.
  const { rows } = await selectRevisions(id, sql`r.number between ${latest - TABLE_PAGE_SIZE} and ${latest}`).execute(
    db,
  );
  const options = await getOptions(db, rows);
  const data = rows.slice(0, TABLE_PAGE_SIZE).map((row, index) => {
    const before = rows[index + 1];
    return {
      ...toRevision(row),
      fields: before ? listChangedFields(toFields(before, options), toFields(row, options)) : [],
      images: before !== undefined && JSON.stringify(before.images) !== JSON.stringify(row.images),
      production_facts: before !== undefined && JSON.stringify(before.facts ?? {}) !== JSON.stringify(row.facts ?? {}),
    };
  });
  return { data, total, current_page: page, per_page: TABLE_PAGE_SIZE, online: await getOnlineNumber(db, id) };
}

/** SQL: the number of the revision with the content that the public sees of location `l`; null if none is online, or it is older. */
export const ONLINE_NUMBER = sql<number | null>`(
  select case r.action when 'REPUBLISHED' then r.restored_number else r.number end from location_revisions r
  where r.location_id = l.id and (r.action in ('PUBLISHED', 'UNPUBLISHED', 'REPUBLISHED') or (r.action = 'RECORDED' and r.status = 'LIVE'))
    and exists (select from published_locations where id = l.id)
  order by r.number desc limit 1)`;

async function getOnlineNumber(db: Db, id: string): Promise<number | null> {
  const { rows } = await sql<{ number: number | null }>`
    select ${ONLINE_NUMBER} as number from locations l where l.id = ${id}`.execute(db);
  return rows[0]?.number ?? null;
}

/** Returns a version with its content. @throws {ApiError} NOT_FOUND */
export async function getRevision(db: Db, { id, number }: { id: string; number: number }): Promise<RevisionContent> {
  const { row, fields, deleted_options } = await getStoredRevision(db, { id, number });
  const production_facts = row.facts && describeFacts(row.facts);
  return { ...toRevision(row), fields, images: await toImages(db, id, row.images), production_facts, deleted_options };
}

/** Returns a version as it is stored, with its fields. @throws {ApiError} NOT_FOUND */
export async function getStoredRevision(db: Db, { id, number }: { id: string; number: number }) {
  const { rows } = await selectRevisions(id, sql`r.number = ${number}`).execute(db);
  const [row] = rows;
  if (!row) throw new ApiError('NOT_FOUND', VERSION_NOT_FOUND);
  const options = await getOptions(db, rows);
  const deleted = row.option_ids.flatMap((option) => options.get(option) ?? []).filter(({ isDeleted }) => isDeleted);
  const deleted_options = deleted.map(({ field, name }) => ({ field, name }));
  return { row, fields: toFields(row, options), deleted_options };
}

interface RevisionOption {
  readonly id: number;
  readonly field: FacetField;
  readonly name: string;
  readonly isDeleted: boolean;
}

/** The options that revisions have, deleted ones included, by id in the order of their lists. */
async function getOptions(db: Db, rows: readonly RevisionRow[]): Promise<ReadonlyMap<number, RevisionOption>> {
  const ids = [...new Set(rows.flatMap(({ option_ids }) => option_ids))];
  const { rows: options } = await sql<RevisionOption>`
    select id, field, name, "isDeleted" from (
      select id, field, name, position, false as "isDeleted" from options where id = any(${ids}::integer[])
      union all
      select id, field, name, null, true from deleted_options where id = any(${ids}::integer[])) o
    order by field, position nulls last, id`.execute(db);
  return new Map(options.map((option) => [option.id, option]));
}

/** The values of the fields that a revision knows. */
function toFields(
  { fields, option_ids }: Pick<RevisionRow, 'fields' | 'option_ids'>,
  options: ReadonlyMap<number, RevisionOption>,
): Partial<RecordFields> {
  const has = new Set(option_ids);
  const chosen = [...options.values()].filter(({ id }) => has.has(id));
  const values = fromColumns(RECORD_FIELDS, fields, groupByField(chosen.map(({ field, name }) => [field, name])));
  const isKnown = (field: RecordField) => isFacetField(field) || field in fields;
  return Object.fromEntries(RECORD_FIELDS.filter(isKnown).map((field) => [field, values[field]]));
}

function toRevision(row: RevisionRow) {
  const { number, action, origin, status, restored_number, merged_id, author, owner } = row;
  return {
    number,
    action,
    origin,
    status,
    restored_number,
    merged_id,
    started_at: row.started_at.toISOString(),
    recorded_at: row.recorded_at.toISOString(),
    author: toRevisionPerson(author),
    owner: toRevisionPerson(owner),
  };
}

function toRevisionPerson(row: PersonRow | null) {
  return row && toPerson({ ...row, enabled_at: row.enabled_at === null ? null : new Date(row.enabled_at) });
}

/** Adds what is known of the pictures, and what has become of the images. A merge keeps a picture of both locations once. */
async function toImages(db: Db, locationId: string, images: readonly StoredImage[]): Promise<RevisionImage[]> {
  const { rows } = await sql<{
    id: string;
    isDeleted: boolean;
    isMoved: boolean;
    isShown: boolean;
    width: number;
    height: number;
    placeholder: string | null;
  }>`
    select stored.id, i.id is null and not moved as "isDeleted", i.id is null and moved as "isMoved", coalesce(p.state = 'READY', false) as "isShown",
      coalesce(p.width, 3) as width, coalesce(p.height, 2) as height, p.placeholder
    from unnest(${images.map(({ id }) => id)}::uuid[], ${images.map(({ sha256 }) => sha256)}::text[]) as stored (id, sha256)
    left join images i on i.id = stored.id and i.location_id = ${locationId}
    cross join lateral (select exists (
      select from locations l join images kept on kept.location_id = l.merged_into
      where l.id = ${locationId} and (kept.id = stored.id or kept.sha256 = stored.sha256)) as moved) merge
    left join pictures p on p.sha256 = stored.sha256`.execute(db);
  const known = new Map(rows.map((row) => [row.id, row]));
  return images.map((image) => ({ ...image, alt: image.alt ?? '', ...known.get(image.id)! }));
}
