import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext, Services } from '../../../platform/http/handlers.ts';
import { lockCaller } from '../../accounts/commands.server.ts';
import { assertVersions, recordAudit } from '../../audit-log/commands.server.ts';
import {
  type LockedEntry,
  type Reference,
  deleteRow,
  isInUse,
  lockEntry,
  movePeople,
  setColumns,
  toAuditEntry,
} from '../commands.server.ts';
import type { CompanyEvent } from '../events.ts';
import { KINDS, type Kind, listFields } from '../kinds.ts';
import { CHOOSE_TWO, SAVED_MEANWHILE, USED_MEANWHILE } from '../messages.ts';
import { recordRevisions, toJson } from '../revisions.commands.server.ts';
import { listDefaultFields } from './choices.ts';
import { moveDecisions } from './decisions.commands.server.ts';

/** A merge, with the versions that the user has seen. */
interface Merge extends Reference {
  /** The one that is merged into the first. */
  readonly other_id: string;
  readonly other_version?: number | undefined;
  /** The fields that the first takes from the other; undefined for those that it lacks. */
  readonly fields?: readonly string[] | undefined;
}

/**
 * Merges two entries that are one company or person. Everything that refers to the other refers to the one that stays, and its page leads
 * there. The values that the other had are in the history of the one that stays.
 * @throws {ApiError} NOT_FOUND; INVALID; CONFLICT when either has changed, or somebody begins to use the other at the same time
 */
export async function mergeEntries(
  context: CommandContext & Pick<Services, 'publishEvent'>,
  kind: Kind,
  { id, version, other_id: otherId, other_version: otherVersion, ...merge }: Merge,
): Promise<void> {
  const { trx, actor, at, publishEvent } = context;
  if (id === otherId) throw new ApiError('INVALID', CHOOSE_TWO);
  await lockCaller(trx, actor);
  const { merging, audit } = KINDS[kind];
  const event: CompanyEvent = { type: merging, from: otherId, into: id, actorId: actor.id, at };
  await publishEvent(trx, event);
  const [kept, merged] = await lockBoth(trx, kind, [id, otherId]);
  const entry = toAuditEntry(kind, kept, actor.id, at);
  const checks = [
    { expected: version, actual: kept.version },
    { expected: otherVersion, actual: merged.version },
  ];
  await assertVersions(trx, entry, checks, SAVED_MEANWHILE);
  if (await isInUse(trx, kind, otherId)) throw new ApiError('CONFLICT', USED_MEANWHILE);
  const fields = merge.fields ?? listDefaultFields(listFields(kind), kept, merged);
  const columns = Object.fromEntries(fields.map((field) => [field, merged[field] ?? null]));
  if (kind === 'companies') await movePeople(context, { from: otherId, into: id });
  await moveDecisions(trx, kind, { from: otherId, into: id });
  await retire(trx, kind, { from: otherId, into: id });
  await setColumns(trx, kind, { id, columns: { ...columns, name: columns['name'] ?? kept.name }, at });
  await recordRevisions(trx, kind, [id], { action: 'MERGED', authorId: actor.id, at, mergedId: otherId });
  const details = { ...entry.details, merged: otherId, fields: fields.join(', ') };
  await recordAudit(trx, { type: audit.merged, ...entry, details });
}

/** By id, so that two merges cannot wait for each other. @returns the one that stays, and the other */
async function lockBoth(
  trx: Trx,
  kind: Kind,
  ids: readonly [id: string, otherId: string],
): Promise<[kept: LockedEntry, merged: LockedEntry]> {
  const locked = new Map<string, LockedEntry>();
  for (const id of ids.toSorted()) locked.set(id, await lockEntry(trx, kind, id));
  return [locked.get(ids[0])!, locked.get(ids[1])!];
}

/** Deletes the other one, and stores its values and where its page leads, as for what was merged into it before. */
async function retire(trx: Trx, kind: Kind, ids: { readonly from: string; readonly into: string }): Promise<void> {
  const { merged, reference } = KINDS[kind];
  await sql`
    update ${sql.table(merged)} set ${sql.ref(reference)} = ${ids.into}
    where ${sql.ref(reference)} = ${ids.from}`.execute(trx);
  await sql`
    insert into ${sql.table(merged)} (id, ${sql.ref(reference)}, fields)
    select id, ${ids.into}::uuid, ${toJson(kind)} from ${sql.table(kind)} where id = ${ids.from}`.execute(trx);
  await deleteRow(trx, kind, ids.from);
}
