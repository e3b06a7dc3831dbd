import { randomUUID } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { publishLocations } from '../../src/features/locations/publishing/commands.server.ts';
import type { Position } from '../../src/features/geography/schema.ts';
import type { Database } from '../../src/platform/db/tables.ts';
import { publishEvent } from '../../src/server/event-subscriptions.ts';
import { addCallOut } from '../support/call-outs.ts';
import { addEnquiry, addEnquiryFile } from '../support/enquiries.ts';
import { addProduction, addSending } from '../support/productions.ts';
import { SAMPLE_OPTIONS, addFact, addImage, addLocation } from '../support/locations.ts';
import { startSite } from '../support/site.ts';
import { INPUTS, call, getRouteName, listRoutes } from './calls.ts';
import { EMPTY_VIEW, addServiceToken } from './content.ts';
import { Canaries, createInternalFields, listPrivateColumns } from './canaries.ts';
import { ROWS, canRequest } from './expected.ts';
import { CALLERS, type CallerName, OTHER_OFFICE, addPeople, getCookie, listCallersWith } from './people.ts';
import type { OwnLocationMarks } from './own-location.ts';
import { SEARCHED_URLS, toPath } from './pages.ts';
import { SharedFixtures, createFixtures } from './fixtures.ts';

const site = await startSite();
/** A location, as the canaries name it. */
const OFFLINE = 'a location taken offline';
const canaries = new Canaries();
const people = await addPeople(site, createDetails);
/** Exact positions, and the callers who may see them. */
const POSITIONS = {
  published: { latitude: 56.487_213_9, longitude: -4.213_876_1, visibleTo: [] },
  own: { latitude: 56.776_543_2, longitude: -3.776_543_2, visibleTo: ['ownerA', 'admin', 'film_officeA'] },
  photograph: { latitude: 56.778_654_3, longitude: -3.778_654_3, visibleTo: ['ownerA'] },
} as const satisfies Readonly<Record<string, Position & { visibleTo: readonly CallerName[] }>>;
const published = await addPublished();
const marks = {
  note: canaries.word('board_locations.note of scoutA', ['scoutA', 'admin']),
  tag: canaries.word('board_locations.tags of scoutA', ['scoutA', 'admin']),
  sectionNotes: canaries.word('board_sections.notes of scoutA', ['scoutA', 'admin']),
  scriptHeading: canaries.word('board_scripts.breakdown of scoutA', ['scoutA', 'admin']),
  privateScriptHeading: canaries.word('board_scripts.breakdown of the team', ['admin']),
  file: canaries.word('board_files.name of scoutA', ['scoutA', 'admin']),
  photograph: {
    name: canaries.word('board_photographs.name of scoutA', ['scoutA', 'admin']),
    caption: canaries.word('board_photographs.caption of scoutA', ['scoutA', 'admin']),
    alt: canaries.word('board_photographs.alt of scoutA', ['scoutA', 'admin']),
  },
  sharedWith: canaries.email('board_shares.email of scoutA', ['scoutA']),
  link: canaries.word('boards.link of scoutA', ['scoutA']),
  // The audit log has its name.
  guestLink: {
    name: canaries.word('board_guest_links.name of scoutA', ['scoutA', 'admin']),
    secret: canaries.word('board_guest_links.secret of scoutA', ['scoutA']),
  },
  guest: {
    name: canaries.word('board_guests.name of scoutA', ['scoutA']),
    role: canaries.word('board_guests.role of scoutA', ['scoutA']),
    comment: canaries.word('board_answers.comment of scoutA', ['scoutA']),
  },
  logo: canaries.word('look_book_logos.alt of scoutA', ['scoutA']),
  lookBook: canaries.word('look_books.settings of scoutA', ['scoutA']),
  lookBookWords: { made: canaries.word('look_books.words'), sent: canaries.word('sent_look_books.words') },
  privateTitle: canaries.word('boards.title of the team', ['admin']),
  privateSectionTitle: canaries.word('board_sections.title of the team', ['admin']),
  privateNote: canaries.word('board_locations.note of the team', ['admin']),
  // In the area of the second film office alone.
  offline: await addLocation(site.db, {
    ...createHidden(OFFLINE, ['admin', 'film_officeB']),
    options: { filmoffice: [OTHER_OFFICE] },
  }),
  unpublished: await addLocation(site.db, createHidden('a draft on a private board')),
  session: {
    device: canaries.word('sessions.device of scoutA', ['scoutA']),
    network: canaries.word('sessions.network of scoutA', ['scoutA']),
  },
  own: createOwnMarks(),
  bulkChange: {
    ownerName: canaries.word('bulk_changes.action', ['admin']),
    title: canaries.word('bulk_change_items.title', ['admin']),
    detail: canaries.word('bulk_change_items.detail', ['admin']),
    former: canaries.word('bulk_change_items.before'),
  },
  imported: {
    fileName: canaries.word('imports.file_name', ['admin']),
    title: canaries.word('import_rows.title', ['admin']),
    changes: canaries.word('import_rows.changes', ['admin']),
    unreadable: canaries.word('import_rows.unreadable'),
    sheet: canaries.word('import_sheets.name', ['admin']),
    sheetProblem: canaries.word('import_sheets.problem', ['admin']),
    sheetRows: canaries.word('import_sheets.rows', ['admin']),
  },
  pageTitle: canaries.word('content_drafts.content', listCallersWith('content.edit')),
};
const shared = new SharedFixtures(() => createFixtures(site, people, marks));
await addRows();

