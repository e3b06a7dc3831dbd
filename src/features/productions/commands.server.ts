import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../platform/db/tables.ts';
import type { Trx } from '../../platform/db/transaction.ts';
import { assertWithinLimit } from '../../platform/feature/row-limits.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { CommandContext } from '../../platform/http/handlers.ts';
import { CHECK_FIELDS } from '../../platform/text/common-messages.ts';
import { DAY_MS } from '../../platform/text/durations.ts';
import { toDay, toYear } from '../../platform/text/days.ts';
import { lockCaller } from '../accounts/commands.server.ts';
import { CHOOSE_OFFICE } from '../accounts/messages.ts';
import { findPermittedAccount } from '../accounts/queries.server.ts';
import { type AuditEntry, assertVersions, recordAudit } from '../audit-log/commands.server.ts';
import { assertProductionAccessible, getOffices } from './access.queries.server.ts';
import type { addProductionNote, deleteProduction, updateProduction } from './contract.ts';
import { describeChanges } from './changes.queries.server.ts';
import * as messages from './messages.ts';
import { canForOffices } from '../accounts/permissions.ts';
import type { ProductionPermission } from './policy.ts';
import {
  ENDED_STAGES,
  FIELD_LABELS,
  MAX_DAILY_PRODUCTIONS,
  MAX_NOTES,
  type ProductionChange,
  type ProductionField,
  type ProductionFields,
  findContradictions,
} from './schema.ts';
import { addEntry } from './timeline/commands.server.ts';

export type ProductionRecord = Selectable<Database['productions']>;

/** Locks a production for a change. @throws {ApiError} NOT_FOUND when the caller may not change it */
export async function lockProduction(
  { trx, actor }: CommandContext,
  id: string,
  permission: ProductionPermission = 'production.edit',
): Promise<ProductionRecord> {
  await lockCaller(trx, actor);
  const row = await trx.selectFrom('productions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND', messages.NO_SUCH_PRODUCTION);
  await assertProductionAccessible(trx, actor, permission, id);
  return row;
}

/** @throws {ApiError} CONFLICT if a change of the caller took the production from their own sight */
export async function assertStillAccessible({ trx, actor }: CommandContext, id: string): Promise<void> {
  if (!canForOffices(actor, 'production.view', await getOffices(trx, id)))
    throw new ApiError('CONFLICT', messages.WOULD_LOSE_ACCESS);
}

/** The subject of audit entries about a production: never its title, which can be secret. */
export function toAuditEntry(
  row: Pick<ProductionRecord, 'id' | 'reference'>,
  { actor, at }: Pick<CommandContext, 'actor' | 'at'>,
): Omit<AuditEntry, 'type'> {
  return { actorId: actor.id, details: { production: row.id, reference: row.reference }, at };
}

/** Adds a production with some details. That of a film office is looked after by it. Returns its id. @throws {ApiError} CONFLICT at the limit */
export async function insertProduction(
  context: CommandContext,
  fields: Partial<ProductionFields> & Pick<ProductionFields, 'title'>,
  previous?: Pick<ProductionRecord, 'id'>,
): Promise<string> {
  const { trx, actor, at } = context;
  await lockCaller(trx, actor);
  await assertWithinLimit(trx, {
    lock: `productions of ${actor.id}`,
    count: sql`
      select count(*) from production_entries
      where user_id = ${actor.id} and kind = 'CREATED' and created_at > ${new Date(at.getTime() - DAY_MS)}`,
    adding: 1,
    max: MAX_DAILY_PRODUCTIONS,
    message: messages.productionLimit,
  });
  const year = toYear(toDay(at));
  const row = await trx
    .insertInto('productions')
    .values({
      office_id: actor.officeId ?? null,
      ...fields,
      previous_id: previous?.id ?? null,
      reference: sql<string>`'PROD-' || ${sql.lit(year)} || '-' || lpad(nextval('production_numbers')::text, 5, '0')`,
      created_at: at,
      updated_at: at,
    })
    .returning(['id', 'reference'])
    .executeTakeFirstOrThrow();
  await addEntry(context, row.id, { kind: 'CREATED' });
  await recordAudit(trx, { ...toAuditEntry(row, context), type: 'PRODUCTION_ADDED' });
  return row.id;
}

/** Locks a production for a change that is based on a version. @throws {ApiError} NOT_FOUND; CONFLICT when somebody else has changed it */
export async function lockVersion(
  context: CommandContext,
  { id, version }: { readonly id: string; readonly version?: number | undefined },
  permission?: ProductionPermission,
): Promise<ProductionRecord> {
  const row = await lockProduction(context, id, permission);
  const checks = [{ expected: version, actual: row.version }];
  await assertVersions(context.trx, toAuditEntry(row, context), checks, messages.PRODUCTION_CHANGED);
  return row;
}

/**
 * Changes details of a production.
 * @throws {ApiError} NOT_FOUND; INVALID; CONFLICT when somebody else has changed it
 */
export async function changeProduction(
  context: CommandContext,
  { id, version, ...change }: z.output<typeof updateProduction.input>,
): Promise<void> {
  await changeLocked(context, await lockVersion(context, { id, version }), change);
}

/**
 * Changes details of a locked production. Returns whether any differed.
 * @param restored the entry of the timeline whose values are restored, and when the production had ended then
 * @throws {ApiError} INVALID; CONFLICT if the caller would not see it any more
 */
