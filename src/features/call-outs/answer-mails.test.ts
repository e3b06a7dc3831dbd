import { expect, test } from 'vitest';
import { addCallOut } from '../../../tests/support/call-outs.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { addLocation } from '../../../tests/support/locations.ts';
import { addPerson } from '../../../tests/support/people.ts';
import { addProduction } from '../../../tests/support/productions.ts';
import { testServices } from '../../../tests/support/services.ts';
import { MAIL_INTERVAL_MS, QUIET_MS, queueCallOutAnswerMails } from './answer-mails.jobs.server.ts';

const { kysely: db } = await testDatabase();
const services = testServices(db);

test('tells the office of many answers by one email, when owners pause, and not again for hours', async () => {
  const { id: assignee_id, email } = await addPerson(db, 'ADMIN');
  const production = await addProduction(db, {}, { title: 'Salt and Iron', code_name: 'Heron', assignee_id });
  let now = new Date();
  const location = await addLocation(db, { title: 'Weir mill' });
  const callOut = await addCallOut(db, { production, location }, { answered_at: now, note: 'Ring Morag' });
  const answer = (said: 'YES' | 'NO') =>
    db
      .updateTable('call_out_answers')
      .set({ answer: said, answered_at: now })
      .where('id', '=', callOut.answer)
      .execute();
  const wait = (ms: number) => (now = new Date(now.getTime() + ms));
  const queue = async () => {
    await queueCallOutAnswerMails(services, now);
    return db
      .selectFrom('outbox')
      .select(['recipient', 'subject', 'text'])
      .where('kind', '=', 'call-out-answers')
      .orderBy('created_at')
      .execute();
  };
  expect(await queue()).toEqual([]);
  wait(QUIET_MS);
  const [mail, ...others] = await queue();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    recipient: email,
    subject: expect.stringMatching(/^\[PROD-.*\] New answers to a call-out$/),
  });
  expect(mail!.text).toMatch(/Yes: +1\nSuggested places: 1/);
  expect(mail!.text).toContain(`/admin/productions/${production}`);
  expect(mail!.text).not.toMatch(/Salt and Iron|Heron|Morag|Weir mill/);

  wait(QUIET_MS);
  await answer('NO');
  wait(QUIET_MS);
  expect(await queue()).toHaveLength(1);
  // The account of the assignee was deleted.
  await db.updateTable('productions').set({ assignee_id: null }).where('id', '=', production).execute();
  wait(MAIL_INTERVAL_MS);
  expect((await queue()).slice(1)).toMatchObject([
    { recipient: services.site.mailbox, text: expect.stringMatching(/\nNo: 1\n/) },
  ]);
  wait(MAIL_INTERVAL_MS);
  expect(await queue()).toHaveLength(2);
});
