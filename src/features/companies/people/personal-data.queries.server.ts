import { sql } from 'kysely';
import { type PersonalDataSection, readRows } from '../../../platform/feature/personal-data-section.ts';

export const CONTACT_DATA: readonly PersonalDataSection[] = [
  {
    name: 'people',
    description: 'What the Locations Team has stored about the person, or the company, with your email address',
    covers: ['people.email', 'companies.email'],
    read: (db, { email }) =>
      readRows(
        db,
        sql`
          select 'person' as kind, p.name, p.email, p.telephone, p.job_title, c.name as company, null as website, p.notes, p.created_at,
            p.updated_at, ${listVersions('person_revisions', 'person_id', 'p.id')} as history
          from people p left join companies c on c.id = p.company_id where p.email_key = lower(${email})
          union all
          select 'company', c.name, c.email, c.telephone, null, null, c.website, c.notes, c.created_at, c.updated_at,
            ${listVersions('company_revisions', 'company_id', 'c.id')}
          from companies c where c.email_key = lower(${email})
          order by created_at`,
      ),
  },
];

/** The values after each change, oldest first, without who made it. */
function listVersions(table: string, column: string, id: string) {
  return sql`array(
    select r.fields || jsonb_build_object('recorded_at', r.recorded_at) from ${sql.table(table)} r
    where r.${sql.ref(column)} = ${sql.ref(id)} order by r.number)`;
}
