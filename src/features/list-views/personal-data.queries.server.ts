import { sql } from 'kysely';
import { type PersonalDataSection, readRows } from '../../platform/feature/personal-data-section.ts';

export const VIEW_DATA: PersonalDataSection = {
  name: 'views',
  description: 'Views of lists that you have saved, and those that your lists open with',
  covers: ['list_views.owner_id', 'default_list_views.user_id'],
  read: (db, { id }) =>
    readRows(
      db,
      sql`
        select v.list, v.name, v.content, d.view_id is not null as is_default from list_views v
          left join default_list_views d on d.view_id = v.id and d.user_id = ${id}
        where v.owner_id = ${id} or d.user_id is not null order by v.list, v.name`,
    ),
};
