import { sql } from 'kysely';
import { assertWithinLimit } from '../../../platform/feature/row-limits.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/handlers.ts';
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
export async function addTemplate(context: CommandContext, { title, text }: TemplateForm): Promise<void> {
  const { trx } = context;
  await trx.insertInto('reason_templates').values({ title, text }).execute();
  await assertWithinLimit(trx, {
    lock: 'reason templates',
    count: sql`select count(*) from reason_templates`,
    max: MAX_REASON_TEMPLATES,
    message: reasonTemplateLimit,
  });
  await recordChange(context, { added: title });
}

/** @throws {ApiError} NOT_FOUND; CONFLICT when somebody else has changed it */
export async function changeTemplate(
  context: CommandContext,
  { id, version, title, text }: ExistingTemplate & TemplateForm,
): Promise<void> {
  await lockTemplate(context, { id, version });
  await context.trx
    .updateTable('reason_templates')
    .set(({ eb }) => ({ title, text, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  await recordChange(context, { title });
}

/** @throws {ApiError} NOT_FOUND; CONFLICT when somebody else has changed it */
export async function deleteTemplate(context: CommandContext, template: ExistingTemplate): Promise<void> {
  const { title } = await lockTemplate(context, template);
  await context.trx.deleteFrom('reason_templates').where('id', '=', template.id).execute();
  await recordChange(context, { deleted: title });
}

async function lockTemplate(
  { trx, actor, at }: CommandContext,
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
  { trx, actor, at }: CommandContext,
  details: Readonly<Record<string, string>>,
): Promise<void> {
  await recordAudit(trx, { type: 'REASON_TEMPLATES_CHANGED', actorId: actor.id, details, at });
}
