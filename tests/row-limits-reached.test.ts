import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import * as secondFactors from '../src/features/accounts/second-factor/contract.ts';
import { hashNetworks } from '../src/features/enquiries/files/commands.server.ts';
import { MAX_PICTURE_BYTES } from '../src/features/media/schema.ts';
import { toDay } from '../src/platform/text/days.ts';
import { ROW_LIMITS } from './row-limits.ts';
import { INPUTS, call, getRouteName, listRoutes } from './permissions/calls.ts';
import { EMPTY_VIEW } from './permissions/content.ts';
import { type Fixtures, createFixtures } from './permissions/fixtures.ts';
import { type CallerName, type People, addPeople } from './permissions/people.ts';
import { PASSWORD, addSignedInPerson } from './support/people.ts';
import { startSite } from './support/site.ts';
import { createSoftwarePasskey } from './support/software-passkey.ts';
import { wordDocument } from './support/word-documents.ts';

const site = await startSite();
const { db } = site;
const people = await addPeople(site);
const routes = new Map(listRoutes(site).map((route) => [getRouteName(route), route]));
const GB = 1024 ** 3;
/** The size of the uploads in INPUTS. */
const UPLOAD_BYTES = 1000;

type Limit = keyof typeof ROW_LIMITS;
type Sql = RawBuilder<unknown>;

/** A limit, a call that reaches it, and the status of the next one. */
interface Case {
  readonly limit: Limit;
  readonly route: string;
  readonly caller: CallerName;
  readonly status: 409 | 422 | 429;
  /** Adds what is missing until one more call is possible. */
  readonly fill: (fixtures: Fixtures, people: People) => Sql;
  /** Runs before each call. */
  readonly prepare?: (fixtures: Fixtures) => Sql;
}

/** SQL: one row, with a number `n`, for each that is missing until one more can be added. */
const missing = (limit: Limit, count: Sql): Sql =>
  sql`generate_series(1, ${sql.lit(ROW_LIMITS[limit].max - 1)} - (${count})::integer) n`;

/** SQL: makes the version of a viewing the one that calls expect. */
const resetViewing = ({ team: { viewing } }: Fixtures): Sql =>
  sql`update viewings set version = 1, sent_version = null where id = ${viewing.id}`;

/** SQL: begins to insert recce photographs of a location on a board, up to their sizes and times. */
const addPhotographs = (board: string, location: string): Sql => sql`
  insert into board_photographs (board_id, location_id, sha256, name, bytes, created_at)
  select ${board}, ${location}, (select min(sha256) from pictures), 'lade.jpg',`;

/** SQL: inserts files of a location on a board. */
const addFiles = (board: string, location: string, limit: 'locationFiles' | 'boardFiles'): Sql => sql`
  insert into board_files (board_id, location_id, content_id, name, content_type, bytes, created_at)
  select ${board}, ${location}, gen_random_uuid(), 'permit.pdf', 'application/pdf', 1, now()
  from ${missing(limit, sql`select count(*) from board_files where board_id = ${board}`)}`;

