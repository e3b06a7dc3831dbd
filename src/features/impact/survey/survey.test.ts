import { beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '../../../../tests/support/database.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { addProduction } from '../../../../tests/support/productions.ts';
import { featureApi, testServices } from '../../../../tests/support/services.ts';
import { getStartOfDay } from '../../../platform/text/day-bounds.ts';
import { DAY_MS } from '../../../platform/text/durations.ts';
import { addDays, toDay } from '../../../platform/text/days.ts';
import { mergePeople } from '../commands.server.ts';
import { productionImpact, setFigure } from '../contract.ts';
import { impactFeature } from '../feature.ts';
import * as messages from '../messages.ts';
import { issueSurveyLink } from './commands.server.ts';
import * as routes from './contract.ts';
import { deleteOldLinks, sendSurveys } from './jobs.server.ts';

const { kysely: db } = await testDatabase();
/** Each call is a millisecond later than the one before. */
let now = new Date();
const services = testServices(db, { now: () => (now = new Date(now.getTime() + 1)) });
const api = featureApi(impactFeature, services, await addPerson(db, 'ADMIN'));
const visitor = featureApi(impactFeature, services, null);

const WRAP = '2027-03-10';
const on = (day: string) => new Date(`${day}T12:00:00Z`);
let id: string;
let person: string;

beforeEach(async () => {
  now = on(addDays(WRAP, -9));
  await db.deleteFrom('productions').execute();
  await db.deleteFrom('outbox').execute();
  const secret = { title: 'The Weir', code_name: 'Heron', embargoed: true };
  id = await addProduction(db, {}, { ...secret, stage: 'SHOOTING', shoot_to: WRAP });
  person = await addContact('Calum Reid', 'calum@crew.example');
});

async function addContact(name: string, email: string | null): Promise<string> {
  const row = await db.insertInto('people').values({ name, email }).returning('id').executeTakeFirstOrThrow();
  await db
    .insertInto('production_contacts')
    .values({ production_id: id, person_id: row.id, role: 'Producer', position: 0 })
    .execute();
  return row.id;
}

/** Runs the job of a day, as the worker does. */
const work = async (day: string) => {
  now = on(day);
  await sendSurveys(services, now);
};
const listMails = (kind: string) =>
  db.selectFrom('outbox').selectAll().where('kind', '=', kind).orderBy('created_at').execute();
const listSubjects = async () => (await listMails('wrap-survey')).map(({ subject }) => subject);
const getState = async () => (await api(productionImpact, { id })).survey?.state;
const getFigures = async () =>
  Object.fromEntries(
    (await api(productionImpact, { id })).figures.map(({ figure, value, basis }) => [figure, [value, basis]]),
  );

/** Asks now. Returns the token of the link. */
async function ask(): Promise<string> {
  await api(routes.planSurvey, { id, personId: person, now: true });
  return openLink();
}

/** Issues the secret of the link in the latest email, as when it is sent. */
async function openLink(): Promise<string> {
  return (await issueSurveyLink(db, (await listMails('wrap-survey')).at(-1)!.id))!;
}

const rejected = { errorType: 'NOT_FOUND', message: messages.LINK_UNUSABLE };

describe('the survey', () => {
  test('is sent on the day after the wrap, by the code name, and reminds after 14 and 28 days, then never again', async () => {
    await api(routes.planSurvey, { id, personId: person });
    expect(await getState()).toBe('PLANNED');
    await work(WRAP);
    expect(await listSubjects()).toEqual([]);
    const sent = addDays(WRAP, 1);
    await work(sent);
    await work(sent);
    expect(await getState()).toBe('SENT');
    expect(await listSubjects()).toEqual(['What Heron has brought to the region']);
    const [mail] = await listMails('wrap-survey');
    expect(mail).toMatchObject({ recipient: 'calum@crew.example', has_link: true });
    expect(`${mail!.subject}${mail!.text}${mail!.html}`).not.toContain('The Weir');
    const counts: number[] = [];
    for (const days of [13, 14, 15, 27, 28, 29, 50]) {
      await work(addDays(sent, days));
      counts.push((await listSubjects()).length);
    }
    expect(counts).toEqual([1, 2, 2, 2, 3, 3, 3]);
    expect((await listSubjects()).slice(1)).toEqual(Array(2).fill('Reminder: What Heron has brought to the region'));
    expect((await api(productionImpact, { id })).survey).toMatchObject({ reminders: 2, answered_at: null });
  });

  test('leaves a week between reminders after the worker has not run, and reminds nobody of a link that has ended', async () => {
    await ask();
    const sent = toDay(now);
    const counts: number[] = [];
    for (const days of [40, 41, 47, 60]) {
      await work(addDays(sent, days));
      counts.push((await listSubjects()).length);
    }
    expect(counts).toEqual([2, 2, 3, 3]);
    await ask();
    await work(addDays(sent, 60 + 61));
    expect(await listSubjects()).toHaveLength(4);
  });

  test('is sent after the only day that is known', async () => {
    await db.updateTable('productions').set({ shoot_from: WRAP, shoot_to: null }).where('id', '=', id).execute();
    await api(routes.planSurvey, { id, personId: person });
    await work(WRAP);
    expect(await listSubjects()).toEqual([]);
    await work(addDays(WRAP, 1));
    expect(await listSubjects()).toHaveLength(1);
  });

  test('is sent at once when the wrap has passed, or if that is wanted', async () => {
    await api(routes.planSurvey, { id, personId: person, now: true });
    expect(await listSubjects()).toHaveLength(1);
    now = on(addDays(WRAP, 1));
    await api(routes.planSurvey, { id, personId: person });
    expect(await listSubjects()).toHaveLength(2);
    expect(await getState()).toBe('SENT');
  });

  test('asks nobody about a lost production, and no contact without an address', async () => {
    await api(routes.planSurvey, { id, personId: person });
    await db.updateTable('productions').set({ stage: 'LOST', ended_at: now }).where('id', '=', id).execute();
    await work(addDays(WRAP, 1));
    expect(await listSubjects()).toEqual([]);
    const stranger = await db
      .insertInto('people')
      .values({ name: 'Ann', email: 'ann@crew.example' })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const personId of [await addContact('Ruth Bell', null), stranger.id])
      await expect(api(routes.planSurvey, { id, personId })).rejects.toMatchObject({
        errorType: 'INVALID',
        fields: { personId: messages.CHOOSE_CONTACT },
      });
  });

  test('reminds nobody after an answer, after it was withdrawn, or who is no contact any more', async () => {
    const sent = toDay(now);
    const expectNoReminder = async () => {
      const before = (await listSubjects()).length;
      await work(addDays(sent, 40));
      expect(await listSubjects()).toHaveLength(before);
      now = on(sent);
    };
    const token = await ask();
    const { version } = await visitor(routes.surveyByLink, { token });
    await visitor(routes.answerSurvey, { token, version, figures: { DAYS: 12 } });
    expect(await getState()).toBe('ANSWERED');
    await expectNoReminder();
    await ask();
    await api(routes.withdrawSurvey, { id });
    await expectNoReminder();
    await ask();
    await db.deleteFrom('production_contacts').where('person_id', '=', person).execute();
    await expectNoReminder();
  });

  test('follows the merge of two people', async () => {
    const other = await addContact('Calum Reid', 'calum@home.example');
    await api(routes.planSurvey, { id, personId: person });
    await db.transaction().execute((trx) => mergePeople(trx, { from: person, into: other }));
    expect((await api(productionImpact, { id })).survey).toMatchObject({ person: { id: other } });
  });
});

