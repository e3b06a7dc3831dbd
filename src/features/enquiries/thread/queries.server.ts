import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import type { PageParams, Paged } from '../../../platform/http/paging.ts';
import { listParticipantLocations, selectMessages } from '../cases/queries.server.ts';
import { type OwnEnquiry, type Thread, SHOWN_LOCATIONS } from './schema.ts';

/** Selects enquiries `e` with their sender `p` that were sent from the verified email address of a user, without spam. */
export function selectSentEnquiries(db: Db, user: { readonly id: string }) {
  return db
    .selectFrom('users as u')
    .innerJoin('enquiry_participants as p', (join) =>
      join.on(sql<boolean>`lower(p.email) = lower(u.email) and p.kind = 'SENDER'`),
    )
    .innerJoin('enquiries as e', 'e.id', 'p.enquiry_id')
    .where('u.id', '=', user.id)
    .where('u.email_verified_at', 'is not', null)
    .where('e.state', '<>', 'SPAM');
}

/** Lists the enquiries that a user has sent, the latest message first. */
export async function listOwnEnquiries(
  db: Db,
  user: { readonly id: string },
  { page, size }: PageParams,
): Promise<Paged<OwnEnquiry>> {
  const sent = selectSentEnquiries(db, user);
  const [rows, { total }] = await Promise.all([
    sent
      .innerJoinLateral(
        ({ selectFrom }) =>
          selectFrom('enquiry_messages as m')
            .select(['m.created_at', 'm.written_by'])
            .whereRef('m.participant_id', '=', 'p.id')
            .orderBy('m.created_at', 'desc')
            .orderBy('m.id', 'desc')
            .limit(1)
            .as('last'),
        (join) => join.onTrue(),
      )
      .select(['e.id', 'e.reference', 'e.created_at', 'last.created_at as last_message_at', 'last.written_by'])
      .select(({ selectFrom }) => [
        sql<string[]>`array(select l.title from enquiry_locations l where l.enquiry_id = e.id
          order by l.position limit ${SHOWN_LOCATIONS})`.as('locations'),
        selectFrom('enquiry_locations as l')
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .whereRef('l.enquiry_id', '=', 'e.id')
          .as('location_count'),
      ])
      .orderBy('last.created_at', 'desc')
      .orderBy('e.id')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    sent.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const data = rows.map(({ written_by, reference, location_count, created_at, last_message_at, ...row }) => ({
    ...row,
    reference: reference ?? '',
    location_count: location_count ?? 0,
    created_at: created_at.toISOString(),
    last_message_at: last_message_at.toISOString(),
    is_answered: written_by === 'TEAM',
  }));
  return { data, total, current_page: page, per_page: size };
}

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
