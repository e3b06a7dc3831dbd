import { expect, test } from 'vitest';
import { addPublished } from '../../../../tests/support/boards.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { openGuests } from '../../../../tests/support/guests.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { addLocation, createBoard } from '../contract.ts';
import { MAIL_INTERVAL_MS, QUIET_MS, queueAnswerMails } from './answer-mails.jobs.server.ts';
import { saveAnswer } from './contract.ts';

const { kysely: db } = await testDatabase();

test('tells an owner of many answers by one email, when guests pause, and not again for hours', async () => {
  const scout = await addPerson(db, 'SCOUT', { first_name: 'Catriona' });
  const places = await addPublished(db, ['Mill', 'Kirk']);
  const guests = openGuests(db, scout);
  const { id } = await guests.api(createBoard, { title: 'Episode 4' });
  for (const locationId of places) await guests.api(addLocation, { id, locationId });
  const { secret } = await guests.addLink(id);
  const isla = await guests.enter(secret, 'Isla Reid');
  const answer = (to: 'YES' | 'NO') =>
    Promise.all(places.map((locationId) => isla.api(saveAnswer, { secret, locationId, answer: to })));
  const queue = async () => {
    await queueAnswerMails(guests.services, guests.now);
    return db.selectFrom('outbox').select(['recipient', 'subject', 'text']).execute();
  };
  const wait = (ms: number) => (guests.now = new Date(guests.now.getTime() + ms));
  await answer('YES');
  expect(await queue()).toEqual([]);
  wait(QUIET_MS);
  const text = expect.stringMatching(/Episode 4[^]*2 answers by Isla Reid[^]*\/answers/);
  const mail = { recipient: scout.email, subject: 'New answers about Episode 4', text };
  expect(await queue()).toEqual([mail]);
  wait(QUIET_MS);
  await answer('NO');
  wait(QUIET_MS);
  expect(await queue()).toHaveLength(1);
  wait(MAIL_INTERVAL_MS);
  expect(await queue()).toHaveLength(2);
  wait(MAIL_INTERVAL_MS);
  expect(await queue()).toHaveLength(2);
});