describe('the link', () => {
  test('declares figures, which replace estimates but not what was measured, and tells the office', async () => {
    await api(setFigure, { id, figure: 'DAYS', value: 10, basis: 'MEASURED' });
    await api(setFigure, { id, figure: 'CREW', value: 30, basis: 'DECLARED' });
    const token = await ask();
    const survey = await visitor(routes.surveyByLink, { token });
    expect(survey).toMatchObject({
      production: 'Heron',
      answered: false,
      figures: { DAYS: null, CREW: 30 },
      measured: ['DAYS'],
    });
    expect(JSON.stringify(survey)).not.toContain('The Weir');
    const answer = { token, version: survey.version, figures: { DAYS: 12, SPEND_CREW: '£12,000' } };
    expect(await visitor(routes.answerSurvey, answer)).toMatchObject({
      message: messages.ANSWER_SAVED,
      survey: { answered: true, figures: { DAYS: null, CREW: null, SPEND_CREW: 12_000 } },
    });
    expect(await getFigures()).toEqual({ DAYS: [10, 'MEASURED'], SPEND_CREW: [12_000, 'DECLARED'] });
    const [mail] = await listMails('wrap-survey-answer');
    expect(mail!.text).toContain('£12,000');
  });

  test('can change the answer; the same one again changes nothing', async () => {
    const token = await ask();
    const send = async (figures: object) => {
      const { version } = await visitor(routes.surveyByLink, { token });
      return visitor(routes.answerSurvey, { token, version, figures });
    };
    await send({ DAYS: 12 });
    await send({ DAYS: 12 });
    expect(await listMails('wrap-survey-answer')).toHaveLength(1);
    await send({ DAYS: 13 });
    expect(await getFigures()).toEqual({ DAYS: [13, 'DECLARED'] });
    await expect(send({})).rejects.toMatchObject({ errorType: 'INVALID', message: messages.ENTER_SOME_FIGURE });
  });

  test('is for the figures that its reader has seen', async () => {
    const token = await ask();
    const { version } = await visitor(routes.surveyByLink, { token });
    await api(setFigure, { id, figure: 'DAYS', value: 10, basis: 'MEASURED' });
    const late = visitor(routes.answerSurvey, { token, version, figures: { CREW: 3 } });
    await expect(late).rejects.toMatchObject({ errorType: 'CONFLICT', message: messages.FIGURES_CHANGED });
  });

  test('ends with the day after 60 days, and when the survey is withdrawn or replaced', async () => {
    const token = await ask();
    const open = () => visitor(routes.surveyByLink, { token });
    const sent = now;
    const end = getStartOfDay(addDays(toDay(sent), 61));
    now = new Date(end.getTime() - 60_000);
    expect(await open()).toMatchObject({ open_until: addDays(toDay(sent), 60) });
    await deleteOldLinks(db, now);
    await open();
    now = end;
    await expect(open()).rejects.toMatchObject(rejected);
    now = sent;
    await api(routes.withdrawSurvey, { id });
    await expect(open()).rejects.toMatchObject(rejected);
    const again = await ask();
    await expect(open()).rejects.toMatchObject(rejected);
    expect(await visitor(routes.surveyByLink, { token: again })).toMatchObject({ answered: false });
    await deleteOldLinks(db, new Date(sent.getTime() + 62 * DAY_MS));
    expect(await db.selectFrom('impact_survey_mails').select('mail_id').execute()).toEqual([]);
  });

  test('is not issued for an email that waited until the survey was withdrawn', async () => {
    await api(routes.planSurvey, { id, personId: person, now: true });
    await api(routes.withdrawSurvey, { id });
    expect(await issueSurveyLink(db, (await listMails('wrap-survey')).at(-1)!.id)).toBeNull();
    await expect(visitor(routes.surveyByLink, { token: 'x' })).rejects.toMatchObject(rejected);
  });
});
