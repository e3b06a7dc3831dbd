import { beforeEach, expect, test } from 'vitest';
import { addCompany } from '../../../tests/support/companies.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { addOption } from '../../../tests/support/locations.ts';
import { addPerson } from '../../../tests/support/people.ts';
import { addProduction } from '../../../tests/support/productions.ts';
import { featureApi, testServices } from '../../../tests/support/services.ts';
import { toDay } from '../../platform/text/days.ts';
import { CHOOSE_OFFICE } from '../accounts/messages.ts';
import { companyFeature } from '../companies/feature.ts';
import { mergeCompany } from '../companies/merging/contract.ts';
import { productionById, updateProduction } from './contract.ts';
import { productionFeature } from './feature.ts';
import * as messages from './messages.ts';
import type { ProductionChange } from './schema.ts';
import { productionTimeline, restoreProductionValues } from './timeline/contract.ts';

const { kysely: db } = await testDatabase();
/** Each call is a millisecond later than the one before. */
let now = new Date();
const services = testServices(db, { now: () => (now = new Date(now.getTime() + 1)) });
const signIn = async (...person: Parameters<typeof addPerson> extends [unknown, ...infer Rest] ? Rest : never) =>
  featureApi([productionFeature, companyFeature], services, await addPerson(db, ...person));
const api = await signIn('ADMIN', { first_name: 'Isla', last_name: 'Grant' });
const officeId = await addOption(db, 'filmoffice', 'Film Fife');
const office = await signIn('FILM_OFFICE', { office_id: officeId });

beforeEach(async () => {
  await db.deleteFrom('productions').execute();
});

/** Adds a production, changes it several times, and returns its id with the entry of the first of these changes. */
async function addChanged(columns: object, ...changes: ProductionChange[]): Promise<{ id: string; entryId: string }> {
  const id = await addProduction(db, {}, columns);
  for (const change of changes) await api(updateProduction, { id, ...change });
  const { data } = await api(productionTimeline, { id });
  return { id, entryId: data.at(-1)!.id };
}

test('gives the details of a change the values from before it, and leaves the others', async () => {
  const company = await addCompany(db, { name: 'Northlight' });
  const values = { title: 'The Weir', company_id: company, shoot_from: '2027-03-02', crew_size: 40, needs: 'A pier' };
  const { id, entryId } = await addChanged(
    values,
    { title: 'Renamed', company_id: null, shoot_from: null, crew_size: 50, stage: 'LOST' },
    { needs: 'Two piers', title: 'Renamed again' },
  );
  const { message, production } = await api(restoreProductionValues, { id, entryId, version: 3 });
  expect(message).toBe(messages.VALUES_RESTORED);
  expect(production).toMatchObject({ ...values, stage: 'ENQUIRY', needs: 'Two piers', version: 4 });
  const [latest] = (await api(productionTimeline, { id })).data;
  expect(latest).toMatchObject({
    kind: 'CHANGED',
    is_restoration: true,
    can_restore: true,
    author: { first_name: 'Isla' },
  });
  expect(latest?.changes).toContainEqual({ label: 'Title', before: 'Renamed again', after: 'The Weir' });
  const audited = await db
    .selectFrom('audit_logs')
    .select('details')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(audited.details).toMatchObject({ restored: entryId, production: id });
  // Restoring is a change, so it can be undone.
  const undone = await api(restoreProductionValues, { id, entryId: latest!.id });
  expect(undone.production).toMatchObject({ title: 'Renamed again', company: null, stage: 'LOST' });
});

test('restores when a production had ended', async () => {
  const ended_at = new Date('2025-03-01T12:00:00Z');
  const { id, entryId } = await addChanged({ stage: 'LOST', ended_at }, { stage: 'ENQUIRY' });
  await api(restoreProductionValues, { id, entryId });
  const row = db.selectFrom('productions').select(['stage', 'ended_at']).where('id', '=', id);
  expect(await row.executeTakeFirst()).toEqual({ stage: 'LOST', ended_at });
});

test('restores the company that stayed after a merge', async () => {
  const [gone, stays] = [await addCompany(db, { name: 'Northlight' }), await addCompany(db, { name: 'North Light' })];
  const { id, entryId } = await addChanged({ company_id: gone }, { company_id: null });
  await api(mergeCompany, { id: stays, other_id: gone });
  const { production } = await api(restoreProductionValues, { id, entryId });
  expect(production.company).toEqual({ id: stays, name: 'North Light' });
});

