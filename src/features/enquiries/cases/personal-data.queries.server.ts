import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import type { State } from './schema.ts';

/** An enquiry as a participant sees it. */
interface PersonalEnquiry {
  readonly reference: string;
  readonly state: State;
  readonly created_at: Date;
  /** Role of the email address in the enquiry. */
  readonly kind: 'SENDER' | 'OWNER' | 'FILM_OFFICE';
  readonly name: string;
  readonly phone: string | null;
  readonly locations: string[];
  /** The conversation of this email address, oldest first, without notes and conversations with others. */
  readonly messages: { readonly written_by: 'TEAM' | 'PARTICIPANT'; readonly text: string; readonly files: string[] }[];
}

/** Lists all enquiries of an email address, for the export of personal data; the oldest first. */
export async function listEnquiriesOf(db: Db, email: string): Promise<PersonalEnquiry[]> {
  const { rows } = await sql<PersonalEnquiry>`
    select e.reference, e.state, p.created_at, p.kind, p.name,
      case when p.kind = 'SENDER' then e.phone end as phone, ${LOCATIONS} as locations, ${MESSAGES} as messages
    from enquiry_participants p join enquiries e on e.id = p.enquiry_id
    where lower(p.email) = lower(${email}) order by p.created_at, p.id`.execute(db);
  return rows;
}

const SEEN = sql`select position from enquiry_participant_locations where participant_id = p.id`;
const LOCATIONS: RawBuilder<string[]> = sql`array(
  select title from enquiry_locations el
  where el.enquiry_id = e.id and (el.position in (${SEEN}) or not exists (${SEEN})) order by el.position)`;
const MESSAGES: RawBuilder<PersonalEnquiry['messages']> = sql`array(
  select jsonb_build_object('written_by', m.written_by, 'text', m.text,
    'files', array(select f.name from enquiry_files f where f.message_id = m.id order by f.position, f.id))
  from enquiry_messages m where m.participant_id = p.id order by m.created_at, m.id)`;
