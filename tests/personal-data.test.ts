import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openPromise } from 'yauzl';
import { AUDIT_TYPES } from '../src/features/audit-log/entry-types.ts';
import { addLocation, createBoard } from '../src/features/boards/contract.ts';
import { getOriginalKey } from '../src/features/media/storage-keys.server.ts';
import {
  createDownload,
  downloadExport,
  latestExport,
  requestExport,
} from '../src/features/personal-data-export/contract.ts';
import { DOWNLOAD_EXPIRED } from '../src/features/personal-data-export/messages.ts';
import { deleteOldExports, makeArchive } from '../src/features/personal-data-export/jobs.server.ts';
import { getExportKey } from '../src/features/personal-data-export/storage-keys.server.ts';
import { createHttpApi } from '../src/platform/http/api-client.ts';
import { readConfig } from '../src/platform/settings/config.ts';
import { createOutbox } from '../src/platform/mail/outbox.ts';
import { PERSONAL_DATA } from '../src/server/personal-data-sections.ts';
import { addPublished } from './support/boards.ts';
import { testDatabase } from './support/database.ts';
import { addEnquiry } from './support/enquiries.ts';
import { addImage, addLocation as insertLocation } from './support/locations.ts';
import { type SignedIn, addSignedInPerson } from './support/people.ts';
import { startSite } from './support/site.ts';

let elapsed = 0;
const site = await startSite({ database: await testDatabase(), now: () => new Date(Date.now() + elapsed) });
const visitor = createHttpApi({ origin: site.url });
const { db, storage, jobs } = site;
const folder = await mkdtemp(path.join(tmpdir(), 'archives-'));
afterAll(() => rm(folder, { recursive: true }));

const deps = {
  db,
  storage,
  sections: PERSONAL_DATA,
  queueMail: createOutbox(jobs),
  site: readConfig({}).site,
  siteUrl: site.url,
};
const make = (id: string) => makeArchive(deps, { id, at: new Date(), signal: new AbortController().signal });

/** Requests an archive and makes it, as the worker does. Returns its id. */
async function request({ api }: SignedIn): Promise<string> {
  await api(requestExport, {});
  const { export: waiting } = await api(latestExport, {});
  expect(waiting).toMatchObject({ state: 'WAITING', bytes: null });
  await make(waiting!.id);
  return waiting!.id;
}

/** Allows a browser to download an archive. Returns the ticket in its cookie. */
async function allowDownload(person: SignedIn, id: string): Promise<string> {
  const { status, headers } = await person.fetch(`/api/profile/data-exports/${id}/download`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  expect(status).toBe(200);
  const [cookie = ''] = headers.getSetCookie();
  expect(cookie).toMatch(/^data-download=[\w.-]+; Max-Age=900; Path=\/; HttpOnly; SameSite=Strict$/);
  return /=([^;]*)/.exec(cookie)![1]!;
}

/** Follows the link to an archive, as a browser with a ticket does. */
const fetchArchive = (id: string, ticket: string) =>
  fetch(`${site.url}/api/data-exports/${id}`, { headers: { cookie: `data-download=${ticket}` } });

/** Downloads an archive and returns its files by name. */
async function download(person: SignedIn, id: string): Promise<Record<string, Buffer>> {
  const response = await fetchArchive(id, await allowDownload(person, id));
  expect(response.status).toBe(200);
  const file = path.join(folder, `${id}.zip`);
  await writeFile(file, Buffer.from(await response.arrayBuffer()));
  const zip = await openPromise(file);
  const files: Record<string, Buffer> = {};
  for await (const entry of zip.eachEntry())
    files[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry));
  return files;
}

const parse = (file: Buffer | undefined) => JSON.parse(String(file)) as Record<string, unknown>[];

