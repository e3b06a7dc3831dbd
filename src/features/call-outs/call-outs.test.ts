import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { SAMPLE_OPTIONS, addImage, addLocation, addOption } from '../../../tests/support/locations.ts';
import { type Person, addPerson } from '../../../tests/support/people.ts';
import { addProduction } from '../../../tests/support/productions.ts';
import { featureApi, testServices } from '../../../tests/support/services.ts';
import { publishAll } from '../../../tests/support/submissions.ts';
import { getStartOfDay } from '../../platform/text/day-bounds.ts';
import { addDays, addMonths, toDay } from '../../platform/text/days.ts';
import { productionFeature } from '../productions/feature.ts';
import { productionTimeline } from '../productions/timeline/contract.ts';
import { CardCache } from '../search/card-cache.server.ts';
import { openSearchService } from '../search/search-service.server.ts';
import { deleteAnswersOf } from './commands.server.ts';
import * as routes from './contract.ts';
import { callOutFeature } from './feature.ts';
import { deleteOldLinks } from './jobs.server.ts';
import { issueCallOutLink } from './links/commands.server.ts';
import { type Unsubscription, createUnsubscription, unsubscribe } from './links/unsubscribing.commands.server.ts';
import * as messages from './messages.ts';
import { ownMails, setOwnMails } from './own-mails/contract.ts';
import { MAX_MONTHLY_MAILS, MAX_PHOTOGRAPHS, MAX_PLACES, SENDING_BATCH } from './schema.ts';

const { kysely: db } = await testDatabase();
const MILLS = { ...SAMPLE_OPTIONS, category: ['Mill or factory'] };
const CHURCHES = { ...SAMPLE_OPTIONS, category: ['Church'] };
const owner = await addPerson(db, 'OWNER', { email: 'morag@mill.example', first_name: 'Morag', last_name: 'Muir' });
const otherOwner = await addPerson(db, 'OWNER', { email: 'ruth@kirk.example' });
const mill = await addLocation(db, { title: 'Weir mill', owner_id: owner.id, options: MILLS });
const secondMill = await addLocation(db, { title: 'Upper mill', owner_id: owner.id, options: MILLS });
const otherMill = await addLocation(db, { title: 'Old mill', owner_id: otherOwner.id, options: MILLS });
const church = await addLocation(db, { title: 'Kirk', owner_id: otherOwner.id, options: CHURCHES });
const agencyMill = await addLocation(db, { title: 'Town mill', options: MILLS });
await publishAll(db, [mill, secondMill, otherMill, church, agencyMill]);
const search = await openSearchService(db, new CardCache(db));

/** Each call is a millisecond later than the one before. */
let now = new Date();
const jobs = { enqueue: async () => {} };
const services = testServices(db, { now: () => (now = new Date(now.getTime() + 1)), search, jobs });
const createApi = (actor: Person | null) => featureApi([callOutFeature, productionFeature], services, actor);
const admin = await addPerson(db, 'ADMIN');
const api = createApi(admin);
const ownerApi = createApi(owner);
const visitor = createApi(null);
const otherOfficeId = await addOption(db, 'filmoffice', 'Film Fife');
const otherOffice = createApi(await addPerson(db, 'FILM_OFFICE', { office_id: otherOfficeId }));

const month = addMonths(toDay(now).slice(0, 7) + '-01', 1);
const day = addDays(month, 20);
const BRIEF = {
  brief: 'A working mill by a river.',
  last_day: day,
  search: 'category=Mill or factory',
  is_wanted: false,
};
let id: string;

beforeEach(async () => {
  now = new Date(getStartOfDay(addDays(month, 5)).getTime() + 3_600_000);
  await db.deleteFrom('productions').execute();
  await db.deleteFrom('outbox').execute();
  await db.deleteFrom('call_out_consents').execute();
  id = await addProduction(db, {}, { title: 'The Weir', code_name: 'Heron', embargoed: true });
});

const consent = (...people: Person[]) =>
  db
    .insertInto('call_out_consents')
    .values(people.map((person) => ({ user_id: person.id, given_at: now })))
    .execute();

/** Writes a call-out. Returns its id. */
const write = async (fields: Partial<typeof BRIEF> = {}) =>
  (await api(routes.addCallOut, { id, ...BRIEF, ...fields })).callOuts[0]!.id;

const read = async () => (await api(routes.callOuts, { id }))[0]!;
const listMails = () =>
  db.selectFrom('outbox').selectAll().where('kind', '=', 'call-out').orderBy('created_at').execute();

