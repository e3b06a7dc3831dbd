import { type Kysely, sql } from 'kysely';
import { type Cell, fetchInBatches } from '../../../platform/csv.ts';
import type { Database } from '../../../platform/db/tables.ts';
import type { PageParams, Paged } from '../../../platform/http/paging.ts';
import type { Actor } from '../../../platform/http/route-handlers.ts';
import type { LocationFacts, LocationRelation } from '../working-copy/policy.ts';
import { toAccessibleLocation, throwNoLocation } from '../working-copy/access.queries.server.ts';
import { listContacts } from '../contacts/queries.server.ts';
import { documentsOf } from '../documents/queries.server.ts';
import { imagesOf } from '../images/queries.server.ts';
import type { PictureOfLocation } from '../images/schema.ts';
import { getImagesProblem } from '../images/policy.ts';
import { teamFields } from '../working-copy/queries.server.ts';
import type { FullLocation } from './contract.ts';
import { EVERY_STEP } from './check-steps.ts';
import {
  type LocationDraft,
  type TypedFields,
  CONTENT_STATUS_LABELS,
  LOCATION_STATUS_LABELS,
} from '../working-copy/schema.ts';
import { CONTACTS_STEP, IMAGES_STEP, type OwnLocationCard, getStepProblems } from './schema.ts';
import { LOCATION_FIELDS, type LocationFields } from '../fields/lookup.ts';
import { fromColumns } from '../fields/values.ts';
import { type FacetField, isFacetField, getLocationPath, groupByField } from '../schema.ts';

type Db = Kysely<Database>;

/** A location as it stands, without contacts and images. */
export interface WorkingCopy extends LocationFacts {
  readonly id: string;
  readonly version: number;
  readonly fields: LocationFields;
  /** Its owner's. */
  readonly draft: LocationDraft | null;
  readonly contacts: number;
  readonly publishedurl: string | null;
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
    .leftJoin('location_drafts as d', (on) =>
      on.onRef('d.location_id', '=', 'l.id').onRef('d.owner_id', '=', 'l.owner_id'),
    )
    .select(['l.id', 'l.version', 'l.owner_id', 'l.status', 'l.location_status', 'l.submitted_at'])
    .select(['l.creationdate', 'l.lastmodificationdate', 'p.locationurl as publishedurl'])
    .select(COLUMNS.map((field) => `l.${field}` as const))
    .select(['d.version as draftVersion', 'd.fields as draftFields', 'd.was as draftWas', 'd.updated_at as draftAt'])
    .select([
      sql<number>`(select count(*) from contacts c where c.location_id = l.id)`.as('contacts'),
      sql<[FacetField, string][]>`(
        select coalesce(jsonb_agg(jsonb_build_array(o.field, o.name) order by o.position, o.id), '[]')
        from location_options lo join options o on o.id = lo.option_id where lo.location_id = l.id)`.as('options'),
    ])
    .where(sql<boolean>`l.id = any(${ids}::uuid[])`)
    .execute();
}

/** Working copies in one look each, so that fields, draft and their versions belong together; by id, for those that there are. */
export async function getWorkingCopies(db: Db, ids: readonly string[]): Promise<Map<string, WorkingCopy>> {
  return new Map((await selectRows(db, ids)).map((row) => [row.id, toWorkingCopy(row)]));
}

function toWorkingCopy(row: Row): WorkingCopy {
  const { id, version, owner_id, status, location_status, contacts, publishedurl } = row;
  const { submitted_at, creationdate, lastmodificationdate } = row;
  return {
    ...{ id, version, owner_id, status, location_status, contacts, publishedurl },
    ...{ submitted_at, creationdate, lastmodificationdate },
    fields: fromColumns(LOCATION_FIELDS, row, groupByField(row.options)),
    draft:
      row.draftVersion === null
        ? null
        : toDraft({
            version: row.draftVersion,
            fields: row.draftFields!,
            was: row.draftWas!,
            updated_at: row.draftAt!,
          }),
  };
}

/** What is sent of a working copy to whoever sees it: neither what is typed nor whose it is. */
export function toSubmittedFields(whole: WorkingCopy) {
  const { fields, draft: _, owner_id: __, ...copy } = whole;
  return {
    ...copy,
    ...fields,
    submitted_at: copy.submitted_at?.toISOString() ?? null,
    creationdate: copy.creationdate.toISOString(),
    lastmodificationdate: copy.lastmodificationdate.toISOString(),
  };
}

function toDraft(row: { version: number; fields: object; was: object; updated_at: Date }): LocationDraft {
  const { version, fields, was, updated_at } = row;
  return { version, fields: fields as TypedFields, was: was as TypedFields, updated_at: updated_at.toISOString() };
}