/** Returns canaries for the details of a person, except role and first name. */
function createDetails(name: CallerName): Partial<Insertable<Database['users']>> {
  const team: CallerName[] = [name, 'admin'];
  // The film office of its area sees the account holder of a location, with what is needed to reach them.
  const visibleTo: CallerName[] = name === 'ownerA' ? [...team, 'film_officeA'] : team;
  // Drafts show who saved them.
  const editors = listCallersWith('content.edit');
  const colleagues = editors.includes(name) ? editors : [];
  // Documents show who has added them.
  const uploaders: CallerName[] = name === 'admin' ? ['film_officeA'] : [];
  return {
    last_name: canaries.word(`users.last_name of ${name}`, [...visibleTo, ...colleagues, ...uploaders]),
    email: canaries.email(`users.email of ${name}`, visibleTo),
    telephone1: canaries.word(`users.telephone1 of ${name}`, visibleTo),
    jobtitle: canaries.word(`users.jobtitle of ${name}`, team),
    websiteurl: canaries.word(`users.websiteurl of ${name}`, team),
    password_hash: canaries.word(`users.password_hash of ${name}`),
  };
}

/** Adds a published location with the map precision 'area'. */
async function addPublished(): Promise<{ id: string }> {
  const { latitude, longitude } = POSITIONS.published;
  const id = await addLocation(site.db, {
    title: 'Keeper’s house',
    nearesttown: 'Killin',
    description: 'A house by the water.',
    map_precision: 'area',
    latitude,
    longitude,
    ...createInternalFields(canaries, 'a published location'),
    options: SAMPLE_OPTIONS,
  });
  await addFact(site.db, id, 'neighbours', canaries.word('location_facts.value of a published location'));
  await addImage(site.db, id, { is_primary: true });
  await site.db.transaction().execute((trx) => publishLocations(trx, { ids: [id], at: new Date() }, publishEvent));
  return { id };
}

/** Returns canaries for an unpublished location. The lists of the team show its title and nearest town. */
function createHidden(of: string, team: readonly CallerName[] = ['admin']) {
  const word = (column: string, visibleTo: readonly CallerName[] = []) =>
    canaries.word(`locations.${column} of ${of}`, visibleTo);
  return {
    ...createInternalFields(canaries, of),
    title: word('title', team),
    nearesttown: word('nearesttown', team),
    locationurl: word('locationurl'),
    description: word('description'),
    attribution: word('attribution'),
  };
}

