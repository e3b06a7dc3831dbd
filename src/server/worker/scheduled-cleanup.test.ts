import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { addEnquiry, addEnquiryFile } from '../../../tests/support/enquiries.ts';
import { addLocation } from '../../../tests/support/locations.ts';
import { addPerson } from '../../../tests/support/people.ts';
import { getFileKey } from '../../features/enquiries/files/storage-keys.server.ts';
import { publishLocations } from '../../features/locations/publishing/commands.server.ts';
import { getChunkKey } from '../../features/media/uploads/chunk-keys.server.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import { addDays, toDay } from '../../platform/text/days.ts';
import { cleanUp } from './scheduled-cleanup.ts';

const { kysely: db } = await testDatabase();
const dataDir = await mkdtemp(path.join(tmpdir(), 'recce-cleanup-'));
afterAll(() => rm(dataDir, { recursive: true }));
const storage = await openStorage({ dataDir });
const jobs = { enqueue: async () => {}, stop: async () => {} };
const log = { warn: (problem: unknown) => expect.unreachable(String(problem)) };

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const dayAgo = (days: number) => daysAgo(days).toISOString().slice(0, 10);

test('deletes catalogue changes after a week, sent emails after 30 days and failed emails after 90', async () => {
  const mail = { kind: 'enquiry', recipient: 'isla@northlight.example', text: '', html: '' };
  await db
    .insertInto('outbox')
    .values([
      { ...mail, subject: 'sent recently', sent_at: daysAgo(29) },
      { ...mail, subject: 'sent long ago', sent_at: daysAgo(31) },
      { ...mail, subject: 'failed recently', failed_at: daysAgo(89) },
      { ...mail, subject: 'failed long ago', failed_at: daysAgo(91) },
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

  await cleanUp(db, storage, jobs, log);
  const mails = await db.selectFrom('outbox').select('subject').orderBy('subject').execute();
  expect(mails.map(({ subject }) => subject)).toEqual(['failed recently', 'sent recently', 'waiting']);
  expect(await db.selectFrom('catalogue_changes').select('location_id').execute()).toEqual([{ location_id: ids[1] }]);
});

test('deletes closed enquiries after two years, spam after 30 days, and the files of both', async () => {
  const closed = await addEnquiry(db, { name: 'Closed long ago', state: 'CLOSED', closed_at: daysAgo(731) });
  await addEnquiry(db, { name: 'Closed', state: 'CLOSED', closed_at: daysAgo(729) });
  await addEnquiry(db, { name: 'Old spam', state: 'SPAM', closed_at: daysAgo(31) });
  await addEnquiry(db, { name: 'Spam', state: 'SPAM', closed_at: daysAgo(29) });
  await addEnquiry(db, { name: 'Never closed', created_at: daysAgo(900) });
  const file = getFileKey(await addEnquiryFile(db, storage, closed.message));
  const unsent = await addEnquiryFile(db, storage, closed.message);
  await db
    .updateTable('enquiry_files')
    .set({ message_id: null, created_at: daysAgo(2) })
    .where('id', '=', unsent)
    .execute();
  await cleanUp(db, storage, jobs, log);
  const left = await db.selectFrom('enquiries').select('name').orderBy('name').execute();
  expect(left.map(({ name }) => name)).toEqual(['Closed', 'Never closed', 'Spam']);
  expect([await storage.exists(file), await storage.exists(getFileKey(unsent))]).toEqual([false, false]);
});

test('closes answered enquiries 90 days after the last message, the due date and the filming', async () => {
  await db.deleteFrom('enquiries').execute();
  const answered = { state: 'ANSWERED', last_message_at: daysAgo(91) } as const;
  const old = await addEnquiry(db, { ...answered, name: 'Silent', due_on: dayAgo(95), filming_to: dayAgo(92) });
  await addEnquiry(db, { ...answered, name: 'Written to', last_message_at: daysAgo(89) });
  await addEnquiry(db, { ...answered, name: 'Due', due_on: dayAgo(10) });
  await addEnquiry(db, { ...answered, name: 'Filming', filming_from: dayAgo(100), filming_to: dayAgo(80) });
  await addEnquiry(db, { ...answered, name: 'Waiting', state: 'WAITING' });
  await cleanUp(db, storage, jobs, log);
  const closed = await db
    .selectFrom('enquiries')
    .select(['id', 'version'])
    .where('closed_at', 'is not', null)
    .execute();
  expect(closed).toEqual([{ id: old.id, version: 2 }]);
  const entries = await db.selectFrom('audit_logs').select(['user_id', 'details']).execute();
  expect(entries).toContainEqual({ user_id: null, details: expect.objectContaining({ enquiry: old.id }) });
});

test('deletes the log of share emails after an hour', async () => {
  const { id: user_id } = await addPerson(db, 'SCOUT');
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const [recent, old] = [minutesAgo(59), minutesAgo(61)];
  const mails = [recent, old].map((queued_at) => ({ user_id, queued_at }));
  await db.insertInto('share_mail_log').values(mails).execute();
  await cleanUp(db, storage, jobs, log);
  expect(await db.selectFrom('share_mail_log').select('queued_at').execute()).toEqual([{ queued_at: recent }]);
});

test('deletes abandoned uploads with their chunks, but not those that wait for ingestion', async () => {
  const { id: user_id } = await addPerson(db, 'OWNER');
  const location_id = await addLocation(db, { owner_id: user_id });
  const upload = { location_id, user_id, bytes: 2, received: 1 };
  const rejected = { ...upload, received: 2, state: 'REJECTED', rejection_reason: 'This picture is damaged.' } as const;
  const rows = await db
    .insertInto('uploads')
    .values([
      { ...upload, name: 'recent.jpg', updated_at: daysAgo(0.9) },
      { ...upload, name: 'old.jpg', updated_at: daysAgo(1.1) },
      { ...rejected, name: 'rejected recent.jpg', updated_at: daysAgo(0.9) },
      { ...rejected, name: 'rejected old.jpg', updated_at: daysAgo(1.1) },
      { ...upload, name: 'waiting.jpg', received: 2, state: 'CHECKING', updated_at: daysAgo(9) },
    ])
    .returning('id')
    .execute();
  const chunks = rows.map(({ id }) => getChunkKey(id, 0));
  for (const chunk of chunks) await storage.put(chunk, new Uint8Array(1));

  await cleanUp(db, storage, jobs, log);
  const remaining = await db.selectFrom('uploads').select('name').orderBy('name').execute();
  expect(remaining.map(({ name }) => name)).toEqual(['recent.jpg', 'rejected recent.jpg', 'waiting.jpg']);
  expect(await Promise.all(chunks.map((chunk) => storage.exists(chunk)))).toEqual([true, false, true, false, true]);

  await db.deleteFrom('locations').where('id', '=', location_id).execute();
  await cleanUp(db, storage, jobs, log);
  expect(await Promise.all(chunks.map((chunk) => storage.exists(chunk)))).toEqual(chunks.map(() => false));
  expect(await db.selectFrom('orphaned_uploads').selectAll().execute()).toEqual([]);
});

test('deletes the upload quotas of past days', async () => {
  const { id: user_id } = await addPerson(db, 'OWNER');
  const days = [0, 1, 2].map((n) => addDays(toDay(new Date()), -n));
  await db
    .insertInto('upload_quotas')
    .values(days.map((day) => ({ user_id, day, bytes: 9 })))
    .execute();
  await cleanUp(db, storage, jobs, log);
  const { rows } = await sql<{ day: string }>`select day::text from upload_quotas order by day desc`.execute(db);
  expect(rows.map(({ day }) => day)).toEqual(days.slice(0, 2));
});