/**
 * A location in full. What the owner has typed and not saved, and where photographs were taken, is for them alone; what the Locations
 * Team fills in, and its documents, for the team.
 * @throws {ApiError} NOT_FOUND when there is none that the caller sees
 */
export async function getFullLocation(db: Db, caller: Actor, id: string): Promise<FullLocation> {
  const found = (await getWorkingCopies(db, [id])).get(id) ?? throwNoLocation();
  const { relation } = toAccessibleLocation(caller, found);
  const contacts = await listContacts(db, id);
  const images = (await imagesOf(db, [id], relation)).get(id) ?? [];
  const primary = contacts.find((contact) => contact.primary);
  const { publishedurl } = found;
  return {
    ...toSubmittedFields(found),
    url: publishedurl === null ? null : getLocationPath({ locationurl: publishedurl }),
    dynamicsid: id,
    contacts,
    contactid: primary?.id ?? null,
    contactfullname: primary ? `${primary.firstname} ${primary.lastname}` : null,
    images,
    primaryimageurl: images.find((image) => image.primary)?.url ?? null,
    ...(relation === 'team'
      ? {
          draft: null,
          ...(await teamFields(db, id)),
          documents: await documentsOf(db, id),
          hasimages: images.length > 0,
        }
      : { draft: found.draft, documents: null }),
  };
}

/** The locations that somebody holds, latest change first, as they or the Locations Team may see them. */
export async function listOwnLocationCards(
  db: Db,
  ownerId: string,
  { page, size }: PageParams,
  relation: LocationRelation = 'owner',
): Promise<Paged<OwnLocationCard>> {
  const { total } = await countOwned(db, ownerId)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await selectOwned(db, ownerId)
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const ids = rows.map(({ id }) => id);
  const copies = await getWorkingCopies(db, ids);
  const images = await imagesOf(db, ids, relation);
  const data = ids.flatMap((id) => {
    const copy = copies.get(id);
    return copy ? [toCard(copy, images.get(id) ?? [])] : [];
  });
  return { data, total, current_page: page, per_page: size };
}

function countOwned(db: Db, ownerId: string) {
  return db.selectFrom('locations').where('owner_id', '=', ownerId);
}

function selectOwned(db: Db, ownerId: string) {
  return countOwned(db, ownerId).select('id').orderBy('lastmodificationdate', 'desc').orderBy('id');
}

/** What a file of the locations that somebody holds is headed with. */
export const OWNED_HEADINGS = ['Id', 'Title', 'Nearest town', 'Status', 'Location Status', 'Last modified'];

/** The lines of a file of all locations that somebody holds. */
export async function* readOwnedForExport(
  db: Db,
  ownerId: string,
): AsyncGenerator<readonly (readonly Cell[])[], void, void> {
  const held = await selectOwned(db, ownerId).execute();
  yield* fetchInBatches(
    held.map(({ id }) => id),
    async (ids) => {
      const copies = await getWorkingCopies(db, ids);
      return ids.flatMap((id) => {
        const copy = copies.get(id);
        return copy ? [toCells(copy)] : [];
      });
    },
  );
}

function toCells({ id, fields, status, location_status, lastmodificationdate }: WorkingCopy): Cell[] {
  return [
    ...[id, fields.title, fields.nearesttown, CONTENT_STATUS_LABELS[status], LOCATION_STATUS_LABELS[location_status]],
    lastmodificationdate.toISOString(),
  ];
}

function toCard(copy: WorkingCopy, images: readonly PictureOfLocation[]): OwnLocationCard {
  const { id, status, location_status, publishedurl, fields, submitted_at, lastmodificationdate } = copy;
  return {
    ...{ id, status, location_status, publishedurl, title: fields.title, nearesttown: fields.nearesttown },
    primaryimage: images.find((image) => image.primary) ?? null,
    complete: EVERY_STEP.filter((step) => isComplete(step, copy, images)).length,
    submitted_at: submitted_at?.toISOString() ?? null,
    lastmodificationdate: lastmodificationdate.toISOString(),
  };
}

/** Contacts are nobody's duty, but a step without any is not done either. */
function isComplete(step: number, { fields, contacts }: WorkingCopy, images: readonly PictureOfLocation[]): boolean {
  if (step === CONTACTS_STEP) return contacts > 0;
  if (step === IMAGES_STEP) return getImagesProblem(images) === undefined;
  return Object.keys(getStepProblems(step, fields)).length === 0;
}

/** What somebody has typed of a location that is not created yet. */
export async function getNewDraft(db: Db, ownerId: string): Promise<LocationDraft | null> {
  const row = await db
    .selectFrom('location_drafts')
    .select(['version', 'fields', 'was', 'updated_at'])
    .where('owner_id', '=', ownerId)
    .where('location_id', 'is', null)
    .executeTakeFirst();
  return row ? toDraft(row) : null;
}