export async function changeLocked(
  context: CommandContext,
  row: ProductionRecord,
  change: ProductionChange,
  restored?: { readonly entryId: string; readonly endedAt: Date | null },
): Promise<boolean> {
  const { trx, at } = context;
  const { id } = row;
  const changed = (Object.keys(change) as ProductionField[]).filter(
    (field) => change[field] !== undefined && change[field] !== row[field],
  );
  if (changed.length === 0) return false;
  const next = { ...row, ...Object.fromEntries(changed.map((field) => [field, change[field]])) } as ProductionRecord;
  const contradictions = findContradictions(next);
  if (Object.keys(contradictions).length > 0) throw new ApiError('INVALID', CHECK_FIELDS, contradictions);
  await assertReferences(trx, next, changed);
  const isEnded = ENDED_STAGES.includes(next.stage);
  await trx
    .updateTable('productions')
    .set({
      ...Object.fromEntries(changed.map((field) => [field, next[field]])),
      ended_at: isEnded ? (row.ended_at ?? restored?.endedAt ?? at) : null,
      version: row.version + 1,
    })
    .where('id', '=', id)
    .execute();
  await assertStillAccessible(context, id);
  await addEntry(context, id, {
    kind: 'CHANGED',
    changes: await describeChanges(trx, row, next, changed),
    before: Object.fromEntries(changed.map((field) => [field, row[field]])),
    endedAt: row.ended_at,
    restored: restored?.entryId,
  });
  const entry = toAuditEntry(row, context);
  await recordAudit(trx, {
    ...entry,
    type: 'PRODUCTION_UPDATED',
    details: { ...entry.details, fields: changed.join(', '), ...(restored && { restored: restored.entryId }) },
  });
  return true;
}

/** Returns why a change was rejected, for where no form shows the messages of its fields. */
export function toReason({ message, fields = {} }: ApiError): string {
  const reasons = Object.entries(fields).map(([field, text]) => `${FIELD_LABELS[field as ProductionField]}: ${text}`);
  return reasons.join(' ') || message;
}

/** @throws {ApiError} INVALID if a changed field names something that is not there, or somebody who may not change the production */
async function assertReferences(trx: Trx, next: ProductionRecord, changed: readonly ProductionField[]): Promise<void> {
  const { company_id, office_id, assignee_id } = next;
  const reject = (field: ProductionField, message: string) =>
    new ApiError('INVALID', CHECK_FIELDS, { [field]: message });
  if (changed.includes('company_id') && company_id !== null) {
    const company = await trx.selectFrom('companies').select('id').where('id', '=', company_id).executeTakeFirst();
    if (!company) throw reject('company_id', messages.NO_SUCH_COMPANY);
  }
  if (changed.includes('office_id') && office_id !== null) {
    const office = await trx
      .selectFrom('options')
      .select('id')
      .where('id', '=', office_id)
      .where('field', '=', 'filmoffice')
      .executeTakeFirst();
    if (!office) throw reject('office_id', CHOOSE_OFFICE);
  }
  if (changed.includes('assignee_id') && assignee_id !== null) {
    const account = await findPermittedAccount(trx, assignee_id);
    const offices = [...(await getOffices(trx, next.id)), ...(office_id === null ? [] : [office_id])];
    if (!account || !canForOffices(account, 'production.edit', offices))
      throw reject('assignee_id', messages.CANNOT_BE_ASSIGNED);
  }
}

/** Adds a production that goes on with another one. Returns its id. @throws {ApiError} NOT_FOUND */
export async function copyProduction(context: CommandContext, { id }: { readonly id: string }): Promise<string> {
  const { trx } = context;
  const row = await lockProduction(context, id);
  const { title, code_name, embargoed, embargo_until, company_id, kind, crew_size, budget_band, needs, office_id } =
    row;
  const copied = {
    title,
    code_name,
    embargoed,
    embargo_until,
    company_id,
    kind,
    crew_size,
    budget_band,
    needs,
    office_id,
  };
  const added = await insertProduction(context, copied, row);
  await trx
    .insertInto('production_contacts')
    .columns(['production_id', 'person_id', 'role', 'position'])
    .expression((from) =>
      from
        .selectFrom('production_contacts')
        .select([sql<string>`${added}::uuid`.as('production_id'), 'person_id', 'role', 'position'])
        .where('production_id', '=', id),
    )
    .execute();
  return added;
}

/** Deletes a production with its timeline. @throws {ApiError} NOT_FOUND; CONFLICT when somebody else has changed it */
export async function removeProduction(
  context: CommandContext,
  { id, version }: z.output<typeof deleteProduction.input>,
): Promise<void> {
  const { trx, actor, at } = context;
  const row = await lockVersion(context, { id, version }, 'production.delete');
  await deleteProductions(trx, [row], { actorId: actor.id, at });
}

/** Deletes productions, for an account or the command line. */
export async function deleteProductions(
  trx: Trx,
  productions: readonly Pick<ProductionRecord, 'id' | 'reference'>[],
  by: Pick<AuditEntry, 'actorId' | 'at'>,
): Promise<void> {
  for (const { id, reference } of productions) {
    await trx.deleteFrom('productions').where('id', '=', id).execute();
    await recordAudit(trx, { ...by, type: 'PRODUCTION_DELETED', details: { production: id, reference } });
  }
}

/** Adds a note to the timeline. @throws {ApiError} NOT_FOUND; CONFLICT when there is the maximum number */
export async function addNote(
  context: CommandContext,
  { id, text }: z.output<typeof addProductionNote.input>,
): Promise<void> {
  const row = await lockProduction(context, id);
  await assertWithinLimit(context.trx, {
    lock: `notes of production ${id}`,
    count: sql`select count(*) from production_entries where production_id = ${id} and kind = 'NOTE'`,
    adding: 1,
    max: MAX_NOTES,
    message: messages.noteLimit,
  });
  await addEntry(context, id, { kind: 'NOTE', text });
  await recordAudit(context.trx, { ...toAuditEntry(row, context), type: 'PRODUCTION_UPDATED' });
}