test('gives an owner everything about them, with the originals of pictures and without internal fields and secrets', async () => {
  const owner = await addSignedInPerson(site, 'OWNER');
  const { email, id: owner_id } = owner.person;
  const location = await insertLocation(db, { title: 'Weir mill', owner_id, internalteamnotes: 'difficult-owner' });
  await addImage(db, location, { is_primary: true, caption: 'The lade' });
  const { sha256 } = await db
    .selectFrom('images')
    .select('sha256')
    .where('location_id', '=', location)
    .executeTakeFirstOrThrow();
  await storage.put(getOriginalKey(sha256), Buffer.from('the original'));
  await addEnquiry(db, { email, comment: 'May we film on the weir?' });
  const other = await addSignedInPerson(site, 'OWNER');
  await insertLocation(db, { title: 'Quay of somebody else', owner_id: other.person.id });

  const files = await download(owner, await request(owner));
  expect(Object.keys(files).toSorted()).toEqual(
    [
      'README.txt',
      'missing-files.json',
      `pictures/${sha256}.jpg`,
      ...PERSONAL_DATA.map(({ name }) => `${name}.json`),
    ].toSorted(),
  );
  expect(parse(files['account.json'])).toMatchObject([{ email, role: 'OWNER', first_name: 'Isla' }]);
  expect(parse(files['locations.json'])).toMatchObject([{ id: location, title: 'Weir mill' }]);
  expect(parse(files['images.json'])).toMatchObject([{ file: `pictures/${sha256}.jpg`, caption: 'The lade' }]);
  expect(String(files[`pictures/${sha256}.jpg`])).toBe('the original');
  expect(parse(files['enquiries.json'])).toMatchObject([{ messages: [{ text: 'May we film on the weir?' }] }]);
  expect(parse(files['audit-log.json'])).toMatchObject([
    { action: 'Login' },
    { action: 'Own data requested', by_you: true },
  ]);
  expect(parse(files['missing-files.json'])).toEqual([]);
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', owner_id)
    .executeTakeFirstOrThrow();
  const everything = Object.values(files).join('\n');
  for (const secret of [password_hash!, 'difficult-owner', 'somebody else', other.person.email])
    expect(everything).not.toContain(secret);
});

test('gives a scout their boards with notes, and emails a link without a secret', async () => {
  const scout = await addSignedInPerson(site, 'SCOUT');
  const [mill = ''] = await addPublished(db, ['Mill']);
  const { id: board } = await scout.api(createBoard, { title: 'Episode 4' });
  await scout.api(addLocation, { id: board, locationId: mill, note: 'Ask about the lade.' });
  const id = await request(scout);
  const files = await download(scout, id);
  expect(parse(files['boards.json'])).toMatchObject([{ id: board, title: 'Episode 4', locations: 1 }]);
  expect(parse(files['board-locations.json'])).toMatchObject([{ location: 'Mill', note: 'Ask about the lade.' }]);
  const mail = db.selectFrom('outbox').select('text').where('recipient', '=', scout.person.email);
  const { text } = await mail.executeTakeFirstOrThrow();
  expect(text).toContain(`${site.url}/edit-profile#your-data`);
  expect(text).not.toContain(id);
  const written = db.selectFrom('audit_logs').select('type').where('user_id', '=', scout.person.id).orderBy('id');
  const types = (await written.execute()).map(({ type }) => type);
  expect(types.slice(-2)).toEqual([
    AUDIT_TYPES.PERSONAL_DATA_REQUESTED.number,
    AUDIT_TYPES.PERSONAL_DATA_DOWNLOADED.number,
  ]);
});

test('gives an archive to its owner only, for seven days, and deletes the file afterwards', async () => {
  const scout = await addSignedInPerson(site, 'SCOUT');
  const id = await request(scout);
  const others = [await addSignedInPerson(site, 'SCOUT'), await addSignedInPerson(site, 'ADMIN')];
  for (const { api } of others)
    await expect(api(createDownload, { id })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  await deleteOldExports(db, storage, inDays(6.9));
  expect(await storage.exists(getExportKey(id))).toBe(true);
  await deleteOldExports(db, storage, inDays(7.1));
  expect(await storage.exists(getExportKey(id))).toBe(false);
  await expect(scout.api(createDownload, { id })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
});

test('streams an archive by a link that is valid for 15 minutes, for this archive and while there is an account', async () => {
  const scout = await addSignedInPerson(site, 'SCOUT');
  const id = await request(scout);
  const ticket = await allowDownload(scout, id);
  const response = await fetchArchive(id, ticket);
  const content = await response.arrayBuffer();
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-disposition': "attachment; filename*=UTF-8''my-data.zip",
    'content-type': 'application/zip',
    'content-length': String(content.byteLength),
    'cache-control': 'no-store',
  });
  const other = await request(await addSignedInPerson(site, 'SCOUT'));
  const [expires] = ticket.split('.');
  const refused = { errorType: 'NOT_FOUND', message: DOWNLOAD_EXPIRED };
  await expect(visitor(downloadExport, { id })).rejects.toMatchObject(refused);
  expect((await fetchArchive(other, ticket)).status).toBe(404);
  for (const changed of [ticket.replace(`${expires}`, '99999999999'), `${expires}.A`, 'A', ''])
    expect((await fetchArchive(id, changed)).status).toBe(404);
  elapsed = 15 * 60_000;
  expect((await fetchArchive(id, ticket)).status).toBe(404);
  elapsed = 0;
  await db.deleteFrom('personal_data_exports').where('user_id', '=', scout.person.id).execute();
  expect((await fetchArchive(id, ticket)).status).toBe(404);
});