/** Returns canaries for a location of an owner, with its drafts, contact, image, upload and document. */
function createOwnMarks(): OwnLocationMarks {
  const team: CallerName[] = ['admin', 'film_officeA'];
  const visibleTo: CallerName[] = ['ownerA', ...team];
  const word = (where: string) => canaries.word(`${where} of ownerA`, visibleTo);
  const ownerAlone = (where: string) => ({ ownername: canaries.word(`location_drafts.${where}`, ['ownerA']) });
  const typed = (where: string) => ({
    fields: ownerAlone(`fields of ${where}`),
    base_values: ownerAlone(`base_values of ${where}`),
  });
  return {
    location: {
      ...createInternalFields(canaries, 'a location of ownerA', visibleTo),
      latitude: POSITIONS.own.latitude,
      longitude: POSITIONS.own.longitude,
    },
    internalFact: canaries.word('location_facts.value of ownerA', team),
    draft: typed('a location'),
    newDraft: typed('a location to come'),
    contact: {
      firstname: word('contacts.firstname'),
      lastname: word('contacts.lastname'),
      telephone: word('contacts.telephone'),
      email: canaries.email('contacts.email of ownerA', visibleTo),
    },
    unavailableDates: { note: word('availability_entries.note') },
    image: {
      name: word('images.name'),
      taken_latitude: POSITIONS.photograph.latitude,
      taken_longitude: POSITIONS.photograph.longitude,
    },
    upload: {
      name: word('uploads.name'),
      rejection_reason: word('uploads.rejection_reason'),
      state: 'REJECTED',
      bytes: 1000,
      received: 1000,
    },
    review: {
      note: word('location_reviews.note'),
      reasons: JSON.stringify([{ part: 'title', text: word('location_reviews.reasons') }]),
    },
    task: word('owner_tasks.text'),
    production: {
      title: canaries.word('productions.title under embargo at a location of ownerA', ['admin']),
      code_name: canaries.word('productions.code_name of a production at a location of ownerA', ['ownerA', 'admin']),
      company: canaries.word('companies.name of a production under embargo', ['admin']),
    },
    document: {
      name: canaries.word('documents.name of the team', team),
      part: canaries.word('the file of a document of the team', team),
    },
  };
}

