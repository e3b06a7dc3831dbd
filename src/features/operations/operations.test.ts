import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createCallContext } from '../../../tests/support/call-context.ts';
import { featureHandlers, testServices } from '../../../tests/support/services.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { exportLines } from '../../../tests/support/export-lines.ts';
import { addPerson } from '../../../tests/support/people.ts';
import { createInProcessCaller, createJsonApi } from '../../platform/http/route-handlers.ts';
import { defineQueue, openJobs, startJobs } from '../../platform/jobs/job-queue.ts';
import { mailQueue } from '../../platform/mail/outbox.ts';
import * as routes from './contract.ts';
import { operationsFeature } from './feature.ts';

const { kysely: db, url } = await testDatabase();
const admin = await addPerson(db, 'ADMIN');
const log = { error: () => {}, warn: () => {} };
const testQueue = defineQueue({
  name: 'errands',
  data: z.object({ to: z.string() }),
  retries: { limit: 0, initialDelay: 1, maxDelay: 1 },
  expiresAfter: 30,
});
const jobs = await openJobs({ url, queues: [testQueue, mailQueue], log });
afterAll(() => jobs.stop());
const handlers = featureHandlers(operationsFeature, testServices(db, { jobs }));
const api = createJsonApi(createInProcessCaller(handlers, createCallContext(admin)));
const getLastAuditEntry = () =>
  db.selectFrom('audit_logs').select(['type', 'details']).orderBy('id', 'desc').limit(1).executeTakeFirst();

beforeEach(async () => {
  await db.deleteFrom('outbox').execute();
});

let failures = 0;

/** Adds a failed email. Each fails a second after the one before, since the list is ordered by that time. */
async function addDeadLetter(error: string): Promise<string> {
  const failed_at = new Date(Date.UTC(2026, 0, 1) + failures++ * 1000);
  const mail = { kind: 'enquiry', recipient: 'isla@northlight.example', subject: 'Weir Mill', text: '-', html: '-' };
  const { id } = await db
    .insertInto('outbox')
    .values({ ...mail, attempts: 15, last_error: error, failed_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

test('reports the last backup', async () => {
  expect(await api(routes.lastBackup, {})).toEqual({ last: null });
  await sql`insert into last_backup (taken_at, problems) values ('2026-11-24 02:00Z', 1)`.execute(db);
  expect(await api(routes.lastBackup, {})).toEqual({ last: { taken_at: '2026-11-24T02:00:00.000Z', problems: 1 } });
});

test('lists failed emails without personal data, and records retrying and discarding them', async () => {
  const id = await addDeadLetter('ECONNREFUSED');
  const other = await addDeadLetter('550 5.1.1 RCPT TO');
  const { total, data } = await api(routes.failedMails, {});
  expect(total).toBe(2);
  expect(data).toContainEqual(
    expect.objectContaining({ id, kind: 'enquiry', attempts: 15, last_error: 'ECONNREFUSED' }),
  );
  expect(JSON.stringify(data)).not.toMatch(/isla|Weir/);
  expect(await exportLines(handlers, routes.exportFailedMails, admin)).toEqual([
    'Id,Email,Created,Failed,Attempts,Error',
    expect.stringMatching(new RegExp(`^${other},enquiry,20[^,]+Z,20[^,]+Z,15,550 5.1.1 RCPT TO$`)),
    expect.stringMatching(new RegExp(`^${id},enquiry,20[^,]+Z,20[^,]+Z,15,ECONNREFUSED$`)),
  ]);

  await api(routes.retryMail, { id });
  expect(await getLastAuditEntry()).toEqual({ type: 33, details: { mail: id, kind: 'enquiry' } });
  await expect(api(routes.retryMail, { id })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  await expect(api(routes.discardMail, { id })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  await api(routes.discardMail, { id: other });
  expect(await getLastAuditEntry()).toMatchObject({ type: 34 });
  const waiting = { mails: 1, lastError: 'ECONNREFUSED' };
  expect(await api(routes.failedMails, {})).toEqual({ total: 0, data: [], waiting });
  expect(await db.selectFrom('outbox').select('id').execute()).toEqual([{ id }]);

  await addDeadLetter('ETIMEDOUT');
  expect(await api(routes.retryMails, {})).toEqual({ count: 1 });
});

test('lists failed jobs without paths, and retries them', async () => {
  const worker = await startJobs({ url, queues: [testQueue, mailQueue], log });
  let isOpen = false;
  const completed: string[] = [];
  await worker.work(testQueue, {
    run: async ({ to }) => {
      if (!isOpen) throw new Error(`cannot open /srv/recce/${to}: no such file\n at line 1`);
      completed.push(to);
    },
    onRetriesExhausted: async () => {},
  });
  await db.transaction().execute((trx) => jobs.enqueue(trx, testQueue, { to: 'mill' }));
  await expect.poll(async () => (await api(routes.failedJobs, {})).total).toBe(1);
  const [failed] = (await api(routes.failedJobs, {})).data;
  expect(failed).toMatchObject({ queue: 'errands', attempts: 1, error: 'cannot open … no such file' });
  expect(await exportLines(handlers, routes.exportFailedJobs, admin)).toEqual([
    'Id,Queue,Failed,Attempts,Error',
    expect.stringMatching(new RegExp(`^${failed!.id},errands,20[^,]+Z,1,cannot open … no such file$`)),
  ]);

  isOpen = true;
  await api(routes.retryJob, { queue: 'errands', id: failed!.id });
  expect(await getLastAuditEntry()).toEqual({ type: 33, details: { queue: 'errands', job: failed!.id } });
  await expect.poll(() => completed).toEqual(['mill']);
  expect(await api(routes.failedJobs, {})).toEqual({ total: 0, data: [] });
  for (const queue of ['errands', 'nothing']) {
    const again = api(routes.retryJob, { queue, id: randomUUID() });
    await expect(again).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  }
  await worker.stop();
});