const CASES: readonly Case[] = [
  {
    limit: 'tokens',
    route: 'POST /api-tokens',
    caller: 'admin',
    status: 409,
    fill: (_, { admin }) => sql`
      insert into api_tokens (token_hash, ending, name, user_id, permissions, read_only, created_at, expires_at)
      select sha256(n::text::bytea), 'abcd', 'Sheets', ${admin.id}, '{user.view}', true, now(), now() + interval '9 days'
      from ${missing('tokens', sql`select count(*) from api_tokens where revoked_at is null and expires_at > now()`)}`,
  },
  {
    limit: 'shareMails',
    route: 'POST /boards/{id}/shares',
    caller: 'scoutA',
    status: 429,
    fill: ({ owner }) => sql`
      insert into share_mail_log (user_id, queued_at)
      select ${owner}, now() from ${missing('shareMails', sql`select count(*) from share_mail_log where user_id = ${owner}`)}`,
  },
  {
    limit: 'images',
    route: 'POST /locations/{id}/images',
    caller: 'ownerA',
    status: 409,
    fill: ({ own: { location } }, { ownerA }) => sql`
      insert into uploads (location_id, user_id, name, bytes) select ${location}, ${ownerA.id}, 'lade.jpg', 1000
      from ${missing(
        'images',
        sql`select (select count(*) from images where location_id = ${location})
          + (select count(*) from uploads where location_id = ${location} and state <> 'REJECTED')`,
      )}`,
  },
  {
    limit: 'locationPhotographs',
    route: 'POST /boards/{id}/locations/{locationId}/photographs',
    caller: 'scoutA',
    status: 409,
    fill: ({ board, location }) => sql`
      ${addPhotographs(board, location)} 1, now()
      from ${missing('locationPhotographs', sql`select count(*) from board_photographs where board_id = ${board}`)}`,
  },
  {
    limit: 'boardPhotographs',
    route: 'POST /boards/{id}/locations/{locationId}/photographs',
    caller: 'scoutA',
    status: 409,
    fill: ({ board, otherLocation }) => sql`
      ${addPhotographs(board, otherLocation)} 1, now()
      from ${missing('boardPhotographs', sql`select count(*) from board_photographs where board_id = ${board}`)}`,
  },
  {
    limit: 'locationFiles',
    route: 'POST /boards/{id}/locations/{locationId}/files',
    caller: 'scoutA',
    status: 409,
    fill: ({ board, location }) => addFiles(board, location, 'locationFiles'),
  },
  {
    limit: 'boardFiles',
    route: 'POST /boards/{id}/locations/{locationId}/files',
    caller: 'scoutA',
    status: 409,
    fill: ({ board, otherLocation }) => addFiles(board, otherLocation, 'boardFiles'),
  },
  {
    limit: 'photographBytes',
    route: 'POST /boards/{id}/locations/{locationId}/photographs',
    caller: 'scoutA',
    status: 409,
    // As many of the largest as there is room for, and a last one. A call sends 100 bytes.
    fill: ({ board, otherLocation, owner }) => sql`
      ${addPhotographs(board, otherLocation)} least(${sql.lit(MAX_PICTURE_BYTES)}, room - (n - 1)::bigint * ${sql.lit(MAX_PICTURE_BYTES)}), now()
      from (
        select ${sql.lit(ROW_LIMITS.photographBytes.max * GB - 100)} - sum(bytes) as room
        from (select board_id, bytes from board_photographs union all select board_id, bytes from board_files) files
        where board_id in (select id from boards where user_id = ${owner})) used,
        generate_series(1, ceil(room / ${sql.lit(MAX_PICTURE_BYTES)}.0)::integer) n`,
  },
  {
    limit: 'dailyBytes',
    route: 'POST /locations/{id}/images',
    caller: 'admin',
    status: 409,
    fill: (_, { admin }) => sql`
      insert into upload_quotas (user_id, day, bytes)
      values (${admin.id}, ${toDay(new Date())}, ${sql.lit(ROW_LIMITS.dailyBytes.max * GB - UPLOAD_BYTES)})`,
  },
  {
    limit: 'uploads',
    route: 'POST /locations/{id}/images',
    caller: 'ownerA',
    status: 429,
    fill: (_, { ownerA }) => sql`
      insert into uploads (user_id, name, bytes) select ${ownerA.id}, 'lade.jpg', 1000
      from ${missing(
        'uploads',
        sql`select count(*) from uploads where user_id = ${ownerA.id} and state in ('RECEIVING', 'CHECKING')`,
      )}`,
  },
  {
    limit: 'documents',
    route: 'POST /locations/{id}/documents',
    caller: 'admin',
    status: 409,
    fill: ({ own: { location } }, { admin }) => sql`
      insert into documents (id, location_id, name, bytes, uploaded_by)
      select gen_random_uuid(), ${location}, 'Plan', 1, ${admin.id}
      from ${missing('documents', sql`select count(*) from documents where location_id = ${location}`)}`,
  },
  {
    limit: 'contacts',
    route: 'POST /locations/{id}/contacts',
    caller: 'ownerA',
    status: 409,
    fill: ({ own: { location } }) => sql`
      insert into contacts (location_id, firstname, lastname, telephone) select ${location}, 'Iain', 'Ross', '0131 496 0155'
      from ${missing('contacts', sql`select count(*) from contacts where location_id = ${location}`)}`,
  },
  {
    limit: 'unavailableDates',
    route: 'POST /locations/{id}/unavailable-dates',
    caller: 'ownerA',
    status: 409,
    fill: ({ own: { location } }) => sql`
      with added as (
        insert into availability_entries (location_id, kind, first_day, last_day, note, version, created_at)
        select ${location}, 'BLOCKED', current_date + n, current_date + n, '', 1, now()
        from ${missing('unavailableDates', sql`select count(*) from availability_entries where location_id = ${location}`)}
        returning id, first_day)
      insert into availability_occurrences (entry_id, first_day, last_day) select id, first_day, first_day from added`,
  },
  {
    limit: 'tasks',
    route: 'POST /locations/{id}/tasks',
    caller: 'admin',
    status: 409,
    fill: ({ own: { location } }) => sql`
      insert into owner_tasks (location_id, step, text, created_at) select ${location}, 'images', 'The rear, please.', now()
      from ${missing('tasks', sql`select count(*) from owner_tasks where location_id = ${location} and state = 'OPEN'`)}`,
  },
  {
    limit: 'reasonTemplates',
    route: 'POST /reason-templates',
    caller: 'admin',
    status: 409,
    fill: () => sql`
      insert into reason_templates (title, text) select 'Rear ' || n, 'The rear, please.'
      from ${missing('reasonTemplates', sql`select count(*) from reason_templates`)}`,
  },
  {
    limit: 'options',
    route: 'POST /options',
    caller: 'admin',
    status: 409,
    fill: () => sql`
      insert into options (field, name, position) select 'setting', 'Full ' || n, 1000 + n
      from ${missing('options', sql`select count(*) from options where field = 'setting'`)}`,
  },
  {
    limit: 'bulkPreviews',
    route: 'POST /admin/bulk-changes',
    caller: 'admin',
    status: 409,
    fill: (_, { admin }) => sql`
      insert into bulk_changes (state, action, created_by, created_at)
      select 'PREVIEW', '{"kind": "publish"}', ${admin.id}, now() from ${missing(
        'bulkPreviews',
        sql`select count(*) from bulk_changes where state = 'PREVIEW' and created_by = ${admin.id}`,
      )}`,
  },
  {
    limit: 'imports',
    route: 'POST /admin/imports',
    caller: 'admin',
    status: 409,
    fill: (_, { admin }) => sql`
      insert into imports (file_name, headings, row_count, mapping, created_by, created_at)
      select 'places.csv', '{Title}', 1, '["title"]', ${admin.id}, now()
      from ${missing('imports', sql`select count(*) from imports where state <> 'APPLIED' and created_by = ${admin.id}`)}`,
  },
  {
    limit: 'views',
    route: 'POST /lists/{list}/views',
    caller: 'admin',
    status: 409,
    fill: (_, { admin }) => sql`
      insert into list_views (list, owner_id, name, content) select 'locations', ${admin.id}, 'View ' || n, ${JSON.stringify(EMPTY_VIEW.content)}
      from ${missing('views', sql`select count(*) from list_views where list = 'locations' and owner_id = ${admin.id}`)}`,
  },
  {
    limit: 'synonyms',
    route: 'POST /search-synonyms',
    caller: 'admin',
    status: 422,
    fill: () => sql`
      insert into search_synonyms (kind, terms, targets, changed_at) select 'EQUAL', array['pub', 'inn' || n], '{}', now()
      from ${missing('synonyms', sql`select count(*) from search_synonyms`)}`,
  },
  {
    limit: 'pins',
    route: 'POST /search-pins',
    caller: 'admin',
    status: 422,
    fill: () => sql`
      insert into search_pins (query, key, changed_at) select 'pub ' || n, 'pub ' || n, now()
      from ${missing('pins', sql`select count(*) from search_pins`)}`,
  },
  {
    limit: 'pages',
    route: 'POST /content/pages',
    caller: 'admin',
    status: 409,
    fill: () => sql`
      insert into content_drafts (name, content) select 'full-' || n, '{}' from ${missing(
        'pages',
        sql`select count(*) from (select name from pages union select name from content_drafts where content is not null) p`,
      )}`,
  },
  {
    limit: 'dataExports',
    route: 'POST /profile/data-exports',
    caller: 'scoutA',
    status: 429,
    fill: ({ owner }) => sql`
      insert into personal_data_exports (user_id, state, requested_at, finished_at) select ${owner}, 'FAILED', now(), now()
      from ${missing('dataExports', sql`select count(*) from personal_data_exports where user_id = ${owner}`)}`,
  },
  {
    limit: 'lookBooks',
    route: 'POST /boards/{id}/look-books',
    caller: 'scoutA',
    status: 429,
    fill: ({ owner, board }) => sql`
      with deleted as (delete from look_books where user_id = ${owner})
      insert into look_books (board_id, user_id, state, settings, requested_at, finished_at)
      select ${board}, ${owner}, 'FAILED', '{}', now(), now()
      from ${missing('lookBooks', sql`0`)}`,
  },
  {
    limit: 'guestLinks',
    route: 'POST /boards/{id}/guest-links',
    caller: 'scoutA',
    status: 409,
    fill: ({ board }) => sql`
      insert into board_guest_links (board_id, name, secret, can_answer, can_download, shows_answers, created_at)
      select ${board}, 'Client', lpad(n::text, 43, 'x'), true, true, true, now()
      from ${missing('guestLinks', sql`select count(*) from board_guest_links where board_id = ${board}`)}`,
  },
  {
    limit: 'guests',
    route: 'POST /guest-boards/{secret}/guests',
    caller: 'nobody',
    status: 409,
    fill: ({ guestLink }) => sql`
      insert into board_guests (link_id, token_hash, has_password, name, role, first_opened_at, last_opened_at)
      select ${guestLink}, sha256(n::text::bytea), true, 'Isla', 'Director', now(), now()
      from ${missing('guests', sql`select count(*) from board_guests where link_id = ${guestLink}`)}`,
  },
  {
    limit: 'replies',
    route: 'POST /enquiry-thread/messages',
    caller: 'nobody',
    status: 429,
    fill: ({ team: { enquiry } }) => sql`
      insert into enquiry_messages (enquiry_id, participant_id, written_by, text)
      select ${enquiry.id}, ${enquiry.participant}, 'PARTICIPANT', 'Thank you.' from ${missing(
        'replies',
        sql`select count(*) from enquiry_messages where participant_id = ${enquiry.participant} and written_by = 'PARTICIPANT'`,
      )}`,
  },
  {
    limit: 'receivedShareMails',
    route: 'POST /shared-boards/{id}/invitations',
    caller: 'nobody',
    status: 429,
    fill: ({ share }) => sql`
      insert into outbox (kind, recipient, subject, text, html)
      select 'board-shared', email, 'A board', '', '' from board_shares, ${missing(
        'receivedShareMails',
        sql`select count(*) from outbox where false`,
      )} where id = ${share}`,
  },
  {
    limit: 'teamMessages',
    route: 'POST /enquiries/{id}/messages',
    caller: 'admin',
    status: 409,
    fill: ({ team: { enquiry } }) => sql`
      insert into enquiry_messages (enquiry_id, participant_id, written_by, text)
      select ${enquiry.id}, ${enquiry.participant}, 'TEAM', 'You can film there.' from ${missing(
        'teamMessages',
        sql`select count(*) from enquiry_messages where enquiry_id = ${enquiry.id} and written_by = 'TEAM'`,
      )}`,
    prepare: ({ team }) => sql`update enquiries set version = 1 where id = ${team.enquiry.id}`,
  },
  {
    limit: 'notes',
    route: 'POST /enquiries/{id}/notes',
    caller: 'admin',
    status: 409,
    fill: ({ team: { enquiry } }) => sql`
      insert into enquiry_notes (enquiry_id, text) select ${enquiry.id}, 'Called the owner'
      from ${missing('notes', sql`select count(*) from enquiry_notes where enquiry_id = ${enquiry.id}`)}`,
  },
  {
    limit: 'companies',
    route: 'POST /companies',
    caller: 'admin',
    status: 409,
    fill: () => sql`
      insert into companies (name) select 'Weir ' || n from ${missing('companies', sql`select count(*) from companies`)}`,
  },
  {
    limit: 'people',
    route: 'POST /people',
    caller: 'admin',
    status: 409,
    fill: () => sql`
      insert into people (name) select 'Isla ' || n from ${missing('people', sql`select count(*) from people`)}`,
  },
  {
    limit: 'productions',
    route: 'POST /productions',
    caller: 'admin',
    status: 409,
    fill: ({ team: { production } }) => sql`
      insert into production_entries (production_id, kind, user_id, created_at)
      select ${production.id}, 'CREATED', ${people.admin.id}, now()
      from ${missing('productions', sql`select count(*) from production_entries where user_id = ${people.admin.id}`)}`,
  },
  {
    limit: 'productionNotes',
    route: 'POST /productions/{id}/notes',
    caller: 'admin',
    status: 409,
    fill: ({ team: { production } }) => sql`
      insert into production_entries (production_id, kind, text, created_at)
      select ${production.id}, 'NOTE', 'Called the producer', now() from ${missing('productionNotes', sql`0`)}`,
  },
  {
    limit: 'viewings',
    route: 'POST /productions/{id}/viewings',
    caller: 'admin',
    status: 409,
    fill: ({ team: { production } }) => sql`
      insert into viewings (production_id, day, people, created_at)
      select ${production.id}, '2999-05-04', 2, now() from ${missing('viewings', sql`1`)}`,
  },
  {
    limit: 'viewingStops',
    route: 'POST /productions/{id}/viewings/{viewingId}/stops',
    caller: 'admin',
    status: 409,
    fill: ({ team: { viewing } }) => sql`
      insert into viewing_stops (viewing_id, title, slot_from, slot_to)
      select ${viewing.id}, 'Weir mill', '15:00', '16:00' from ${missing('viewingStops', sql`2`)}`,
    prepare: resetViewing,
  },
  {
    limit: 'viewingMails',
    route: 'POST /productions/{id}/viewings/{viewingId}/send',
    caller: 'admin',
    status: 409,
    fill: ({ team: { viewing } }) => sql`
      insert into viewing_mails (mail_id, viewing_id, stop_id, created_at)
      select gen_random_uuid(), ${viewing.id}, ${viewing.asked}, now() from ${missing('viewingMails', sql`2`)}`,
    prepare: resetViewing,
  },
  {
    limit: 'viewingAnswers',
    route: 'POST /viewing-request/answer',
    caller: 'nobody',
    status: 409,
    fill: ({ team: { production } }) => sql`
      insert into production_entries (production_id, kind, text, created_at)
      select ${production.id}, 'LOCATION', 'Weir mill', now() from ${missing('viewingAnswers', sql`0`)}`,
    prepare: ({ team: { viewing } }) => sql`update viewing_stops set state = 'ASKED' where id = ${viewing.asked}`,
  },
  {
    limit: 'callOuts',
    route: 'POST /productions/{id}/call-outs',
    caller: 'admin',
    status: 409,
    fill: ({ team: { production } }) => sql`
      insert into call_outs (production_id, brief, last_day, search, created_at)
      select ${production.id}, 'A mill', '2999-05-04', '', now() from ${missing('callOuts', sql`2`)}`,
  },
  {
    limit: 'callOutPlaces',
    route: 'POST /call-out/places',
    caller: 'nobody',
    status: 409,
    fill: ({ team: { callOut } }) => sql`
      insert into call_out_answers (recipient_id, title, place)
      select recipient_id, 'Forge', 'Perth' from call_out_answers, ${missing('callOutPlaces', sql`1`)} where id = ${callOut.answer}`,
  },
  {
    limit: 'callOutPhotographs',
    route: 'POST /call-out/photographs',
    caller: 'nobody',
    status: 409,
    fill: ({ team: { callOut } }) => sql`
      insert into call_out_photographs (answer_id, sha256, name, bytes, created_at)
      select ${callOut.suggested}, (select min(sha256) from pictures), 'lade.jpg', 1, now()
      from ${missing('callOutPhotographs', sql`0`)}`,
    // The last one was sent.
    prepare: () => sql`update uploads set state = 'CHECKING', received = bytes where name = 'kiln.jpg'`,
  },
  {
    limit: 'formulas',
    route: 'POST /impact-formulas',
    caller: 'admin',
    status: 409,
    fill: () => sql`
      insert into impact_formulas (name, version, figure, inputs, factor, source, created_at)
      select 'Full ' || n, 1, 'SPEND_OTHER', '{DAYS}', 2, 'A study', now()
      from ${missing('formulas', sql`select count(*) from impact_formulas`)}`,
  },
  {
    limit: 'surveyMails',
    route: 'PUT /productions/{id}/survey',
    caller: 'admin',
    status: 409,
    fill: ({ team: { production } }) => sql`
      insert into impact_survey_mails (mail_id, production_id, created_at)
      select gen_random_uuid(), ${production.id}, now() from ${missing('surveyMails', sql`1`)}`,
    prepare: ({ team: { production } }) =>
      sql`update production_impact set version = 1 where production_id = ${production.id}`,
  },
  {
    limit: 'surveyAnswers',
    route: 'POST /wrap-survey/answer',
    caller: 'nobody',
    status: 409,
    fill: ({ team: { production } }) => sql`
      insert into production_entries (production_id, kind, created_at)
      select ${production.id}, 'CHANGED', now() from ${missing(
        'surveyAnswers',
        sql`select count(*) from production_entries where production_id = ${production.id} and kind = 'CHANGED' and user_id is null`,
      )}`,
    prepare: ({ team: { production } }) =>
      sql`update production_impact set version = 1 where production_id = ${production.id}`,
  },
  {
    limit: 'answerTemplates',
    route: 'POST /enquiry-templates',
    caller: 'admin',
    status: 409,
    fill: () => sql`
      insert into enquiry_templates (name, text) select 'Full ' || n, 'Ask the council.'
      from ${missing('answerTemplates', sql`select count(*) from enquiry_templates`)}`,
  },
];