test('makes one archive at a time and three a day, for concurrent requests too, and makes it again after a crash', async () => {
  const scout = await addSignedInPerson(site, 'SCOUT');
  const requests = await Promise.allSettled(Array.from({ length: 3 }, () => scout.api(requestExport, {})));
  expect(requests.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const { export: waiting } = await scout.api(latestExport, {});
  const { id } = waiting!;
  const aborted = new AbortController();
  aborted.abort();
  await expect(makeArchive(deps, { id, at: new Date(), signal: aborted.signal })).rejects.toThrow();
  await make(id);
  await make(id);
  const mails = db.selectFrom('outbox').select('id').where('recipient', '=', scout.person.email);
  expect(await mails.execute()).toHaveLength(1);
  await request(scout);
  await request(scout);
  await expect(scout.api(requestExport, {})).rejects.toMatchObject({ errorType: 'TOO_MANY_REQUESTS' });
});

test('deletes the archive when the account is deleted meanwhile', async () => {
  const scout = await addSignedInPerson(site, 'SCOUT');
  await scout.api(requestExport, {});
  const { export: waiting } = await scout.api(latestExport, {});
  await db.deleteFrom('personal_data_exports').where('user_id', '=', scout.person.id).execute();
  await make(waiting!.id);
  await deleteOldExports(db, storage, new Date());
  expect(await storage.exists(getExportKey(waiting!.id))).toBe(false);
});

/** Columns with ids or email addresses of people that are in no archive, with the reason. */
const NOT_EXPORTED: Readonly<Record<string, string>> = {
  'consent_areas.email': 'The address of an authority, public on the pages of locations.',
  'contacts.email': 'part of the location',
  'locations.email': 'part of the location',
  'account_deletions.user_id': 'only of deleted accounts',
  'account_deletions.started_by': 'only of deleted accounts',
  'personal_data_exports.user_id': 'the archives themselves',
  'second_factor_steps.user_id': 'log-ins that have begun, for five minutes',
  'recovery_codes.user_id': 'secrets only',
  'inbound_mailboxes.leased_by': 'a process, not a person',
  'enquiry_messages.written_by': 'a role, not a person',
  'locations.visitedby': 'an internal field of the Locations Team, with a name',
  ...Object.fromEntries(
    [
      'content_drafts.updated_by',
      'content_revisions.author_id',
      'company_revisions.author_id',
      'person_revisions.author_id',
      'location_reviews.decided_by',
      'review_claims.user_id',
      'owner_tasks.created_by',
      'owner_tasks.closed_by',
      'duplicate_pairs.dismissed_by',
      'bulk_changes.created_by',
      'bulk_changes.undone_by',
      'imports.created_by',
      'search_synonyms.changed_by',
      'thesaurus_switches.changed_by',
      'search_pins.changed_by',
    ].map((column) => [column, 'work of the Locations Team, which the audit log of the archive has']),
  ),
};

test('has every column that refers to a person, or an explanation', async () => {
  const { rows } = await sql<{ column: string }>`
    select table_name || '.' || column_name as "column" from information_schema.columns
    where table_schema = 'public' and table_name in (select tablename from pg_tables where schemaname = 'public') and (
      column_name in ('user_id', 'owner_id', 'author_id', 'assignee_id', 'email', 'recipient') or column_name like '%\_by')
    union
    select conrelid::regclass || '.' || a.attname from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'users'::regclass`.execute(db);
  const covered = PERSONAL_DATA.flatMap(({ covers }) => covers);
  expect([...covered, ...Object.keys(NOT_EXPORTED)].toSorted()).toEqual(rows.map(({ column }) => column).toSorted());
});
