import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import { selectMessages } from '../cases/queries.server.ts';
import type { Thread } from './schema.ts';

/** Returns the conversation of a participant. */
export async function getThread(
  db: Db,
  participant: { readonly id: string; readonly enquiryId: string },
): Promise<Thread> {
  const [{ kind, reference, ...details }, locations, messages] = await Promise.all([
    db
      .selectFrom('enquiry_participants as p')
      .innerJoin('enquiries as e', 'e.id', 'p.enquiry_id')
      .select(['p.name', 'p.kind', 'e.reference', 'e.production', 'e.production_kind'])
      .select(['e.filming_from', 'e.filming_to', 'e.crew_size'])
      .where('p.id', '=', participant.id)
      .executeTakeFirstOrThrow(),
    listPublicLocations(db, participant),
    selectMessages(db).where('m.participant_id', '=', participant.id).execute(),
  ]);
  return {
    ...details,
    reference: reference ?? '',
    is_sender: kind === 'SENDER',
    locations,
    messages: messages.map(({ id, office, text, quoted_text, omitted_files, files, written_by, created_at }) => ({
      id,
      office,
      text,
      quoted_text,
      omitted_files,
      files,
      from_team: written_by === 'TEAM',
      created_at: created_at.toISOString(),
    })),
  };
}

/** The locations of an enquiry that a participant sees: all, or those that it was passed on for. */
export function listPublicLocations(
  db: Db,
  { id, enquiryId }: { readonly id: string; readonly enquiryId: string },
): Promise<Thread['locations']> {
  const passedOn = sql`select position from enquiry_participant_locations where participant_id = ${id}`;
  return db
    .selectFrom('enquiry_locations as el')
    .leftJoin('published_locations as p', 'p.id', 'el.location_id')
    .select(['el.title', sql<string | null>`p.locationurl`.as('locationurl')])
    .where('el.enquiry_id', '=', enquiryId)
    .where(sql<boolean>`(el.position in (${passedOn}) or not exists (${passedOn}))`)
    .orderBy('el.position')
    .execute();
}
