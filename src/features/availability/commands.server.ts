import { sql } from 'kysely';
import type { z } from 'zod';
import type { Trx } from '../../platform/db/transaction.ts';
import { assertWithinLimit } from '../../platform/feature/row-limits.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { CommandContext } from '../../platform/http/handlers.ts';
import { CHECK_FIELDS } from '../../platform/text/common-messages.ts';
import { formatDayRange } from '../../platform/text/dates.ts';
import { addMonths, toDay } from '../../platform/text/days.ts';
import { assertVersions, recordAudit } from '../audit-log/commands.server.ts';
import type { AuditType } from '../audit-log/entry-types.ts';
import { MERGED_ALREADY } from '../locations/messages.ts';
import { lockAccessibleLocation } from '../locations/working-copy/access.queries.server.ts';
import type { addUnavailableDates, deleteUnavailableDates, updateUnavailableDates } from './contract.ts';
import { describeEntry } from './describe-entry.ts';
import * as messages from './messages.ts';
import { listOccurrences } from './occurrences.ts';
import { findProblems } from './policy.ts';
import { endsFrom } from './queries.server.ts';
import { type EntryFields, MAX_ENTRIES } from './schema.ts';

/** Months for which repetitions stay stored after they have ended: longer than the entry itself. */
const STORED_MONTHS = 12;

/**
 * Adds days on which a location cannot be filmed at; the same days again change nothing.
 * @throws {ApiError} NOT_FOUND; INVALID; CONFLICT at the limit, or for a location that was merged
 */
export async function addEntry(
  context: CommandContext,
  { id, ...sent }: z.output<typeof addUnavailableDates.input>,
): Promise<void> {
  const { trx, at } = context;
  await lockLocation(context, id);
  const fields = checkFields(sent, at);
  if (await hasSame(trx, id, fields)) return;
  await assertWithinLimit(trx, {
    lock: `availability of ${id}`,
    // Those that have ended are not shown, and nobody could delete them.
    count: sql`select count(*) from availability_entries where location_id = ${id} and ${endsFrom(toDay(at))}`,
    adding: 1,
    max: MAX_ENTRIES,
    message: messages.entryLimit,
  });
  const { id: entryId } = await trx
    .insertInto('availability_entries')
    .values({ ...fields, location_id: id, version: 1, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeOccurrences(trx, entryId, fields, at);
  await recordChange(context, 'AVAILABILITY_ADDED', id, fields);
}

/**
 * Changes days on which a location cannot be filmed at; the same days again change nothing.
 * @throws {ApiError} NOT_FOUND; INVALID; CONFLICT for a location that was merged, or when the version is outdated
 */
export async function changeEntry(
  context: CommandContext,
  { id, entryId, version, ...sent }: z.output<typeof updateUnavailableDates.input>,
): Promise<void> {
  const { trx, at } = context;
  const entry = await lockEntry(context, { id, entryId });
  if (!entry) throw new ApiError('NOT_FOUND', messages.NO_SUCH_ENTRY);
  const fields = checkFields(sent, at, entry);
  if (isSame(entry, fields)) return;
  await assertVersion(context, { id, version }, entry);
  await trx
    .updateTable('availability_entries')
    .set({ ...fields, version: entry.version + 1 })
    .where('id', '=', entryId)
    .execute();
  await writeOccurrences(trx, entryId, fields, at);
  await recordChange(context, 'AVAILABILITY_CHANGED', id, fields);
}

/**
 * Deletes days on which a location cannot be filmed at. If they are deleted already, it changes nothing.
 * @throws {ApiError} NOT_FOUND for the location; CONFLICT for one that was merged, or when the version is outdated
 */
export async function deleteEntry(
  context: CommandContext,
  input: z.output<typeof deleteUnavailableDates.input>,
): Promise<void> {
  const entry = await lockEntry(context, input);
  if (!entry) return;
  await assertVersion(context, input, entry);
  await context.trx.deleteFrom('availability_entries').where('id', '=', input.entryId).execute();
  await recordChange(context, 'AVAILABILITY_DELETED', input.id, entry);
}

/**
 * Locks a location for a change. Also while it awaits approval: days are no content that is reviewed.
 * @throws {ApiError} NOT_FOUND; CONFLICT
 */
async function lockLocation({ trx, actor }: CommandContext, id: string): Promise<void> {
  const { merged_into } = await lockAccessibleLocation(trx, actor, id);
  if (merged_into !== null) throw new ApiError('CONFLICT', MERGED_ALREADY);
}

type StoredEntry = EntryFields & { readonly version: number };

async function lockEntry(
  context: CommandContext,
  { id, entryId }: { readonly id: string; readonly entryId: string },
): Promise<StoredEntry | undefined> {
  await lockLocation(context, id);
  return context.trx
    .selectFrom('availability_entries')
    .select(['version', 'kind', 'first_day', 'last_day', 'repeats', 'repeats_until', 'note'])
    .where('id', '=', entryId)
    .where('location_id', '=', id)
    .executeTakeFirst() as Promise<StoredEntry | undefined>;
}

/** @throws {ApiError} CONFLICT */
async function assertVersion(
  { trx, actor, at }: CommandContext,
  { id, version }: { readonly id: string; readonly version?: number | undefined },
  entry: StoredEntry,
): Promise<void> {
  const checks = [{ expected: version, actual: entry.version }];
  await assertVersions(trx, { actorId: actor.id, locationId: id, at }, checks, messages.ENTRY_CHANGED);
}

/** @param before the stored fields of an entry that is changed @throws {ApiError} INVALID */
function checkFields(fields: EntryFields, at: Date, before?: EntryFields): EntryFields {
  const problems = findProblems(fields, toDay(at), before);
  if (Object.keys(problems).length > 0) throw new ApiError('INVALID', CHECK_FIELDS, problems);
  return { ...fields, repeats_until: fields.repeats === null ? null : fields.repeats_until };
}

function isSame(before: EntryFields, fields: EntryFields): boolean {
  return (Object.keys(fields) as (keyof EntryFields)[]).every((name) => before[name] === fields[name]);
}

async function hasSame(trx: Trx, id: string, fields: EntryFields): Promise<boolean> {
  const { kind, first_day, last_day, repeats, repeats_until, note } = fields;
  const { rows } = await sql`
    select from availability_entries
    where location_id = ${id} and kind = ${kind} and first_day = ${first_day} and last_day = ${last_day} and note = ${note}
      and (repeats, repeats_until) is not distinct from (${repeats}::text, ${repeats_until}::date)`.execute(trx);
  return rows.length > 0;
}

async function writeOccurrences(trx: Trx, entry_id: string, fields: EntryFields, at: Date): Promise<void> {
  await trx.deleteFrom('availability_occurrences').where('entry_id', '=', entry_id).execute();
  // Those that have passed long ago are of no use to anybody, and would grow with each change of the end.
  const rows = listOccurrences(fields, addMonths(toDay(at), -STORED_MONTHS)).map((days) => ({ entry_id, ...days }));
  await trx.insertInto('availability_occurrences').values(rows).execute();
}

async function recordChange(
  { trx, actor, at }: CommandContext,
  type: AuditType,
  locationId: string,
  fields: EntryFields,
): Promise<void> {
  const { first_day, last_day, repeats, repeats_until } = fields;
  const details = {
    name: `${formatDayRange(first_day, last_day)}: ${describeEntry(fields)}`,
    first_day,
    last_day,
    ...(repeats !== null && { repeats, repeats_until }),
  };
  await recordAudit(trx, { type, actorId: actor.id, locationId, details, at });
}
