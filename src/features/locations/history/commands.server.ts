import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError, isApiError } from '../../../platform/http/contract.ts';
import type { CommandContext, Services } from '../../../platform/http/handlers.ts';
import { lockCaller } from '../../accounts/commands.server.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import { type RecordField, type RecordFields, getLabel } from '../catalogue/fields/lookup.ts';
import { restoreImages } from '../editing/images/commands.server.ts';
import { restoreFacts } from '../production-facts/commands.server.ts';
import { claimUrl } from '../working-copy/page-urls/commands.server.ts';
import { lockForChange, recordChange } from '../working-copy/commands.server.ts';
import { assertLegacyIdFree, updateFields } from '../working-copy/fields.commands.server.ts';
import { assertLocationVersions } from '../working-copy/versions.commands.server.ts';
import { getTeamFields, getWorkingCopies } from '../working-copy/queries.server.ts';
import { assertWithinOffice, throwLocationNotFound } from '../working-copy/access.queries.server.ts';
import { type Caller, FIXED_FIELD_NAMES, getFixedReason } from '../working-copy/policy.ts';
import type { ExpectedVersions } from '../working-copy/schema.ts';
import { deletedSince } from '../../../platform/text/history-messages.ts';
import * as messages from '../messages.ts';
import { listChangedFields, withoutDeletedOptions } from './changed-parts.ts';
import { getStoredRevision } from './queries.server.ts';

/** The result: the number of the new revision, and descriptions of values that could not be restored. */
interface Restoration {
  readonly number: number;
  readonly notes: string[];
}

/**
 * Gives the working copy the fields, production facts and images of a revision, as a change by the Locations Team. Nothing is published. Fields missing from
 * the revision keep their values, as do fields whose options in it were all deleted. Deleted images stay deleted, and images that were
 * added since stay, as the last ones.
 * @throws {ApiError} NOT_FOUND; CONFLICT when the location has another version than expected, or this content already; INVALID when a film
 *   office would move the location to another area
 */
export async function restoreRevision(
  { trx, actor, at, jobs }: CommandContext & Pick<Services, 'jobs'>,
  { id, number, ...expected }: ExpectedVersions & { id: string; number: number },
): Promise<Restoration> {
  await lockCaller(trx, actor);
  const location = await lockForChange(trx, actor, id);
  const { version, fields } = (await getWorkingCopies(trx, [id])).get(id) ?? throwLocationNotFound();
  const entry = { actorId: actor.id, locationId: id, at };
  await assertLocationVersions(trx, entry, { id, version, expected });
  const present: RecordFields = { ...fields, ...(await getTeamFields(trx, id)) };
  const restored = await getRestorableFields(trx, actor, { id, number }, present);
  const changed = Object.keys(restored.values) as RecordField[];
  if (changed.length > 0) await updateFields(trx, id, restored.values);
  await assertWithinOffice(trx, actor, id, changed);
  const images = await restoreImages(trx, jobs, id, restored.images);
  const hasOtherFacts = restored.facts !== null && (await restoreFacts(trx, id, restored.facts));
  if (changed.length === 0 && !images.hasChanged && !hasOtherFacts)
    throw new ApiError('CONFLICT', messages.NOTHING_TO_RESTORE);
  const { revision } = await recordChange(trx, location, at, { restoredNumber: number });
  const details = { restored: number, fields: changed.join(', '), revision: revision! };
  await recordAudit(trx, { type: 'LOCATION_RESTORED', ...entry, details });
  const notes = [
    ...restored.notes,
    ...(images.deleted > 0 ? [deletedSince(images.deleted, 'image')] : []),
    ...(images.added > 0 ? [messages.imagesAddedSince(images.added)] : []),
  ];
  return { number: revision!, notes };
}

/** The values of a revision that differ from the present ones and can be restored, its images, and why others cannot be. */
async function getRestorableFields(
  trx: Trx,
  caller: Caller,
  { id, number }: { id: string; number: number },
  present: RecordFields,
) {
  const { row, fields, deleted_options } = await getStoredRevision(trx, { id, number });
  const values: { [Field in RecordField]?: unknown } = withoutDeletedOptions({ fields, deleted_options });
  const notes = deleted_options.map(({ field, name }) => {
    const deleted = messages.optionDeletedSince(name);
    return field in values ? `${getLabel(field)}: ${deleted}` : messages.takenSince(getLabel(field), deleted);
  });
  for (const field of FIXED_FIELD_NAMES) {
    const reason = getFixedReason(caller, field);
    if (reason === undefined || values[field] === undefined || values[field] === present[field]) continue;
    delete values[field];
    notes.push(messages.takenSince(getLabel(field), reason));
  }
  const { locationurl, locationidentifier } = fields;
  const claims = {
    locationurl: locationurl && (() => claimUrl(trx, { id, requested: locationurl, title: '' })),
    locationidentifier: locationidentifier && (() => assertLegacyIdFree(trx, id, locationidentifier)),
  };
  for (const field of ['locationurl', 'locationidentifier'] as const) {
    const problem = claims[field] && fields[field] !== present[field] && (await findProblem(claims[field]));
    if (!problem) continue;
    delete values[field];
    notes.push(messages.takenSince(getLabel(field), problem));
  }
  const changed = listChangedFields(present, values as Partial<RecordFields>);
  return { values: pick(values as Partial<RecordFields>, changed), images: row.images, facts: row.facts, notes };
}

/** Why a value cannot be claimed; undefined if it can. */
async function findProblem(claim: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await claim();
    return undefined;
  } catch (error) {
    if (!isApiError(error)) throw error;
    return error.message;
  }
}

function pick(values: Partial<RecordFields>, names: readonly RecordField[]): Partial<RecordFields> {
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}