/** Only the command line reads what was imported from where. */
async function addPhotographImport(): Promise<void> {
  const { id } = await site.db
    .insertInto('photograph_imports')
    .values({
      folder: canaries.word('photograph_imports.folder'),
      table_name: canaries.word('photograph_imports.table_name'),
      run_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const path = canaries.word('photograph_import_files.path');
  await site.db
    .insertInto('photograph_import_files')
    .values({ import_id: id, location_id: published.id, path, image_id: randomUUID() })
    .execute();
}

/** Adds a row with canaries to every table that the calls do not write. */
async function addRows(): Promise<void> {
  const { db } = site;
  const word = (where: string) => canaries.word(where);
  await addEnquiryRows();
  await addProductionRows();
  await addFormulaRows();
  await addPhotographImport();
  const ofTeam = (where: string) => canaries.word(where, listCallersWith('location.review'));
  await db
    .insertInto('reason_templates')
    .values({ title: ofTeam('reason_templates.title'), text: ofTeam('reason_templates.text') })
    .execute();
  await db
    .insertInto('list_views')
    .values([
      createView('the team', listCallersWith('list-view.own')),
      { ...createView('ownerA'), owner_id: people.ownerA.id },
    ])
    .execute();
  const ofCompany = (where: string) => canaries.word(where, listCallersWith('company.manage'));
  const { id: company_id } = await db
    .insertInto('companies')
    .values({
      name: ofCompany('companies.name'),
      website: ofCompany('companies.website'),
      email: canaries.email('companies.email', listCallersWith('company.manage')),
      telephone: ofCompany('companies.telephone'),
      notes: ofCompany('companies.notes'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('people')
    .values({
      company_id,
      name: ofCompany('people.name'),
      job_title: ofCompany('people.job_title'),
      email: canaries.email('people.email', listCallersWith('company.manage')),
      telephone: ofCompany('people.telephone'),
      notes: ofCompany('people.notes'),
    })
    .execute();
  await db
    .insertInto('empty_searches')
    .values({
      day: new Date().toISOString().slice(0, 10),
      query: canaries.word('empty_searches.query', ['admin']),
      searches: 2,
    })
    .execute();
  await db
    .insertInto('outbox')
    .values({
      kind: 'test',
      recipient: canaries.email('outbox.recipient'),
      reply_to: canaries.email('outbox.reply_to'),
      subject: word('outbox.subject'),
      text: word('outbox.text'),
      html: word('outbox.html'),
      calendar: word('outbox.calendar'),
      last_error: canaries.word('outbox.last_error', ['admin']),
    })
    .execute();
  await db
    .insertInto('audit_logs')
    .values({ user_id: people.scoutA.id, type: 1, details: JSON.stringify({ of: word('audit_logs.details') }) })
    .execute();
  const network = word('failed_logins.network');
  await db.insertInto('failed_logins').values({ user_id: people.scoutA.id, network, first_at: new Date() }).execute();
  await db
    .insertInto('account_tokens')
    .values({
      token_hash: Buffer.alloc(32, 7),
      user_id: people.scoutA.id,
      purpose: 'verify-email',
      email: canaries.email('account_tokens.email', ['admin']),
      expires_at: new Date(Date.now() + 60_000),
    })
    .execute();
  await db
    .insertInto('passkeys')
    .values({
      user_id: people.scoutA.id,
      credential_id: Buffer.alloc(16, 7),
      public_key: Buffer.alloc(64, 7),
      counter: 0,
      transports: [],
      name: canaries.word('passkeys.name', ['scoutA']),
    })
    .execute();
  const at = new Date();
  const [issuer, subject] = [word('single_sign_on_links.issuer'), word('single_sign_on_links.subject')];
  await db
    .insertInto('single_sign_on_links')
    .values({ user_id: people.admin.id, issuer, subject, linked_at: at, last_used_at: at })
    .execute();
  await db
    .insertInto('single_sign_on_attempts')
    .values({
      state_hash: Buffer.alloc(32, 7),
      browser_hash: Buffer.alloc(32, 7),
      started_at: at,
      return_to: word('single_sign_on_attempts.return_to'),
      expires_at: new Date(at.getTime() + 600_000),
    })
    .execute();
  await db
    .insertInto('used_challenges')
    .values({ signature: word('used_challenges.signature'), expires_at: new Date(Date.now() + 60_000) })
    .execute();
  await db
    .updateTable('secrets')
    .set({ value: word('secrets.value').repeat(8) })
    .execute();
}

/** Adds a production of the second film office, which only this office and the Locations Team may see. */
async function addProductionRows(): Promise<void> {
  const { db } = site;
  const word = (where: string) => canaries.word(where, ['admin', 'film_officeB']);
  const office = await db
    .selectFrom('users')
    .select('office_id')
    .where('id', '=', people.film_officeB.id)
    .executeTakeFirstOrThrow();
  const columns = {
    reference: word('productions.reference'),
    title: word('productions.title'),
    code_name: word('productions.code_name'),
    embargoed: true,
    needs: word('productions.needs'),
    next_step: word('productions.next_step'),
    office_id: office.office_id,
  };
  const production_id = await addProduction(db, {}, columns);
  const { id: person_id } = await db
    .insertInto('people')
    .values({ name: word('people.name of a production') })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('production_contacts')
    .values({ production_id, person_id, role: word('production_contacts.role'), position: 0 })
    .execute();
  await db
    .insertInto('production_locations')
    .values({
      production_id,
      title: word('production_locations.title'),
      state: 'USED',
      used_from: '2999-05-04',
      added_at: new Date(),
    })
    .execute();
  await db
    .insertInto('production_entries')
    .values({
      production_id,
      kind: 'NOTE',
      text: word('production_entries.text'),
      details: JSON.stringify({
        changes: [{ label: 'Title', before: word('production_entries.details'), after: null }],
      }),
      created_at: new Date(),
    })
    .execute();
  // One that may be named at a published location, but not during its embargo.
  const named = await addProduction(
    db,
    {},
    {
      title: word('productions.title under embargo'),
      code_name: word('productions.code_name under embargo'),
      embargoed: true,
      may_be_named: true,
      stage: 'SHOOTING',
      office_id: office.office_id,
    },
  );
  await db
    .insertInto('production_locations')
    .values({
      production_id: named,
      location_id: published.id,
      title: 'Keeper’s house',
      state: 'USED',
      used_from: '2020-05-04',
      added_at: new Date(),
    })
    .execute();
  await addSending(db, production_id, {
    title: word('production_sendings.title'),
    recipient: canaries.email('production_sendings.recipient', ['admin', 'film_officeB']),
    look_book: word('production_sendings.look_book'),
    location: word('production_sending_locations.title'),
  });
  const { id: viewing_id } = await db
    .insertInto('viewings')
    .values({ production_id, day: '2999-05-04', people: 3, note: word('viewings.note'), created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('viewing_stops')
    .values({
      viewing_id,
      location_id: marks.offline,
      title: word('viewing_stops.title'),
      slot_from: '10:00',
      slot_to: '11:00',
      state: 'CONFIRMED',
      contact_name: word('viewing_stops.contact_name'),
      contact_email: canaries.email('viewing_stops.contact_email', ['admin', 'film_officeB']),
      contact_telephone: word('viewing_stops.contact_telephone'),
      answer_note: word('viewing_stops.answer_note'),
    })
    .execute();
  const callOut = await addCallOut(
    db,
    { production: production_id, location: marks.offline },
    {
      brief: word('call_outs.brief'),
      title: word('call_out_answers.title'),
      place: word('call_out_answers.place'),
      days: word('call_out_answers.days'),
      note: word('call_out_answers.note'),
    },
  );
  await sql`
    insert into call_out_answers (recipient_id, deleted_title, answer, answered_at)
    select recipient_id, ${word('call_out_answers.deleted_title')}, 'YES', now() from call_out_answers
    where id = ${callOut.answer}`.execute(db);
  await db
    .updateTable('call_out_photographs')
    .set({ name: word('call_out_photographs.name') })
    .where('id', '=', callOut.photograph)
    .execute();
}

/** Adds a formula of estimates, which everybody may read who sees productions. */
async function addFormulaRows(): Promise<void> {
  const word = (where: string) => canaries.word(where, listCallersWith('production.view'));
  await site.db
    .insertInto('impact_formulas')
    .values({
      name: word('impact_formulas.name'),
      version: 1,
      figure: 'SPEND_OTHER',
      inputs: ['DAYS'],
      factor: 2,
      source: word('impact_formulas.source'),
      created_at: new Date(),
    })
    .execute();
}

/** Returns canaries for a view of the list of locations. */
function createView(of: string, visibleTo: readonly CallerName[] = []) {
  const query = canaries.word(`list_views.content of ${of}`, visibleTo);
  const content = { ...EMPTY_VIEW.content, search: { query } };
  return {
    list: 'locations',
    name: canaries.word(`list_views.name of ${of}`, visibleTo),
    content: JSON.stringify(content),
  };
}

/**
 * Adds an enquiry about a location in the area of the second film office, with a conversation, a note and a file, which only this office
 * and the Locations Team may see, and a template.
 */
async function addEnquiryRows(): Promise<void> {
  const { db } = site;
  const visibleTo: CallerName[] = ['admin', 'film_officeB'];
  const word = (where: string) => canaries.word(where, visibleTo);
  const { id, participant } = await addEnquiry(db, {
    location_id: marks.offline,
    reference: word('enquiries.reference'),
    location_title: word('enquiries.location_title'),
    name: word('enquiries.name'),
    email: canaries.email('enquiries.email', visibleTo),
    phone: word('enquiries.phone'),
    comment: word('enquiries.comment'),
    production: word('enquiries.production'),
    board_title: word('enquiries.board_title'),
  });
  await db
    .insertInto('enquiry_locations')
    .values({ enquiry_id: id, position: 1, title: word('enquiry_locations.title') })
    .execute();
  await db
    .insertInto('enquiry_notes')
    .values({ enquiry_id: id, text: word('enquiry_notes.text') })
    .execute();
  const template = (where: string) => canaries.word(where, listCallersWith('enquiry.answer'));
  await db
    .insertInto('enquiry_templates')
    .values({ name: template('enquiry_templates.name'), text: template('enquiry_templates.text') })
    .execute();
  await db
    .insertInto('search_synonyms')
    .values({
      kind: 'ONE_WAY',
      changed_at: new Date(),
      terms: [word('search_synonyms.terms')],
      targets: [word('search_synonyms.targets')],
    })
    .execute();
  await db
    .insertInto('search_pins')
    .values({ query: word('search_pins.query'), key: word('search_pins.key'), changed_at: new Date() })
    .execute();
  await addServiceToken(db, canaries.word('api_tokens.name', listCallersWith('api-token.manage')));
  const office = {
    name: word('enquiry_participants.name'),
    email: canaries.email('enquiry_participants.email', visibleTo),
  };
  await db
    .insertInto('enquiry_participants')
    .values({ enquiry_id: id, kind: 'FILM_OFFICE', ...office })
    .execute();
  const { id: message_id } = await db
    .insertInto('enquiry_messages')
    .values({
      enquiry_id: id,
      participant_id: participant,
      written_by: 'PARTICIPANT',
      text: word('enquiry_messages.text'),
      mail_message_id: word('enquiry_messages.mail_message_id'),
      quoted_text: word('enquiry_messages.quoted_text'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addEnquiryFile(db, site.storage, message_id, word('enquiry_files.name'));
  const mailbox = canaries.word('inbound_mailboxes.name');
  await db.insertInto('inbound_mailboxes').values({ name: mailbox }).execute();
  const mail = { mailbox, uid: 1, uid_validity: 1, outcome: 'UNKNOWN', processed_at: new Date() } as const;
  await db
    .insertInto('inbound_mails')
    .values({ ...mail, message_id: canaries.word('inbound_mails.message_id') })
    .execute();
}

/** Requests a page as one of the callers. The text includes the headers. */
async function page(path: string, caller: CallerName): Promise<{ status: number; text: string }> {
  const cookie = await getCookie(site, people, caller);
  const response = await fetch(site.url + path, { redirect: 'manual', headers: cookie ? { cookie } : {} });
  return { status: response.status, text: `${JSON.stringify([...response.headers])}${await response.text()}` };
}

/** Lists the private data in a text that `caller` must not see. */
function findLeaks(text: string, caller: CallerName): string[] {
  const positions = Object.entries<Position & { visibleTo: readonly CallerName[] }>(POSITIONS)
    .filter(([, { visibleTo }]) => !visibleTo.includes(caller))
    .filter(([, { latitude, longitude }]) => text.includes(String(latitude)) || text.includes(String(longitude)))
    .map(([of]) => `position of ${of}`);
  return [...canaries.findLeaks(text, caller), ...positions];
}

test('has a canary in every private column', async () => {
  const covered = new Set(canaries.all.map(({ where }) => where.split(' ', 1)[0]));
  expect((await listPrivateColumns(site.db)).filter((column) => !covered.has(column))).toEqual([]);
});

describe.each(CALLERS)('%s', (caller) => {
  test.each(listRoutes(site).map((route) => [getRouteName(route), route] as const))(
    'sees no private data in %s',
    async (name, route) => {
      const fixtures = await shared.get();
      const others = [
        { ...fixtures, location: published.id, otherLocation: published.id },
        { ...fixtures, location: marks.offline },
        {
          ...fixtures,
          board: fixtures.privateBoard,
          section: fixtures.privateSection,
          location: marks.unpublished,
        },
      ];
      // A call that is rejected for want of the permission does not look at its objects.
      const readsObjects = route.path.includes('{') && canRequest(ROWS.get(name)!, caller);
      const inputs = new Map<string, object | undefined>();
      for (const one of readsObjects ? [fixtures, ...others] : [fixtures]) {
        const input = await INPUTS[name]?.(one, caller, people);
        // Most calls have other objects than these.
        inputs.set(JSON.stringify(input), input);
      }
      for (const input of inputs.values()) {
        const { status, text } = await call(site, people, route, caller, { ...input, ...unchanged(name, caller) });
        shared.discardAfter(route, status);
        expect(findLeaks(text, caller).filter((leak) => !isInFile(leak, name, caller))).toEqual([]);
      }
    },
  );

  test('sees no private data on any page', async () => {
    const fixtures = await shared.get();
    for (const path of SEARCHED_URLS.map((url) => toPath(url, fixtures, marks))) {
      const { status, text } = await page(path, caller);
      expect([path, status < 500]).toEqual([path, true]);
      expect([path, findLeaks(text, caller)]).toEqual([path, []]);
    }
  });
});

/** The export contains every field of the locations: of all for the Locations Team, of its area for a film office. */
const IN_FILE: Readonly<Partial<Record<CallerName, RegExp>>> = {
  admin: /^locations\.|^position of published$/,
  film_officeA: /^locations\.\w+ of a published location$|^position of published$/,
  film_officeB: new RegExp(`^locations\\.\\w+ of ${OFFLINE}$`),
};

function isInFile(leak: string, name: string, caller: CallerName): boolean {
  return name === 'POST /admin/locations/export' && IN_FILE[caller]?.test(leak) === true;
}

/** Input that keeps a call from overwriting a canary. */
function unchanged(name: string, caller: CallerName): object {
  const lastName = canaries.all.find(({ where }) => where === `users.last_name of ${caller}`)?.word;
  return name === 'PUT /profile' && lastName ? { lastName } : {};
}

test('finds no location by its private data', async () => {
  for (const { word, where } of canaries.all.filter((one) => one.where.startsWith('locations.'))) {
    for (const query of [word, word.slice(0, 6)]) {
      const found = await fetch(`${site.url}/api/locations?query=${query}`);
      const { meta } = (await found.json()) as { meta: { page: { total_results: number } } };
      expect([where, meta.page.total_results]).toEqual([where, 0]);
    }
  }
});

test('finds canaries where they may be seen', async () => {
  const getText = async (name: string, caller: CallerName, params: object = {}) => {
    const { route } = site.app.handlers.find((handler) => getRouteName(handler.route) === name)!;
    const input = await INPUTS[name]?.(await shared.get(), caller, people);
    return (await call(site, people, route, caller, { ...input, ...params })).text;
  };
  // The calls have added more locations than a page of the list has.
  const { title } = await site.db
    .selectFrom('locations')
    .select('title')
    .where('id', '=', marks.offline)
    .executeTakeFirstOrThrow();
  const profile = await getText('GET /profile', 'scoutA');
  expect(findLeaks(profile, 'nobody')).toEqual(['users.last_name of scoutA', 'users.email of scoutA']);
  const list = await getText('POST /admin/locations/search', 'film_officeB', { query: title });
  expect(findLeaks(list, 'film_officeA')).toContain(`locations.title of ${OFFLINE}`);
  expect(findLeaks(await getText('GET /enquiries', 'film_officeB'), 'film_officeA')).toContain('enquiries.reference');
  const location = await getText('GET /locations/{id}', 'ownerA');
  expect(findLeaks(location, 'nobody')).toEqual(
    expect.arrayContaining(['contacts.email of ownerA', 'position of own', 'position of photograph']),
  );
  expect(findLeaks(location, 'admin')).toEqual([
    'location_drafts.fields of a location',
    'location_drafts.base_values of a location',
    'position of photograph',
  ]);
});
