import { sql } from 'kysely';
import { type PersonalDataSection, readRows } from '../../platform/feature/personal-data-section.ts';

export const IMPACT_DATA: readonly PersonalDataSection[] = [
  {
    name: 'impact',
    description:
      'Surveys after the wrap of a production that you were asked to answer at your email address; as a member of the team, figures and formulas that you have entered',
    covers: ['production_figures.user_id', 'impact_formulas.user_id'],
    read: (db, { id, email }) =>
      readRows(
        db,
        sql`
          select 'survey' as kind, null as production, null as name, s.sent_at as at, s.answered_at
          from impact_surveys s join people c on c.id = s.person_id where c.email_key = lower(${email}) and s.sent_at is not null
          union all
          select 'figure', p.reference, lower(f.figure), f.recorded_at, null
          from production_figures f join productions p on p.id = f.production_id where f.user_id = ${id}
          union all
          select 'formula', null, name || ', version ' || version, created_at, null from impact_formulas where user_id = ${id}
          order by at`,
      ),
  },
];
