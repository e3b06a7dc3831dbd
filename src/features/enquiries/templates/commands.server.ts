import { sql } from 'kysely';
import { assertWithinLimit } from '../../../platform/feature/row-limits.ts';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/handlers.ts';
import { lockCaller } from '../../accounts/commands.server.ts';
import { assertVersions, recordAudit } from '../../audit-log/commands.server.ts';
import { NO_SUCH_TEMPLATE, TEMPLATE_CHANGED, TEMPLATE_NAME_TAKEN, templateLimit } from './messages.ts';
import type { Template } from './schema.ts';

type Content = Pick<Template, 'name' | 'text'>;
type Reference = { readonly id: string; readonly version?: number | undefined };

/** Templates of answers of the site. */
export const MAX_ANSWER_TEMPLATES = 100;

/** @throws {ApiError} INVALID when another template has the name; CONFLICT when there is the maximum number */
export async function addTemplate(context: CommandContext, { name, text }: Content): Promise<void> {
  const { trx } = context;
  await lockCaller(trx, context.actor);
  await assertNameIsFree(trx, name);
  await trx.insertInto('enquiry_templates').values({ name, text }).execute();
  await assertWithinLimit(trx, {
    lock: 'enquiry templates',
    count: sql`select count(*) from enquiry_templates`,
    max: MAX_ANSWER_TEMPLATES,
    message: templateLimit,
  });
  await record(context, name);
}

/** @throws {ApiError} NOT_FOUND; CONFLICT; INVALID when another template has the name */
export async function updateTemplate(
  context: CommandContext,
  { id, version, name, text }: Reference & Content,
): Promise<void> {
  const { trx } = context;
  const { version: actual } = await lockTemplate(context, { id, version });
  await assertNameIsFree(trx, name, id);
  await trx
    .updateTable('enquiry_templates')
    .set({ name, text, version: actual + 1 })
    .where('id', '=', id)
    .execute();
  await record(context, name);
}

/** @throws {ApiError} NOT_FOUND; CONFLICT */
export async function deleteTemplate(context: CommandContext, reference: Reference): Promise<void> {
  const { trx } = context;
  const { name } = await lockTemplate(context, reference);
  await trx.deleteFrom('enquiry_templates').where('id', '=', reference.id).execute();
  await record(context, name);
}

async function lockTemplate({ trx, actor, at }: CommandContext, { id, version }: Reference) {
  await lockCaller(trx, actor);
  const row = await trx
    .selectFrom('enquiry_templates')
    .select(['name', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND', NO_SUCH_TEMPLATE);
  const entry = { actorId: actor.id, details: { name: row.name }, at };
  await assertVersions(trx, entry, [{ expected: version, actual: row.version }], TEMPLATE_CHANGED);
  return row;
}

async function assertNameIsFree(trx: Trx, name: string, except?: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from enquiry_templates where lower(name) = lower(${name})`.execute(trx);
  if (rows.some(({ id }) => id !== except))
    throw new ApiError('INVALID', TEMPLATE_NAME_TAKEN, { name: TEMPLATE_NAME_TAKEN });
}

function record({ trx, actor, at }: CommandContext, name: string): Promise<void> {
  return recordAudit(trx, { type: 'ENQUIRY_TEMPLATES_CHANGED', actorId: actor.id, details: { name }, at });
}
