import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/db/tables.ts';
import type { Trx } from '../../../platform/db/transaction.ts';
import { RECORD_FIELDS } from '../catalogue/fields/lookup.ts';
import { STORED_FACTS } from '../catalogue/production-facts/queries.server.ts';
import { isFacetField } from '../catalogue/schema.ts';

type RevisionAction = Database['location_revisions']['action'];
type RevisionOrigin = Database['location_revisions']['origin'];

/** The event of a location, with its actor and origin. */
export interface RevisionContext {
  readonly action: RevisionAction;
  readonly origin: RevisionOrigin;
  /** Null for the command line. */
  readonly authorId: string | null;
  readonly at: Date;
  /** The number of the revision that was restored; of several locations, by id. */
  readonly restoredNumber?: number | Readonly<Record<string, number | null>>;
  /** The other location of a merge. */
  readonly mergedId?: string;
}

/** Milliseconds for which changes of one person in the wizard are one revision, from the first. The database enforces the same. */
const WIZARD_PERIOD_MS = 10 * 60_000;
/** Keeps one statement within the statement timeout. */
const LOCATIONS_PER_STATEMENT = 2_000;

const COLUMNS = RECORD_FIELDS.filter((field) => !isFacetField(field));

/**
 * The content of working copies as revisions store it: columns by name, ids of options, production facts by name, and images in order with
 * their texts.
 */
export function selectContents(ids: readonly string[]): RawBuilder<unknown> {
  return sql`
    select l.id, l.status, l.owner_id,
      (select to_jsonb(f) from (select ${sql.join(COLUMNS.map((name) => sql.ref(`l.${name}`)))}) f) as fields,
      array(select option_id from location_options where location_id = l.id order by option_id) as option_ids,
      coalesce(${STORED_FACTS}, '{}') as facts,
      (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'sha256', i.sha256, 'primary', i.is_primary,
        'alt', i.alt, 'caption', i.caption, 'credit', i.credit, 'licence', i.licence,
        'focal', jsonb_build_object('x', i.focal_x, 'y', i.focal_y)) order by i.position, i.id), '[]')
       from images i where i.location_id = l.id) as images
    from locations l where l.id = any(${ids}::uuid[])`;
}

/** The contents, each with the last revision and whether its content is the same. */
function selectComparedContents(ids: readonly string[]): RawBuilder<unknown> {
  return sql`
    select now.*, coalesce(last.number, 0) as number, last.content_number, last.action, last.origin, last.author_id, last.started_at,
      coalesce((content.fields, content.option_ids, content.images, coalesce(content.facts, '{}'))
        = (now.fields, now.option_ids, now.images, now.facts), false) as same
    from (${selectContents(ids)}) now
    left join lateral (
      select * from location_revisions where location_id = now.id order by number desc limit 1) last on true
    left join location_revisions content on content.location_id = now.id and content.number = last.content_number`;
}

/**
 * Writes a revision of each of these locked locations, once their rows are written. A change that changes nothing is no revision. Content
 * that is the same as before is not stored again. Changes of one person in the wizard within ten minutes are one revision, unless
 * something else has happened to the location in between.
 * @returns the number of the revision of each location that has one
 */
export async function recordRevisions(
  trx: Trx,
  ids: readonly string[],
  context: RevisionContext,
): Promise<ReadonlyMap<string, number>> {
  const rows: RevisionRow[] = [];
  for (let start = 0; start < ids.length; start += LOCATIONS_PER_STATEMENT)
    rows.push(...(await insertRevisions(trx, ids.slice(start, start + LOCATIONS_PER_STATEMENT), context)));
  return new Map(rows.map(({ location_id, number }) => [location_id, number]));
}

/** Like {@link recordRevisions}, for one location. @returns the number of its revision; undefined when nothing has changed */
export async function recordRevision(trx: Trx, id: string, context: RevisionContext): Promise<number | undefined> {
  const [row] = (await extendRevision(trx, id, context)) ?? (await insertRevisions(trx, [id], context));
  return row?.number;
}

interface RevisionRow {
  readonly location_id: string;
  readonly number: number;
}

async function insertRevisions(
  trx: Trx,
  ids: readonly string[],
  { action, origin, authorId, at, restoredNumber = {}, mergedId }: RevisionContext,
): Promise<RevisionRow[]> {
  const restored =
    typeof restoredNumber === 'number' ? Object.fromEntries(ids.map((id) => [id, restoredNumber])) : restoredNumber;
  const { rows } = await sql<RevisionRow>`
    insert into location_revisions (location_id, number, action, origin, author_id, started_at, recorded_at, status, owner_id,
      restored_number, merged_id, content_number, fields, option_ids, images, facts)
    select id, number + 1, ${action}, ${origin}, ${authorId}, ${at}, ${at}, status, owner_id,
      (${JSON.stringify(restored)}::jsonb->>id::text)::integer, ${mergedId ?? null}::uuid,
      case when same then content_number else number + 1 end, case when not same then fields end,
      case when not same then option_ids end, case when not same then images end, case when not same then facts end
    from (${selectComparedContents(ids)}) compared
    where not same or ${action} not in ('CHANGED', 'IMPORTED')
    returning location_id, number`.execute(trx);
  return rows;
}

/** Adds a change in the wizard to the last revision. @returns undefined when it must be a new revision */
async function extendRevision(
  trx: Trx,
  id: string,
  { action, origin, authorId, at }: RevisionContext,
): Promise<RevisionRow[] | undefined> {
  if (action !== 'CHANGED' || origin !== 'WIZARD') return undefined;
  const { rows } = await sql<RevisionRow>`
    update location_revisions r
    set recorded_at = ${at}, status = now.status, content_number = r.number,
      fields = now.fields, option_ids = now.option_ids, images = now.images, facts = now.facts
    from (${selectComparedContents([id])}) now
    where r.location_id = now.id and r.number = now.number and not now.same
      and (r.action, r.origin, r.author_id) = (${action}, ${origin}, ${authorId}::uuid)
      and r.started_at <= ${at} and r.started_at > ${new Date(at.getTime() - WIZARD_PERIOD_MS)}
    returning r.location_id, r.number`.execute(trx);
  return rows.length > 0 ? rows : undefined;
}

/** Erases the details of a previous owner from the revisions before the change of the owner that removed them from the working copy. */
export async function eraseOwnerDetails(trx: Trx, { id, before }: { id: string; before: number }): Promise<void> {
  await sql`
    update location_revisions
    set fields = fields - '{ownername, telephone1, telephone2, email}'::text[]
    where location_id = ${id} and fields is not null and number < (
      select content_number from location_revisions where location_id = ${id} and number = ${before})`.execute(trx);
}