/**
 * Limits that other tests reach, also with concurrent calls: boards/limits.test.ts, productions.test.ts, answers.test.ts, row-limits.test.ts
 * and those at the end of this file.
 */
const ELSEWHERE: readonly Limit[] = [
  ...(['boards', 'boardLocations', 'boardSections', 'duplicates'] as const),
  ...(['boardEntries', 'shares', 'locations', 'ownerBytes', 'enquiries'] as const),
  ...(['sessions', 'passkeys', 'enquiryFiles', 'boardReaders', 'guestBrowsers', 'answers'] as const),
  ...(['productionLocations', 'productionEnquiries', 'productionBoards', 'sendings', 'dailySendings'] as const),
];

test('reaches every limit', () => {
  const reached = new Set([...CASES.map(({ limit }) => limit), ...ELSEWHERE]);
  expect([...reached].toSorted()).toEqual(Object.keys(ROW_LIMITS).toSorted());
});

test.each(CASES.map((row) => [row.limit, row.route, row] as const))('limits %s by %s', async (limit, name, row) => {
  const fixtures = await createFixtures(site, people);
  await row.fill(fixtures, people).execute(db);
  const send = async () => {
    await row.prepare?.(fixtures).execute(db);
    return call(site, people, routes.get(name)!, row.caller, await INPUTS[name]?.(fixtures, row.caller, people));
  };
  const last = await send();
  expect(last.status, last.text).toBeLessThan(300);
  const { status, text } = await send();
  expect([status, text]).toEqual([row.status, expect.stringContaining(JSON.stringify(ROW_LIMITS[limit].message))]);
});