/** Sends a call-out to the owner of two mills, who has agreed to it. Returns its id and the secret of the owner's link. */
async function send(): Promise<{ callOutId: string; token: string }> {
  await consent(owner);
  const callOutId = await write();
  await api(routes.sendCallOut, { id, callOutId });
  return { callOutId, token: await openLink() };
}

/** Issues the secret of the link in the latest email, as when it is sent. */
const openLink = async () => (await issueCallOutLink(db, (await listMails()).at(-1)!.id, now))!;

describe('the audience', () => {
  test('are owners of matching locations who have agreed, one email each, and others are counted by the reason', async () => {
    await consent(owner);
    const callOutId = await write();
    expect(await api(routes.audience, { id, callOutId })).toMatchObject({
      locations: 4,
      without_owner: 1,
      owners: { READY: 1, NO_CONSENT: 1, NO_EMAIL: 0, CAPPED: 0, SENT: 0 },
    });
    expect(await api(routes.sendCallOut, { id, callOutId })).toMatchObject({ left: 0 });
    const mails = await listMails();
    expect(mails).toMatchObject([{ recipient: 'morag@mill.example', has_link: true }]);
    expect(mails[0]!.text).toMatch(/Weir mill|Upper mill/);
    expect(mails[0]!.text + mails[0]!.html + mails[0]!.subject).not.toMatch(/The Weir\b|Heron/);
    expect(await read()).toMatchObject({ state: 'OPEN', sent: 1, answered: 0 });
  });

  test('is not emailed twice; who comes to match is added by sending again', async () => {
    const { callOutId } = await send();
    const again = api(routes.sendCallOut, { id, callOutId });
    await expect(again).rejects.toMatchObject({ errorType: 'CONFLICT', message: messages.NOBODY_TO_SEND_TO });
    await consent(otherOwner);
    await api(routes.sendCallOut, { id, callOutId });
    expect((await listMails()).map(({ recipient }) => recipient)).toEqual(['morag@mill.example', 'ruth@kirk.example']);
  });

  test('is asked about further locations without an email, which is no sending', async () => {
    const { callOutId } = await send();
    const { version } = await read();
    await db.updateTable('locations').set({ owner_id: owner.id }).where('id', '=', otherMill).execute();
    const sent = await api(routes.sendCallOut, { id, callOutId });
    expect(sent).toMatchObject({ message: messages.ASKED_FURTHER, sent: 0, callOuts: [{ version }] });
    await db.updateTable('locations').set({ owner_id: otherOwner.id }).where('id', '=', otherMill).execute();
    expect(await listMails()).toHaveLength(1);
  });

  test('is emailed in batches, and each owner once', async () => {
    const barn = await addLocation(db, { title: 'Barn', options: { ...SAMPLE_OPTIONS, category: ['Barn'] } });
    const { rows } = await sql<{ id: string }>`
      with owners as (
        insert into users (role, first_name, last_name, email, password_hash, telephone1, email_verified_at)
        select 'OWNER', 'Isla', 'Weir', 'isla-' || n || '@weir.example', 'x', '0131 496 0177', now()
        from generate_series(1, ${sql.lit(SENDING_BATCH + 5)}) n
        returning id
      ), barns as (
        insert into locations (title, locationurl, owner_id) select 'Barn', 'barn-' || id, id from owners returning id
      ), options as (
        insert into location_options (location_id, option_id, field)
        select b.id, o.option_id, o.field from barns b, location_options o where o.location_id = ${barn}
      )
      select id from barns`.execute(db);
    await publishAll(
      db,
      rows.map((row) => row.id),
    );
    await search.catchUp();
    await sql`insert into call_out_consents select id, now() from users where email like 'isla-%'`.execute(db);
    const callOutId = await write({ search: 'category=Barn' });
    expect(await api(routes.sendCallOut, { id, callOutId })).toMatchObject({ sent: SENDING_BATCH, left: 5 });
    expect(await api(routes.sendCallOut, { id, callOutId })).toMatchObject({ sent: 5, left: 0 });
    expect(new Set((await listMails()).map(({ recipient }) => recipient)).size).toBe(SENDING_BATCH + 5);
  });

  test('gets a limited number of emails in a calendar month', async () => {
    await consent(owner);
    for (let count = 0; count < MAX_MONTHLY_MAILS; count++)
      await api(routes.sendCallOut, { id, callOutId: await write() });
    const callOutId = await write();
    expect(await api(routes.audience, { id, callOutId })).toMatchObject({ owners: { READY: 0, CAPPED: 1 } });
    await expect(api(routes.sendCallOut, { id, callOutId })).rejects.toMatchObject({
      message: messages.NOBODY_TO_SEND_TO,
    });
    const next = addMonths(month, 1);
    now = getStartOfDay(next);
    await api(routes.updateCallOut, { id, callOutId, ...BRIEF, last_day: addDays(next, 5) });
    expect(await api(routes.sendCallOut, { id, callOutId })).toMatchObject({ left: 0 });
  });

  test('has the film offices of the areas, and of a film office who asks only what is in its area', async () => {
    const office = await addPerson(db, 'FILM_OFFICE', { email: 'film@tay.example' });
    const local = (
      await sql<{ office_id: number | null }>`select office_id from location_list where id = ${mill}`.execute(db)
    ).rows[0]!.office_id;
    await db.updateTable('users').set({ office_id: local }).where('id', '=', office.id).execute();
    const callOutId = await write();
    const { offices } = await api(routes.audience, { id, callOutId });
    expect(offices).toEqual([{ name: expect.any(String), sent: false }]);
    await api(routes.sendCallOut, { id, callOutId });
    expect((await listMails()).map(({ recipient }) => recipient)).toEqual(['film@tay.example']);
    const token = await openLink();
    const { request } = await visitor(routes.suggestPlace, { token, title: 'Harbour', place: 'Arbroath' });
    expect(await visitor(routes.stopMails, { token })).toEqual({ message: messages.OFFICES_NEED_NO_CONSENT });
    expect(request).toMatchObject({ is_office: true, places: [{ title: 'Harbour', answer: 'YES' }] });
    expect(await read()).toMatchObject({ answers: [{ title: 'Harbour', is_office: true, location_id: null }] });
    await expect(otherOffice(routes.callOuts, { id })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    await db.updateTable('productions').set({ office_id: otherOfficeId }).where('id', '=', id).execute();
    expect(await otherOffice(routes.audience, { id, callOutId })).toMatchObject({ locations: 0, offices: [] });
    await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', office.id).execute();
  });
});

describe('the brief', () => {
  test('has no secret title, neither when it is written nor when it is sent', async () => {
    const secret = { errorType: 'INVALID', fields: { brief: messages.NAMES_SECRET_TITLE } };
    await expect(write({ brief: 'A mill for THE WEIR!' })).rejects.toMatchObject(secret);
    await consent(owner);
    const callOutId = await write({ brief: 'A mill for Heron' });
    await db.updateTable('productions').set({ title: 'A mill' }).where('id', '=', id).execute();
    const sending = api(routes.sendCallOut, { id, callOutId });
    await expect(sending).rejects.toMatchObject({ errorType: 'CONFLICT', message: messages.NAMES_SECRET_TITLE });
    expect(await listMails()).toEqual([]);
    await db.updateTable('productions').set({ embargoed: false }).where('id', '=', id).execute();
    await api(routes.sendCallOut, { id, callOutId });
    const token = await openLink();
    await visitor(routes.callOutByLink, { token });
    await db.updateTable('productions').set({ embargoed: true }).where('id', '=', id).execute();
    await expect(visitor(routes.callOutByLink, { token })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  });

  test('cannot be changed or deleted once it is sent, nor with an outdated version', async () => {
    const first = await write();
    const { version } = await read();
    await api(routes.updateCallOut, { id, callOutId: first, version, ...BRIEF, brief: 'A mill and a lade' });
    const outdated = api(routes.sendCallOut, { id, callOutId: first, version });
    await expect(outdated).rejects.toMatchObject({ message: messages.CALL_OUT_CHANGED });
    await api(routes.deleteCallOut, { id, callOutId: first });
    const { callOutId } = await send();
    const sentAlready = { errorType: 'CONFLICT', message: messages.SENT_ALREADY };
    await expect(api(routes.updateCallOut, { id, callOutId, ...BRIEF })).rejects.toMatchObject(sentAlready);
    await expect(api(routes.deleteCallOut, { id, callOutId })).rejects.toMatchObject(sentAlready);
  });

  test('has a search that is limited as it is stored', async () => {
    const search = Array.from({ length: 15 }, (_, number) => `category=${'é'.repeat(50)}${number}`).join('&');
    await expect(write({ search })).rejects.toMatchObject({ fields: { search: messages.CHOOSE_FEWER_FILTERS } });
  });

  test('is made public by the team only', async () => {
    await db.updateTable('productions').set({ office_id: otherOfficeId }).where('id', '=', id).execute();
    const wanted = { ...BRIEF, id, is_wanted: true };
    const forbidden = { errorType: 'FORBIDDEN', message: messages.ONLY_TEAM_PUBLISHES };
    await expect(otherOffice(routes.addCallOut, wanted)).rejects.toMatchObject(forbidden);
    const callOutId = await write({ is_wanted: true });
    const later = { ...wanted, callOutId, last_day: addDays(day, 1) };
    expect(await otherOffice(routes.updateCallOut, later)).toMatchObject({
      message: messages.CALL_OUT_SAVED,
      callOuts: [{ is_wanted: true }],
    });
    // The team has not read another brief.
    const rewritten = { ...wanted, callOutId, brief: 'Call us, not the agency.' };
    expect(await otherOffice(routes.updateCallOut, rewritten)).toMatchObject({
      message: messages.CALL_OUT_SAVED_UNMARKED,
      callOuts: [{ brief: 'Call us, not the agency.', is_wanted: false }],
    });
    const [changed] = (await api(productionTimeline, { id })).data;
    expect(changed?.changes).toMatchObject([{ after: messages.CHANGED_AND_UNMARKED }]);
    await api(routes.updateCallOut, { ...rewritten, brief: 'A mill or a lade.' });
    expect(await read()).toMatchObject({ brief: 'A mill or a lade.', is_wanted: true });
    const takenOff = otherOffice(routes.updateCallOut, { ...wanted, callOutId, is_wanted: false });
    await expect(takenOff).rejects.toMatchObject(forbidden);
    await api(routes.updateCallOut, { ...wanted, callOutId, is_wanted: false });
    const shown = otherOffice(routes.updateCallOut, { ...wanted, callOutId });
    await expect(shown).rejects.toMatchObject(forbidden);
  });

  test('has days in order, and a last day that has not passed', async () => {
    const invalid = (field: string) => ({ errorType: 'INVALID', fields: { [field]: expect.any(String) } });
    const days = { ...BRIEF, id, days_from: day, days_to: addDays(day, -1) };
    await expect(api(routes.addCallOut, days)).rejects.toMatchObject(invalid('days_to'));
    const callOutId = await write();
    const before = now;
    now = getStartOfDay(addDays(day, 1));
    await expect(api(routes.sendCallOut, { id, callOutId })).rejects.toMatchObject({
      message: messages.LAST_DAY_HAS_PASSED,
    });
    now = before;
    await expect(write({ last_day: addDays(month, 4) })).rejects.toMatchObject(invalid('last_day'));
  });
});

describe('an owner', () => {
  test('answers for each of their locations by the link, and can change it', async () => {
    const { token } = await send();
    const { places, ...request } = await visitor(routes.callOutByLink, { token });
    expect(request).toEqual({
      brief: BRIEF.brief,
      days_from: null,
      days_to: null,
      last_day: day,
      is_office: false,
    });
    expect(places.map(({ title, answer }) => [title, answer])).toEqual([
      ['Upper mill', null],
      ['Weir mill', null],
    ]);
    const answerId = places[1]!.id;
    await visitor(routes.answerCallOut, { token, answerId, answer: 'YES', days: 'In June', note: 'Ring first' });
    await visitor(routes.answerCallOut, { token, answerId: places[0]!.id, answer: 'NO' });
    const audited = db.selectFrom('audit_logs').select(['location_id', 'details']).orderBy('id', 'desc').limit(2);
    expect(await audited.execute()).toMatchObject([
      { location_id: secondMill, details: { production: id, reference: expect.any(String), answer: 'NO' } },
      { location_id: mill, details: { answer: 'YES' } },
    ]);
    expect(await read()).toMatchObject({
      answered: 1,
      answers: [
        { title: 'Upper mill', answer: 'NO', days: null },
        { title: 'Weir mill', answer: 'YES', days: 'In June', note: 'Ring first', sender: 'Morag Muir' },
      ],
    });
    // Another film office, which the production is of, sees neither who has answered nor what tells it.
    await addImage(db, church);
    await sql`
      insert into call_out_photographs (answer_id, sha256, name, bytes, created_at)
      select ${answerId}, sha256, 'lade.jpg', 100, now() from images where location_id = ${church}`.execute(db);
    expect((await read()).answers[1]!.photographs).toHaveLength(1);
    await db.updateTable('productions').set({ office_id: otherOfficeId }).where('id', '=', id).execute();
    const [{ answers } = { answers: [] }] = await otherOffice(routes.callOuts, { id });
    expect(answers[1]).toMatchObject({ days: 'In June', note: null, sender: null, photographs: [] });
    await visitor(routes.answerCallOut, { token, answerId, answer: 'NO' });
    expect((await read()).answers[0]).toMatchObject({ title: 'Weir mill', answer: 'NO', days: null });
  });

  test('answers for nothing that is not theirs', async () => {
    const { callOutId, token } = await send();
    await consent(otherOwner);
    await api(routes.sendCallOut, { id, callOutId });
    const other = await visitor(routes.callOutByLink, { token: await openLink() });
    expect(other.places.map(({ title }) => title)).toEqual(['Old mill']);
    const foreign = visitor(routes.answerCallOut, { token, answerId: other.places[0]!.id, answer: 'YES' });
    await expect(foreign).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    // A location that has got another owner is not theirs any more.
    const { places } = await visitor(routes.callOutByLink, { token });
    await db.updateTable('locations').set({ owner_id: otherOwner.id }).where('id', '=', mill).execute();
    const late = visitor(routes.answerCallOut, { token, answerId: places[1]!.id, answer: 'YES' });
    await expect(late).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    await db.updateTable('locations').set({ owner_id: owner.id }).where('id', '=', mill).execute();
  });

  test('cannot answer after the last day, or when it was closed early, but stop the emails', async () => {
    const { callOutId, token } = await send();
    now = getStartOfDay(addDays(day, 1));
    await expect(visitor(routes.callOutByLink, { token })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    now = getStartOfDay(day);
    await visitor(routes.callOutByLink, { token });
    await api(routes.closeCallOut, { id, callOutId });
    await expect(visitor(routes.callOutByLink, { token })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    expect(await issueCallOutLink(db, (await listMails())[0]!.id, now)).toBeNull();
    expect(await ownerApi(ownMails, {})).toEqual({ wanted: true });
    expect(await visitor(routes.stopMails, { token })).toEqual({ message: messages.MAILS_STOPPED });
    expect(await ownerApi(ownMails, {})).toEqual({ wanted: false });
    await deleteOldLinks(db, getStartOfDay(addDays(day, 91)));
    await expect(visitor(routes.stopMails, { token })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  });

  test('whose email was not sent before the call-out is closed was not sent it', async () => {
    await consent(owner, otherOwner);
    const callOutId = await write();
    await api(routes.sendCallOut, { id, callOutId });
    const [first, second] = (await listMails()).map((mail) => mail.id);
    await issueCallOutLink(db, first!, now);
    expect(await read()).toMatchObject({ sent: 2 });
    const { callOuts } = await api(routes.closeCallOut, { id, callOutId });
    expect(callOuts[0]).toMatchObject({ state: 'CLOSED', sent: 1 });
    const [closed] = (await api(productionTimeline, { id })).data;
    expect(closed?.changes).toMatchObject([{ after: 'Closed before 1 email could be sent' }]);
    expect(await issueCallOutLink(db, second!, now)).toBeNull();
    // The first attempt has failed, and the call-out is closed before the next.
    await db.updateTable('outbox').set({ attempts: 1, last_error: 'ECONNREFUSED' }).where('id', '=', first!).execute();
    expect(await issueCallOutLink(db, first!, now)).toBeNull();
    expect(await read()).toMatchObject({ sent: 0 });
  });

  test('whose answer comes from an email that seems to have failed does not lose it when the call-out is closed', async () => {
    const { callOutId, token } = await send();
    const [{ id: mailId } = { id: '' }] = await listMails();
    // The mail server accepts the email after our timeout, and the owner answers before the next attempt.
    await db.updateTable('outbox').set({ attempts: 1, last_error: 'TimeoutError' }).where('id', '=', mailId).execute();
    const unsubscription = (await createUnsubscription(db, mailId))!;
    const { places } = await visitor(routes.callOutByLink, { token });
    const { id: photographId } = await visitor(routes.beginPhotograph, {
      token,
      answerId: places[1]!.id,
      name: 'lade.jpg',
      bytes: 100,
    });
    await visitor(routes.answerCallOut, { token, answerId: places[0]!.id, answer: 'YES', note: 'Ring first' });
    await api(routes.closeCallOut, { id, callOutId });
    expect(await issueCallOutLink(db, mailId, now)).toBeNull();
    expect(await read()).toMatchObject({ sent: 1, answered: 1, answers: [{ answer: 'YES', note: 'Ring first' }] });
    await sql`update call_out_answers set answer = null, answered_at = null`.execute(db);
    expect(await issueCallOutLink(db, mailId, now)).toBeNull();
    expect(await db.selectFrom('call_out_photographs').select('id').execute()).toEqual([{ id: photographId }]);
    const stopped = db.transaction().execute((trx) => unsubscribe({ trx, at: now }, unsubscription));
    expect(await stopped).toEqual({ message: messages.MAILS_STOPPED });
  });

  test('who takes back the consent gets none of the emails that are waiting, and can be sent the call-out later', async () => {
    const { callOutId, token } = await send();
    const { callOuts } = await api(routes.addCallOut, { id, ...BRIEF, brief: 'A second mill.' });
    const second = callOuts[0]!.id;
    await api(routes.sendCallOut, { id, callOutId: second });
    const [first, waiting] = (await listMails()).map((mail) => mail.id);
    // The first may have arrived although its attempt has failed.
    await db.updateTable('outbox').set({ attempts: 1, last_error: 'TimeoutError' }).where('id', '=', first!).execute();
    await visitor(routes.stopMails, { token });
    for (const mailId of [first!, waiting!]) expect(await issueCallOutLink(db, mailId, now)).toBeNull();
    expect(await visitor(routes.stopMails, { token })).toEqual({ message: messages.MAILS_STOPPED });
    const countSent = async () =>
      (await api(routes.callOuts, { id })).map((callOut) => [callOut.id, callOut.sent]).toSorted();
    expect(await countSent()).toEqual(
      [
        [callOutId, 1],
        [second, 0],
      ].toSorted(),
    );
    await consent(owner);
    expect(await api(routes.sendCallOut, { id, callOutId: second })).toMatchObject({ sent: 1, left: 0 });
  });

  test('whose email was not sent by the last day was not sent it', async () => {
    await consent(owner);
    const callOutId = await write();
    await api(routes.sendCallOut, { id, callOutId });
    now = getStartOfDay(addDays(day, 1));
    expect(await issueCallOutLink(db, (await listMails())[0]!.id, now)).toBeNull();
    expect(await read()).toMatchObject({ state: 'CLOSED', sent: 0 });
  });

  test('stops the emails with one click in the mail program, by a signature of that email', async () => {
    const { token } = await send();
    const { id: mailId } = (await listMails())[0]!;
    const found = (await createUnsubscription(db, mailId))!;
    expect(JSON.stringify(found)).not.toContain(token);
    const stop = (change: Partial<Unsubscription> = {}) =>
      db.transaction().execute((trx) => unsubscribe({ trx, at: now }, { ...found, ...change }));
    const reversed = [...found.signature].toReversed().join('');
    for (const change of [{ signature: '' }, { signature: reversed }, { recipient: owner.id }])
      await expect(stop(change)).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    expect(await ownerApi(ownMails, {})).toEqual({ wanted: true });
    expect(await stop()).toEqual({ message: messages.MAILS_STOPPED });
    expect(await stop()).toEqual({ message: messages.MAILS_STOPPED });
    expect(await ownerApi(ownMails, {})).toEqual({ wanted: false });
    const audited = db.selectFrom('audit_logs').select(['user_id', 'details']).orderBy('id', 'desc').limit(1);
    expect(await audited.executeTakeFirst()).toEqual({ user_id: null, details: { wanted: false } });
    await deleteOldLinks(db, getStartOfDay(addDays(day, 91)));
    await expect(stop()).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  });

  test('chooses the emails in the profile', async () => {
    expect(await ownerApi(ownMails, {})).toEqual({ wanted: false });
    expect(await ownerApi(setOwnMails, { wanted: true })).toMatchObject({ wanted: true });
    expect(await ownerApi(ownMails, {})).toEqual({ wanted: true });
  });

  test('begins a limited number of photographs, and those that were never sent make room', async () => {
    const { token } = await send();
    const [place] = (await visitor(routes.callOutByLink, { token })).places;
    const file = { token, answerId: place!.id, name: 'lade.jpg', bytes: 100 };
    const begin = async (isSent: boolean) => {
      const { id: photographId } = await visitor(routes.beginPhotograph, file);
      if (isSent)
        await sql`
          update uploads set state = 'CHECKING', received = bytes
          where id = (select upload_id from call_out_photographs where id = ${photographId})`.execute(db);
      return photographId;
    };
    await begin(false);
    for (let count = 1; count < MAX_PHOTOGRAPHS; count++) await begin(true);
    const last = await begin(true);
    await expect(begin(true)).rejects.toMatchObject({ message: messages.photographLimit(MAX_PHOTOGRAPHS) });
    const { request } = await visitor(routes.deletePhotograph, { token, photographId: last });
    expect(request.places[0]!.photographs).toHaveLength(MAX_PHOTOGRAPHS - 1);
    await begin(true);
  });

  test('loses the answers with the account', async () => {
    await send();
    await db.transaction().execute((trx) => deleteAnswersOf(trx, { userId: owner.id }));
    expect(await read()).toMatchObject({ sent: 0, answers: [] });
    expect(await ownerApi(ownMails, {})).toEqual({ wanted: false });
  });
});

describe('the office', () => {
  test('adds a yes to the answer with one call: on the board, and as offered', async () => {
    const { callOutId, token } = await send();
    const { places } = await visitor(routes.callOutByLink, { token });
    const [upper, weir] = places;
    await visitor(routes.answerCallOut, { token, answerId: weir!.id, answer: 'YES' });
    await visitor(routes.answerCallOut, { token, answerId: upper!.id, answer: 'NO' });
    // The production may have the location already, on none of its boards.
    const had = { production_id: id, location_id: mill, title: 'Weir mill', state: 'OFFERED', added_at: now } as const;
    await db.insertInto('production_locations').values(had).execute();
    expect((await read()).answers[1]).toMatchObject({ title: 'Weir mill', is_offered: false });
    const { callOuts } = await api(routes.offerAnswer, { id, callOutId, answerId: weir!.id });
    expect(callOuts[0]!.answers.find(({ title }) => title === 'Weir mill')).toMatchObject({ is_offered: true });
    const { rows } = await sql`
      select pl.state, b.private from production_locations pl join production_boards pb using (production_id)
      join boards b on b.id = pb.board_id join board_locations bl on bl.board_id = b.id and bl.location_id = pl.location_id
      where pl.location_id = ${mill}`.execute(db);
    expect(rows).toEqual([{ state: 'OFFERED', private: true }]);
    const again = api(routes.offerAnswer, { id, callOutId, answerId: weir!.id });
    await expect(again).rejects.toMatchObject({ message: messages.OFFERED_ALREADY });
    const no = api(routes.offerAnswer, { id, callOutId, answerId: upper!.id });
    await expect(no).rejects.toMatchObject({ message: messages.SAID_NO });
  });

  test('reads the answer about a location that was deleted since, and asks about it no more', async () => {
    const { callOutId, token } = await send();
    const { places } = await visitor(routes.callOutByLink, { token });
    const titles = ['Byre', 'Barn', 'Forge'];
    const [byre, barn, forge] = await Promise.all(
      titles.map((title) => addLocation(db, { title, owner_id: owner.id })),
    );
    const ask = (location_id: string, { answer, title = null }: { answer: 'YES' | null; title?: string | null }) =>
      sql`
      insert into call_out_answers (recipient_id, location_id, answer, answered_at, title, place)
      select recipient_id, ${location_id}, ${answer}, ${answer && now}, ${title}, ${title && 'Perth'}
      from call_out_answers where id = ${places[0]!.id}`.execute(db);
    await ask(byre!, { answer: 'YES' });
    await ask(barn!, { answer: null });
    await ask(forge!, { answer: 'YES', title: 'Old forge' });
    await db.deleteFrom('locations').where('id', 'in', [byre!, barn!, forge!]).execute();
    const { answers } = await read();
    expect(answers.toSorted((a, b) => a.title.localeCompare(b.title))).toMatchObject([
      { title: 'Byre', answer: 'YES', location_id: null, place: null, sender: 'Morag Muir' },
      { title: 'Old forge', answer: 'YES', location_id: null, place: 'Perth' },
    ]);
    const answerId = answers.find(({ title }) => title === 'Byre')!.id;
    for (const route of [routes.offerAnswer, routes.makeLocation])
      await expect(api(route, { id, callOutId, answerId })).rejects.toMatchObject({
        message: messages.LOCATION_DELETED,
      });
    expect((await visitor(routes.callOutByLink, { token })).places.map(({ title }) => title)).toEqual([
      'Upper mill',
      'Weir mill',
      'Old forge',
    ]);
    await expect(visitor(routes.answerCallOut, { token, answerId, answer: 'NO' })).rejects.toMatchObject({
      message: messages.NO_SUCH_ANSWER,
    });
  });

  test('makes a suggested place with its photographs a draft of its owner', async () => {
    const { callOutId, token } = await send();
    for (let count = 0; count < MAX_PLACES; count++)
      await visitor(routes.suggestPlace, { token, title: `Forge ${count}`, place: 'Perth', note: 'Two hearths' });
    const more = visitor(routes.suggestPlace, { token, title: 'One more', place: 'Perth' });
    await expect(more).rejects.toMatchObject({ message: messages.placeLimit(MAX_PLACES) });
    const [place] = (await read()).answers;
    await expect(api(routes.offerAnswer, { id, callOutId, answerId: place!.id })).rejects.toMatchObject({
      message: messages.NOT_A_LOCATION,
    });
    await db.updateTable('productions').set({ office_id: otherOfficeId }).where('id', '=', id).execute();
    await expect(otherOffice(routes.makeLocation, { id, callOutId, answerId: place!.id })).rejects.toMatchObject({
      errorType: 'FORBIDDEN',
    });
    const photograph = { token, answerId: place!.id, name: 'lade.jpg', bytes: 2_000 };
    const { id: photographId } = await visitor(routes.beginPhotograph, photograph);
    await sql`
      update uploads set state = 'CHECKING', received = bytes
      where id = (select upload_id from call_out_photographs where id = ${photographId})`.execute(db);
    await expect(api(routes.makeLocation, { id, callOutId, answerId: place!.id })).rejects.toMatchObject({
      message: messages.PHOTOGRAPHS_ARE_CHECKED,
    });
    await visitor(routes.deletePhotograph, { token, photographId });
    await addImage(db, agencyMill);
    await sql`
      insert into call_out_photographs (answer_id, sha256, name, bytes, created_at)
      select ${place!.id}::uuid, sha256, file.name, 100, now() from images, unnest(array['hearth.jpg', 'again.jpg']) file (name)
      where location_id = ${agencyMill}`.execute(db);
    await api(routes.makeLocation, { id, callOutId, answerId: place!.id });
    await expect(visitor(routes.beginPhotograph, photograph)).rejects.toMatchObject({ message: messages.ADD_TO_DRAFT });
    const { location_id } = (await read()).answers.find((answer) => answer.id === place!.id)!;
    const columns = ['title', 'owner_id', 'status', 'address1', 'description'] as const;
    const made = db.selectFrom('locations').select(columns).where('id', '=', location_id);
    expect(await made.executeTakeFirst()).toEqual({
      title: place!.title,
      owner_id: owner.id,
      status: 'NEW',
      address1: 'Perth',
      description: 'Two hearths',
    });
    const images = db.selectFrom('images').select(['position', 'is_primary']).where('location_id', '=', location_id);
    expect(await images.execute()).toEqual([{ position: 0, is_primary: true }]);
    const mails = db.selectFrom('outbox').select(['recipient', 'text']).where('kind', '=', 'location-begun');
    expect(await mails.execute()).toMatchObject([
      { recipient: owner.email, text: expect.stringContaining(`/locations/${location_id}`) },
    ]);
    await expect(api(routes.makeLocation, { id, callOutId, answerId: place!.id })).rejects.toMatchObject({
      message: messages.MADE_ALREADY,
    });
  });
});

test('the public reads open call-outs of which the team says so, and no secret title', async () => {
  await consent(owner);
  const callOutId = await write({ brief: 'A mill with a wheel', is_wanted: true });
  await write({ brief: 'Not public' });
  expect(await visitor(routes.wanted, {})).toEqual([]);
  await api(routes.sendCallOut, { id, callOutId });
  const shown = { id: callOutId, brief: 'A mill with a wheel', days_from: null, days_to: null, last_day: day };
  expect(await visitor(routes.wanted, {})).toEqual([shown]);
  await db.updateTable('productions').set({ title: 'A mill' }).where('id', '=', id).execute();
  expect(await visitor(routes.wanted, {})).toEqual([]);
  await db.updateTable('productions').set({ title: 'The Weir' }).where('id', '=', id).execute();
  await api(routes.showCallOut, { id, callOutId, is_wanted: false });
  expect(await visitor(routes.wanted, {})).toEqual([]);
  await api(routes.showCallOut, { id, callOutId, is_wanted: true });
  expect(await visitor(routes.wanted, {})).toEqual([shown]);
  await api(routes.closeCallOut, { id, callOutId });
  expect(await visitor(routes.wanted, {})).toEqual([]);
});

test('the public reads a call-out that reaches nobody by email', async () => {
  const callOutId = await write({ is_wanted: true });
  expect(await api(routes.sendCallOut, { id, callOutId })).toMatchObject({ message: messages.PUBLIC_ONLY, sent: 0 });
  expect(await visitor(routes.wanted, {})).toMatchObject([{ id: callOutId }]);
  const again = api(routes.sendCallOut, { id, callOutId });
  await expect(again).rejects.toMatchObject({ message: messages.NOBODY_TO_SEND_TO });
});
