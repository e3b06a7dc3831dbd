import { sql } from 'kysely';
import { assertWithinLimit } from '../../../platform/feature/row-limits.ts';
import { lockByName } from '../../../platform/db/locks.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/handlers.ts';
import { lockCaller } from '../../accounts/commands.server.ts';
import type { AuditType } from '../../audit-log/entry-types.ts';
import { assertVersions, recordAudit } from '../../audit-log/commands.server.ts';
import { TEMPLATE_CHANGED, TEMPLATE_NAME_TAKEN, TEMPLATE_NOT_FOUND, reasonTemplateLimit } from '../messages.ts';

interface TemplateId {
  readonly id: string;
  /** The expected version; without one it is not checked. */
  readonly version?: number | undefined;
}

/**
 * Creates the commands of a table of templates: texts that the team uses again and again, each with a unique name.
 * @param kind.name the column of the names
 * @param kind.changed the type of the audit entries
 */
export function createTemplateCommands<Name extends string>(kind: {
  readonly table: 'reason_templates' | 'enquiry_templates';
  readonly name: Name;
  readonly max: number;
  readonly limit: (max: number) => string;
  readonly changed: AuditType;
}) {
  type Content = Readonly<Record<Name | 'text', string>>;
  const table = sql.table(kind.table);
  const nameColumn = sql.ref(kind.name);
  const record = ({ trx, actor, at }: CommandContext, name: string) =>
    recordAudit(trx, { type: kind.changed, actorId: actor.id, details: { name }, at });
  const lockAndCheckName = async ({ trx }: CommandContext, name: string, except: string | null) => {
    await lockByName(trx, kind.table);
    const { rows } = await sql`
      select from ${table}
      where lower(${nameColumn}) = lower(${name}) and id is distinct from ${except}::uuid`.execute(trx);
    if (rows.length > 0) throw new ApiError('INVALID', TEMPLATE_NAME_TAKEN, { [kind.name]: TEMPLATE_NAME_TAKEN });
  };
  const lockTemplate = async ({ trx, actor, at }: CommandContext, { id, version }: TemplateId): Promise<string> => {
    await lockCaller(trx, actor);
    const { rows } = await sql<{ version: number; name: string }>`
      select version, ${nameColumn} as name from ${table} where id = ${id} for update`.execute(trx);
    const [row] = rows;
    if (!row) throw new ApiError('NOT_FOUND', TEMPLATE_NOT_FOUND);
    const entry = { actorId: actor.id, details: { name: row.name }, at };
    await assertVersions(trx, entry, [{ expected: version, actual: row.version }], TEMPLATE_CHANGED);
    return row.name;
  };
  return {
    /** @throws {ApiError} INVALID when another template has the name; CONFLICT when there is the maximum number */
    addTemplate: async (context: CommandContext, content: Content): Promise<void> => {
      const { trx } = context;
      const { table: lock, max, limit: message } = kind;
      const name = content[kind.name];
      await lockCaller(trx, context.actor);
      await lockAndCheckName(context, name, null);
      await sql`insert into ${table} (${nameColumn}, text) values (${name}, ${content.text})`.execute(trx);
      await assertWithinLimit(trx, { lock, count: sql`select count(*) from ${table}`, max, message });
      await record(context, name);
    },
    /** @throws {ApiError} NOT_FOUND; CONFLICT when somebody else has changed it; INVALID when another template has the name */
    changeTemplate: async (context: CommandContext, change: TemplateId & Content): Promise<void> => {
      const { id, text } = change;
      const name = change[kind.name];
      await lockTemplate(context, change);
      await lockAndCheckName(context, name, id);
      await sql`
        update ${table} set ${nameColumn} = ${name}, text = ${text}, version = version + 1
        where id = ${id}`.execute(context.trx);
      await record(context, name);
    },
    /** @throws {ApiError} NOT_FOUND; CONFLICT when somebody else has changed it */
    deleteTemplate: async (context: CommandContext, template: TemplateId): Promise<void> => {
      const name = await lockTemplate(context, template);
      await sql`delete from ${table} where id = ${template.id}`.execute(context.trx);
      await record(context, name);
    },
  };
}

/** Templates of reasons of the site. */
export const MAX_REASON_TEMPLATES = 100;

export const { addTemplate, changeTemplate, deleteTemplate } = createTemplateCommands({
  table: 'reason_templates',
  name: 'title',
  max: MAX_REASON_TEMPLATES,
  limit: reasonTemplateLimit,
  changed: 'REASON_TEMPLATES_CHANGED',
});
