import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../tests/support/database.ts';
import { addLocation } from '../../tests/support/locations.ts';
import { addPerson } from '../../tests/support/people.ts';
import { publishLocations } from '../features/locations/publishing/commands.server.ts';
import { startTidying } from './tidying.ts';

const { kysely: db } = await testDatabase();
const log = { warn: (problem: unknown) => expect.unreachable(String(problem)) };

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

test('removes changes after a week, mails 30 days after they were sent, and 90 after they were given up', async () => {
  const mail = { kind: 'enquiry', recipient: 'isla@northlight.example', text: '', html: '' };
  await db
    .insertInto('outbox')
    .values([
      { ...mail, subject: 'sent lately', sent_at: daysAgo(29) },
      { ...mail, subject: 'sent long ago', sent_at: daysAgo(31) },
      { ...mail, subject: 'given up lately', failed_at: daysAgo(89) },
      { ...mail, subject: 'given up long ago', failed_at: daysAgo(91) },
      { ...mail, subject: 'waiting', created_at: daysAgo(100) },
    ])
    .execute();
  const ids = [await addLocation(db), await addLocation(db)];
  for (const id of ids) {
    await db.transaction().execute((trx) => publishLocations(trx, { ids: [id], at: new Date() }, async () => {}));
  }
  await sql`update catalogue_changes set changed_at = now() - interval '8 days' where location_id = ${ids[0]}`.execute(
    db,
  );

  await startTidying(db, log).stop();
  const mails = await db.selectFrom('outbox').select('subject').orderBy('subject').execute();
  expect(mails.map(({ subject }) => subject)).toEqual(['given up lately', 'sent lately', 'waiting']);
  expect(await db.selectFrom('catalogue_changes').select('location_id').execute()).toEqual([{ location_id: ids[1] }]);
});

test('removes what was counted of the mails of shared boards after an hour', async () => {
  const { id: user_id } = await addPerson(db, 'SCOUT');
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const [lately, before] = [minutesAgo(59), minutesAgo(61)];
  const mails = [lately, before].map((queued_at) => ({ user_id, queued_at }));
  await db.insertInto('board_mails').values(mails).execute();
  await startTidying(db, log).stop();
  expect(await db.selectFrom('board_mails').select('queued_at').execute()).toEqual([{ queued_at: lately }]);
});
