import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { issueViewingLink } from '../../src/features/viewings/links/commands.server.ts';
import type { Database } from '../../src/platform/db/tables.ts';
import type { Db } from '../../src/platform/db/transaction.ts';
import { addDays, toDay } from '../../src/platform/text/days.ts';

/** A viewing with a stop whose owner was asked, one whose owner was not, and one person in the party. */
export interface ViewingFixtures {
  readonly id: string;
  readonly asked: string;
  readonly planned: string;
  readonly person: string;
  /** Secrets of the links of the owner who was asked, and of the person. */
  readonly requestLink: string;
  readonly itineraryLink: string;
}

/** Adds a viewing of tomorrow, as if its emails were just sent. */
export async function addViewing(
  db: Db,
  { production, location }: { readonly production: string; readonly location: string },
  columns: Partial<Insertable<Database['viewings']>> = {},
): Promise<ViewingFixtures> {
  const at = new Date();
  const returning = { id: randomUUID(), asked: randomUUID(), planned: randomUUID(), person: randomUUID() };
  const { id, asked, planned, person } = returning;
  await db
    .insertInto('people')
    .values({ id: person, name: 'Catriona Bell', email: `${person}@crew.example` })
    .execute();
  await db
    .insertInto('production_contacts')
    .values({ production_id: production, person_id: person, role: 'Designer', position: 9 })
    .execute();
  await db
    .insertInto('viewings')
    .values({ id, production_id: production, day: addDays(toDay(at), 1), people: 4, created_at: at, ...columns })
    .execute();
  await db.insertInto('viewing_party').values({ viewing_id: id, person_id: person }).execute();
  const stop = { viewing_id: id, location_id: location, title: 'Weir mill' };
  await db
    .insertInto('viewing_stops')
    .values([
      { ...stop, id: asked, slot_from: '10:00', slot_to: '11:00', state: 'ASKED', contact_email: 'owner@crew.example' },
      { ...stop, id: planned, slot_from: '12:00', slot_to: '13:00' },
    ])
    .execute();
  const addLink = async (about: { stop_id: string } | { person_id: string }) => {
    const mail_id = randomUUID();
    await db
      .insertInto('viewing_mails')
      .values({ mail_id, viewing_id: id, created_at: at, ...about })
      .execute();
    return (await issueViewingLink(db, mail_id)) ?? '';
  };
  return {
    ...returning,
    requestLink: await addLink({ stop_id: asked }),
    itineraryLink: await addLink({ person_id: person }),
  };
}