test('limits the sessions of an account: the one that was unused for the longest time ends', async () => {
  const { person } = await addSignedInPerson(site, 'SCOUT');
  await sql`
    insert into sessions (user_id, key_hash, token_hash, last_used_at)
    select ${person.id}, sha256(('key ' || n)::bytea), sha256(('token ' || n)::bytea), now() - n * interval '1 second'
    from generate_series(1, ${sql.lit(ROW_LIMITS.sessions.max - 1)}) n`.execute(db);
  await call(site, people, routes.get('POST /login')!, 'nobody', { email: person.email, password: PASSWORD });
  const { rows } = await sql<{ total: number; oldest: boolean }>`
    select count(*) as total, bool_or(key_hash = ${createHash('sha256')
      .update(`key ${ROW_LIMITS.sessions.max - 1}`)
      .digest()}) as oldest
    from sessions where user_id = ${person.id}`.execute(db);
  expect(rows).toEqual([{ total: ROW_LIMITS.sessions.max, oldest: false }]);
});

test('limits the passkeys of an account', async () => {
  const { api, person } = await addSignedInPerson(site, 'ADMIN');
  await sql`
    insert into passkeys (user_id, credential_id, public_key, counter, transports, name)
    select ${person.id}, sha256(n::text::bytea), 'key', 0, '{}', 'Key ' || n
    from generate_series(1, ${sql.lit(ROW_LIMITS.passkeys.max - 1)}) n`.execute(db);
  const add = async () => {
    const { token } = await api(secondFactors.beginPasskey, {});
    const passkey = createSoftwarePasskey().create({ challenge: token, origin: site.url });
    return api(secondFactors.addPasskey, { token, name: 'Laptop', passkey });
  };
  await add();
  await expect(add()).rejects.toMatchObject({ errorType: 'CONFLICT', message: ROW_LIMITS.passkeys.message });
});

test('limits the files that a network uploads and does not send', async () => {
  const [network] = await hashNetworks(db, '127.0.0.1');
  await sql`
    insert into enquiry_files (id, name, content_type, bytes, network_hashes)
    select gen_random_uuid(), 'brief.pdf', 'application/pdf', 1, array[${network!.hash}]
    from generate_series(1, ${sql.lit(ROW_LIMITS.enquiryFiles.max - 1)})`.execute(db);
  const upload = async () => {
    const body = Uint8Array.from(wordDocument());
    const headers = { 'content-type': 'application/octet-stream' };
    const response = await fetch(`${site.url}/api/enquiry-files?name=brief.docx`, { method: 'POST', headers, body });
    return { status: response.status, ...((await response.json()) as object) };
  };
  expect(await upload()).toMatchObject({ status: expect.toSatisfy((status: number) => status < 300) });
  expect(await upload()).toMatchObject({ status: 429, message: ROW_LIMITS.enquiryFiles.message });
});
