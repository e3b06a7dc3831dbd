import { sql } from 'kysely';
import { type PersonalDataSection, readRows } from '../../platform/feature/personal-data-section.ts';

export const VIEWING_DATA: readonly PersonalDataSection[] = [
  {
    name: 'viewings',
    description:
      'Visits to locations that you were asked about at your email address, and days on which you were in the party',
    covers: [],
    read: (db, { email }) =>
      readRows(
        db,
        sql`
          select v.day, 'asked' as kind, s.title as location, s.slot_from, s.slot_to, lower(s.state) as state, s.answer_note as note,
            s.contact_name as name, s.contact_telephone as telephone
          from viewing_stops s join viewings v on v.id = s.viewing_id where lower(s.contact_email) = lower(${email})
          union all
          select v.day, 'party', null, null, null, null, v.note, c.name, c.telephone
          from viewing_party vp join people c on c.id = vp.person_id join viewings v on v.id = vp.viewing_id
          where c.email_key = lower(${email}) order by day`,
      ),
  },
];
