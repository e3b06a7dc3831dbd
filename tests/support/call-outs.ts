import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Database } from '../../src/platform/db/tables.ts';
import type { Db } from '../../src/platform/db/transaction.ts';
import { createSecret, hashSecret } from '../../src/platform/http/secrets.server.ts';
import { addDays, toDay } from '../../src/platform/text/days.ts';
import { addPerson } from './people.ts';

/** A call-out that was sent to an owner, and one that was not sent. */
export interface CallOutFixtures {
  readonly id: string;
  readonly draft: string;
  /** Answers of the owner: yes for the location, and a suggested place. */
  readonly answer: string;
  readonly suggested: string;
  /** Secret of the owner's link. */
  readonly link: string;
  /** A photograph of the answer that was begun. */
  readonly photograph: string;
}

/** Adds call-outs of a production to the owner of a location, else to a new one, as if the emails were sent long ago. */
export async function addCallOut(
  db: Db,
  { production, location }: { readonly production: string; readonly location: string },
  {
    brief = 'A mill by a river',
    ...answer
  }: Partial<Insertable<Database['call_out_answers']>> & { brief?: string } = {},
): Promise<CallOutFixtures> {
  const at = new Date();
  const long = new Date(0);
  const returning = {
    id: randomUUID(),
    draft: randomUUID(),
    answer: randomUUID(),
    suggested: randomUUID(),
    link: createSecret(),
    photograph: randomUUID(),
  };
  const callOut = { production_id: production, brief, last_day: addDays(toDay(at), 30), search: '', created_at: at };
  await db
    .insertInto('call_outs')
    .values([
      { ...callOut, id: returning.id, sent_at: long },
      { ...callOut, id: returning.draft },
    ])
    .execute();
  const owned = await db.selectFrom('locations').select('owner_id').where('id', '=', location).executeTakeFirst();
  const user_id = owned?.owner_id ?? (await addPerson(db, 'OWNER')).id;
  const recipient = { call_out_id: returning.id, user_id, is_office: false, mail_id: randomUUID(), sent_at: long };
  const { id: recipient_id } = await db
    .insertInto('call_out_recipients')
    .values({ ...recipient, token_hash: hashSecret(returning.link) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const said = { recipient_id, answer: 'YES', answered_at: at, ...answer } as const;
  await db
    .insertInto('call_out_answers')
    .values([
      { ...said, id: returning.answer, location_id: location, title: null, place: null },
      {
        ...said,
        id: returning.suggested,
        location_id: null,
        title: answer.title ?? 'Old forge',
        place: answer.place ?? 'Perth',
      },
    ])
    .execute();
  const { id: upload_id } = await db
    .insertInto('uploads')
    .values({ user_id, name: 'lade.jpg', bytes: 100, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('call_out_photographs')
    .values({
      id: returning.photograph,
      answer_id: returning.answer,
      upload_id,
      name: 'lade.jpg',
      bytes: 100,
      created_at: at,
    })
    .execute();
  return returning;
}