test.each<[name: string, columns: object, changes: ProductionChange[], message: string]>([
  [
    'days that are out of order now',
    { shoot_from: '2027-03-02' },
    [{ shoot_from: '2027-01-02' }, { shoot_to: '2027-02-01' }],
    messages.cannotRestore(`Shooting until (wrap): ${messages.DATES_IN_ORDER}`),
  ],
  [
    'no code name during an embargo',
    {},
    [{ code_name: 'Heron' }, { embargoed: true }],
    messages.cannotRestore(`Code name: ${messages.ENTER_CODE_NAME}`),
  ],
  ['what it has already', { title: 'Glen' }, [{ title: 'The Weir' }, { title: 'Glen' }], messages.NOTHING_TO_RESTORE],
])('does not restore %s, and changes nothing', async (_, columns, changes, message) => {
  const { id, entryId } = await addChanged(columns, ...changes);
  const before = await api(productionById, { id });
  await expect(api(restoreProductionValues, { id, entryId })).rejects.toMatchObject({ errorType: 'CONFLICT', message });
  expect(await api(productionById, { id })).toEqual(before);
});

test.each<[field: 'company_id' | 'office_id' | 'assignee_id', message: string]>([
  ['company_id', `Company: ${messages.NO_SUCH_COMPANY}`],
  ['office_id', `Looked after by: ${CHOOSE_OFFICE}`],
  ['assignee_id', `Assigned to: ${messages.CANNOT_BE_ASSIGNED}`],
])('does not restore the %s of what was deleted', async (field, message) => {
  const company = await addCompany(db, { name: 'Northlight' });
  const closing = await addOption(db, 'filmoffice', 'Film Closing');
  const { id: account } = await addPerson(db, 'ADMIN');
  const value = { company_id: company, office_id: closing, assignee_id: account }[field];
  const changed = await addChanged({ [field]: value }, { [field]: null });
  await db.deleteFrom('companies').where('id', '=', company).execute();
  await db.deleteFrom('options').where('id', '=', closing).execute();
  await db.deleteFrom('users').where('id', '=', account).execute();
  await expect(api(restoreProductionValues, changed)).rejects.toMatchObject({
    message: messages.cannotRestore(message),
  });
});

test('does not restore a value that a later release has removed, and leaves out a detail that it has removed', async () => {
  const { id } = await addChanged({ budget_band: 'UP_TO_1M' }, { title: 'Glen' });
  const addEntry = async (before: object) => {
    const details = JSON.stringify({ changes: [], before });
    const entry = await db
      .insertInto('production_entries')
      .values({ production_id: id, kind: 'CHANGED', details, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, entryId: entry.id };
  };
  await expect(api(restoreProductionValues, await addEntry({ stage: 'PITCH', title: 'Weir' }))).rejects.toMatchObject({
    errorType: 'CONFLICT',
    message: messages.cannotRestore(`Stage: ${messages.VALUE_OF_OLDER_RELEASE}`),
  });
  const { production } = await api(restoreProductionValues, await addEntry({ union: 'Equity', budget_band: null }));
  expect(production).toMatchObject({ title: 'Glen', stage: 'ENQUIRY', budget_band: null });
});

test('rejects an outdated version, the entry of another production, and one that has no values', async () => {
  const { id, entryId } = await addChanged({}, { title: 'Renamed' });
  const other = await addChanged({}, { title: 'Other' });
  await expect(api(restoreProductionValues, { id, entryId, version: 1 })).rejects.toMatchObject({
    message: messages.PRODUCTION_CHANGED,
  });
  const older = await db
    .insertInto('production_entries')
    .values({ production_id: id, kind: 'CHANGED', details: JSON.stringify({ changes: [] }), created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const without of [other.entryId, older.id])
    await expect(api(restoreProductionValues, { id, entryId: without })).rejects.toMatchObject({
      errorType: 'NOT_FOUND',
      message: messages.NO_SUCH_CHANGE,
    });
  const listed = (await api(productionTimeline, { id })).data.find((entry) => entry.id === older.id);
  expect(listed?.can_restore).toBe(false);
});

test('a film office restores what it looks after, but not so that it would lose it', async () => {
  const until = toDay(now);
  const own = await addChanged({ office_id: officeId, next_step: 'Call' }, { next_step: 'Write', next_step_on: until });
  const { production } = await office(restoreProductionValues, own);
  expect(production).toMatchObject({ next_step: 'Call', next_step_on: null });
  const given = await addChanged({}, { office_id: officeId });
  await expect(office(restoreProductionValues, given)).rejects.toMatchObject({
    message: messages.WOULD_LOSE_ACCESS,
  });
  const elsewhere = await addChanged({}, { title: 'Renamed' });
  await expect(office(restoreProductionValues, elsewhere)).rejects.toMatchObject({
    message: messages.NO_SUCH_PRODUCTION,
  });
});
