import { sql } from 'kysely';
import { type PersonalDataSection, readRows } from '../../platform/feature/personal-data-section.ts';
import { listEnquiriesOf } from './cases/personal-data.queries.server.ts';

export const ENQUIRY_DATA: readonly PersonalDataSection[] = [
  {
    name: 'enquiries',
    description: 'Enquiries from your email address, or passed on to it, with your conversations',
    covers: ['enquiries.email', 'enquiry_participants.email'],
    read: async function* (db, { email }) {
      yield await listEnquiriesOf(db, email);
    },
  },
  {
    name: 'enquiries-answered',
    description:
      'As a member of the team: messages and notes that you have written, and enquiries that are assigned to you',
    covers: ['enquiries.assignee_id', 'enquiry_messages.user_id', 'enquiry_notes.user_id'],
    read: (db, { id }) =>
      readRows(
        db,
        sql`
          select e.reference, 'message' as kind, m.text, m.created_at
          from enquiry_messages m join enquiries e on e.id = m.enquiry_id where m.user_id = ${id}
          union all select e.reference, 'note', n.text, n.created_at
          from enquiry_notes n join enquiries e on e.id = n.enquiry_id where n.user_id = ${id}
          union all select e.reference, 'assigned', null, e.created_at from enquiries e where e.assignee_id = ${id}
          order by created_at`,
      ),
  },
];
