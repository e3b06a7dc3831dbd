import { type Cell, fetchInBatches } from '../../../platform/text/csv.ts';
import type { Db } from '../../../platform/db/transaction.ts';
import type { PageParams, Paged } from '../../../platform/http/paging.ts';
import type { Actor } from '../../../platform/http/route-permission.ts';
import { type LocationRelation, getRelation } from '../working-copy/policy.ts';
import { toAccessibleLocation, throwLocationNotFound } from '../working-copy/access.queries.server.ts';
import { getOpenReasons } from '../decisions/queries.server.ts';
import type { OpenReasons } from '../decisions/schema.ts';
import { getOpenTasks } from '../owner-tasks/queries.server.ts';
import { listContacts } from './contacts/queries.server.ts';
import { listImages } from './images/queries.server.ts';
import type { ListDocuments } from '../working-copy/list-documents.ts';
import type { LocationImage } from './images/schema.ts';
import { getImagesProblem } from './images/image-requirements.ts';
import {
  type WorkingCopy,
  getTeamFields,
  getWorkingCopies,
  serializeWorkingCopy,
} from '../working-copy/queries.server.ts';
import type { FullLocation } from './contract.ts';
import { EVERY_STEP } from './check-steps.ts';
import { CONTENT_STATUS_LABELS, LOCATION_STATUS_LABELS } from '../working-copy/schema.ts';
import { CONTACTS_STEP, IMAGES_STEP, type OwnLocationCard, getStepProblems } from './schema.ts';
import { getLocationPath } from '../catalogue/schema.ts';

/**
 * A location with all that the caller may see: the draft and the positions of photographs only as its owner, internal fields and
 * documents only as the Locations Team. The owner of a merged location gets the one that it was merged into, if that is theirs: emails lead
 * to the other one.
 * @throws {ApiError} NOT_FOUND when the caller may not see it
 */
export async function getFullLocation(
  db: Db,
  caller: Actor,
  id: string,
  listDocuments: ListDocuments,
): Promise<FullLocation> {
  const found = (await getWorkingCopies(db, [id])).get(id) ?? throwLocationNotFound();
  if (found.merged_into !== null && getRelation(caller, found) === 'owner')
    return getFullLocation(db, caller, found.merged_into, listDocuments);
  const { relation } = toAccessibleLocation(caller, found);
  const contacts = await listContacts(db, id);
  const images = (await listImages(db, [id], relation)).get(id) ?? [];
  const primary = contacts.find((contact) => contact.primary);
  const { publishedurl } = found;
  return {
    ...serializeWorkingCopy(found),
    url: publishedurl === null ? null : getLocationPath({ locationurl: publishedurl }),
    dynamicsid: id,
    contacts,
    contactid: primary?.id ?? null,
    contactfullname: primary ? `${primary.firstname} ${primary.lastname}` : null,
    images,
    returned: (await getOpenReasons(db, [id])).get(id) ?? null,
    tasks: (await getOpenTasks(db, [id])).get(id) ?? [],
    primaryimageurl: images.find((image) => image.primary)?.url ?? null,
    ...(relation === 'team'
      ? {
          draft: null,
          ...(await getTeamFields(db, id)),
          documents: [...(await listDocuments(db, id))],
          hasimages: images.length > 0,
        }
      : { draft: found.draft, documents: null }),
  };
}

/** A page of the locations of an owner, latest change first, for the owner or for the Locations Team. */
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
  const images = await listImages(db, ids, relation);
  const asked = await countAsked(db, ids);
  const data = ids.flatMap((id) => {
    const copy = copies.get(id);
    return copy ? [{ ...toCard(copy, images.get(id) ?? []), asked: asked.get(id) ?? 0 }] : [];
  });
  return { data, total, current_page: page, per_page: size };
}

/** The number of things that the Locations Team asks the owners of locations for, by location. */
async function countAsked(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const reasons = await getOpenReasons(db, ids);
  const tasks = await getOpenTasks(db, ids);
  const count = ({ note, reasons: list }: OpenReasons) => list.length + (note === '' ? 0 : 1);
  return new Map(
    ids.map((id) => {
      const returned = reasons.get(id);
      return [id, (returned ? count(returned) : 0) + (tasks.get(id)?.length ?? 0)];
    }),
  );
}

function countOwned(db: Db, ownerId: string) {
  return db.selectFrom('locations').where('owner_id', '=', ownerId).where('merged_into', 'is', null);
}

function selectOwned(db: Db, ownerId: string) {
  return countOwned(db, ownerId).select('id').orderBy('lastmodificationdate', 'desc').orderBy('id');
}

/** Column headings of the CSV file of an owner's locations. */
export const OWNED_HEADINGS = ['Id', 'Title', 'Nearest town', 'Status', 'Location Status', 'Last modified'];

/** The rows of the CSV file of an owner's locations. */
export async function* readOwnedForExport(
  db: Db,
  ownerId: string,
): AsyncGenerator<readonly (readonly Cell[])[], void, void> {
  const owned = await selectOwned(db, ownerId).execute();
  yield* fetchInBatches(
    owned.map(({ id }) => id),
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
    id,
    fields.title,
    fields.nearesttown,
    CONTENT_STATUS_LABELS[status],
    LOCATION_STATUS_LABELS[location_status],
    lastmodificationdate.toISOString(),
  ];
}

function toCard(copy: WorkingCopy, images: readonly LocationImage[]): Omit<OwnLocationCard, 'asked'> {
  const { id, status, location_status, publishedurl, fields, submitted_at, lastmodificationdate } = copy;
  return {
    id,
    status,
    location_status,
    publishedurl,
    title: fields.title,
    nearesttown: fields.nearesttown,
    primaryimage: images.find((image) => image.primary) ?? null,
    complete: countCompleteSteps(copy, images),
    submitted_at: submitted_at?.toISOString() ?? null,
    lastmodificationdate: lastmodificationdate.toISOString(),
  };
}

/** The number of steps of the wizard that are complete. */
export function countCompleteSteps(copy: WorkingCopy, images: readonly LocationImage[]): number {
  return EVERY_STEP.filter((step) => isComplete(step, copy, images)).length;
}

/** Contacts are optional, but a step without any does not count as complete. */
function isComplete(step: number, { fields, contacts }: WorkingCopy, images: readonly LocationImage[]): boolean {
  if (step === CONTACTS_STEP) return contacts > 0;
  if (step === IMAGES_STEP) return getImagesProblem(images) === undefined;
  return Object.keys(getStepProblems(step, fields)).length === 0;
}
