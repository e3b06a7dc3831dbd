import type { Db } from '../../../platform/db/transaction.ts';
import { listParticipantLocations, selectMessages } from '../cases/queries.server.ts';
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
    listParticipantLocations(db, participant),
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
