import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { AUDIT_TYPES, type AuditType } from '../../src/features/audit-log/entry-types.ts';
import { addOption, deleteOption } from '../../src/features/locations/catalogue/options/contract.ts';
import { inviteColleague } from '../../src/features/accounts/administration/contract.ts';
import { discardMail, retryMail } from '../../src/features/operations/contract.ts';
import { switchMaintenance } from '../../src/features/content/maintenance/contract.ts';
import { createPage, deletePage, publishPage } from '../../src/features/content/editing/contract.ts';
import type { Db } from '../../src/platform/db/transaction.ts';
import type { Api } from '../../src/platform/http/contract.ts';

const PAGES = ['page-1', 'page-2', 'page-3'];
const OPTIONS = ['Option 1', 'Option 2', 'Option 3'];
const MAIL_COUNT = 200;
const INVITED = '@invited.example';

/**
 * Returns random actions of the Locations Team on content, options, failed emails, colleagues and maintenance, and queries for rows that
 * contradict the audit log.
 */
export async function adminActions(db: Db, pickOne: <T>(all: readonly T[]) => T) {
  const mail = { kind: 'enquiry', recipient: 'isla@northlight.example', subject: 'Weir Mill', text: '-', html: '-' };
  const mails = await db
    .insertInto('outbox')
    .values(Array.from({ length: MAIL_COUNT }, () => ({ ...mail, failed_at: new Date() })))
    .returning('id')
    .execute();
  const actions: Readonly<Record<string, (team: { readonly api: Api }) => Promise<unknown>>> = {
    'publish or delete a page': ({ api }) => publishOrDelete(api, pickOne(PAGES)),
    'add or delete an option': async ({ api }) => {
      const name = pickOne(OPTIONS);
      const known = await db.selectFrom('options').select('id').where('name', '=', name).executeTakeFirst();
      await (known ? api(deleteOption, known) : api(addOption, { field: 'setting', name }));
    },
    'send or discard an email': async ({ api }) => {
      const failed = await db.selectFrom('outbox').select('id').where('failed_at', 'is not', null).execute();
      if (failed.length > 0) await api(pickOne([retryMail, discardMail]), pickOne(failed));
    },
    'invite a colleague': ({ api }) =>
      api(inviteColleague, { firstName: 'Ailsa', lastName: 'Munro', email: `${randomUUID()}${INVITED}` }),
    // Mostly off, because scouts can do nothing during maintenance.
    'switch maintenance': ({ api }) => api(switchMaintenance, { on: pickOne([true, false, false, false]) }),
  };

  async function publishOrDelete(api: Api, name: string): Promise<void> {
    const draft = await db.selectFrom('content_drafts').selectAll().where('name', '=', name).executeTakeFirst();
    const published = await db.selectFrom('pages').select('name').where('name', '=', name).executeTakeFirst();
    if (published && draft) return api(deletePage, { name, version: draft.version });
    const saved = draft?.content ? draft : await api(createPage, { name, title: 'An action' });
    await api(publishPage, { name, version: saved.version });
  }

  /** Queries for rows that contradict the audit log. */
  const inconsistencies = {
    pages: sql`
      select from unnest(${PAGES}::text[]) given where (select count(*) from pages where name = given)
        <> ${entries('CONTENT_PUBLISHED', sql`details->>'name' = given`)}
          - ${entries('CONTENT_DELETED', sql`details->>'name' = given`)}`,
    options: sql`
      select from unnest(${OPTIONS}::text[]) given where (select count(*) from options where name = given)
        <> ${entries('OPTIONS_CHANGED', sql`details->>'added' = given`)}
          - ${entries('OPTIONS_CHANGED', sql`details->>'deleted' = given`)}`,
    'emails that failed': sql`
      select from unnest(${mails.map(({ id }) => id)}::uuid[]) given
      where (select count(*) from outbox where id = given and failed_at is not null)
        <> 1 - ${entries('WORK_RETRIED', sql`details->>'mail' = given::text`)}
          - ${entries('MAIL_DISCARDED', sql`details->>'mail' = given::text`)}`,
    'invited colleagues': sql`
      select from users u where u.email like ${`%${INVITED}`}
        and ${entries('ADMIN_INVITED', sql`details->>'userId' = u.id::text`)} <> 1`,
    'invitations of nobody': sql`
      select from audit_logs a where a.type = ${AUDIT_TYPES.ADMIN_INVITED.number}
        and not exists (select from users u where u.id::text = a.details->>'userId')`,
    maintenance: sql`
      select from settings s where s.name = 'maintenance' and s.value <> coalesce((
        select a.details->'on' from audit_logs a where a.type = ${AUDIT_TYPES.MAINTENANCE_SWITCHED.number}
        order by a.id desc limit 1), 'false')`,
  };
  return { actions, inconsistencies };
}

/** SQL: the number of audit log entries of a type that match a condition. */
function entries(type: AuditType, about: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select count(*) from audit_logs where type = ${AUDIT_TYPES[type].number} and ${about})`;
}
