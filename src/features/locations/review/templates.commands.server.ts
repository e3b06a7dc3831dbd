import { sql } from 'kysely';
import { assertWithinLimit } from '../../../platform/feature/row-limits.ts';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/route-handlers.ts';
import { assertVersions, recordAudit } from '../../audit-log/commands.server.ts';
import { TEMPLATE_CHANGED, TEMPLATE_NOT_FOUND, reasonTemplateLimit } from '../messages.ts';

interface TemplateForm {
  readonly title: string;
  readonly text: string;
}
interface ExistingTemplate {
  readonly id: string;
  /** The expected version; without one it is not checked. */
  readonly version?: number | undefined;
}

/** Templates of reasons of the site. */
export const MAX_REASON_TEMPLATES = 100;

/** @throws {ApiError} CONFLICT when there is the maximum number */
export async function addTemplate(trx: Trx, context: CommandContext, { title, text }: TemplateForm): Promise<void> {
  await trx.insertInto('reason_templates').values({ title, text }).execute();
  await assertWithinLimit(trx, {
    lock: 'reason templates',
    count: sql`select count(*) from reason_templates`,
    max: MAX_REASON_TEMPLATES,
    message: reasonTemplateLimit,
  });
  await recordChange(trx, context, { added: title });
}

/** @throws {ApiError} NOT_FOUND; CONFLICT when somebody else has changed it */
export async function changeTemplate(
  trx: Trx,
  context: CommandContext,
  { id, version, title, text }: ExistingTemplate & TemplateForm,
): Promise<void> {
  await lockTemplate(trx, context, { id, version });
  await trx
    .updateTable('reason_templates')
    .set(({ eb }) => ({ title, text, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  await recordChange(trx, context, { title });
}

/** @throws {ApiError} NOT_FOUND; CONFLICT when somebody else has changed it */
export async function deleteTemplate(trx: Trx, context: CommandContext, template: ExistingTemplate): Promise<void> {
  const { title } = await lockTemplate(trx, context, template);
  await trx.deleteFrom('reason_templates').where('id', '=', template.id).execute();
  await recordChange(trx, context, { deleted: title });
}

async function lockTemplate(
  trx: Trx,
  { actor, at }: CommandContext,
  { id, version: expected }: ExistingTemplate,
): Promise<{ title: string }> {
  const template = await trx
    .selectFrom('reason_templates')
    .select(['version', 'title'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!template) throw new ApiError('NOT_FOUND', TEMPLATE_NOT_FOUND);
  await assertVersions(trx, { actorId: actor.id, at }, [{ expected, actual: template.version }], TEMPLATE_CHANGED);
  return template;
}

async function recordChange(
  trx: Trx,
  { actor, at }: CommandContext,
  details: Readonly<Record<string, string>>,
): Promise<void> {
  await recordAudit(trx, { type: 'REASON_TEMPLATES_CHANGED', actorId: actor.id, details, at });
}
