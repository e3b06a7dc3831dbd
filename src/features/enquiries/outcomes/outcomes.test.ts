import { expect, test } from 'vitest';
import { createCallContext } from '../../../../tests/support/call-context.ts';
import { featureHandlers, testServices } from '../../../../tests/support/services.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { addEnquiry } from '../../../../tests/support/enquiries.ts';
import { addLocation } from '../../../../tests/support/locations.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { createInProcessCaller, createJsonApi } from '../../../platform/http/route-handlers.ts';
import * as routes from '../cases/contract.ts';
import { enquiryFeature } from '../feature.ts';
import { deleteOldEnquiries } from '../jobs.server.ts';

const NOW = new Date('2026-11-24T12:00:00Z');
const { kysely: db } = await testDatabase();
const admin = await addPerson(db, 'ADMIN');
const handlers = featureHandlers(enquiryFeature, testServices(db, { now: () => NOW }));
const api = createJsonApi(createInProcessCaller(handlers, createCallContext(admin)));
const location_id = await addLocation(db, { title: 'Weir mill', options: { localauthority: ['Fife'] } });
await addLocation(db, { options: { localauthority: ['Moray'] } });

const add = (columns = {}) => addEnquiry(db, { location_id, location_title: 'Weir mill', ...columns });
const listOutcomes = () => db.selectFrom('enquiry_outcomes').selectAll().orderBy('year').execute();

test('closing asks whether it was filmed, and takes the areas of the locations', async () => {
  const { id } = await add();
  expect((await api(routes.enquiryById, { id })).location_areas).toEqual(['Fife']);
  await expect(api(routes.updateEnquiry, { id, version: 1, state: 'CLOSED' })).rejects.toMatchObject({
    fields: { filmed: 'Choose whether it was filmed.' },
  });
  const { enquiry } = await api(routes.updateEnquiry, {
    id,
    version: 1,
    state: 'CLOSED',
    filmed: 'YES',
    filming_days: '12',
    spend: '£ 1,250,000',
    production: 'Night ferry',
    production_kind: 'SHORT_FILM',
  });
  expect(enquiry).toMatchObject({
    state: 'CLOSED',
    production: 'Night ferry',
    outcome: { filmed: 'YES', filming_days: 12, spend: 1_250_000, areas: ['Fife'] },
  });
  const entry = await db.selectFrom('audit_logs').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(entry).toMatchObject({ type: 60, details: { filmed: true, spend: 1_250_000, days: 12, areas: 'Fife' } });
});

test('opening again keeps the outcome, which can be corrected', async () => {
  const { id } = await add({ filming_from: '2025-12-30' });
  await api(routes.updateEnquiry, { id, state: 'CLOSED', filmed: 'YES', areas: ['Moray', 'Fife'] });
  const open = await api(routes.updateEnquiry, { id, state: 'IN_PROGRESS' });
  expect(open.enquiry.outcome).toMatchObject({ filmed: 'YES', areas: ['Fife', 'Moray'] });
  // The year follows the dates of filming.
  expect((await listOutcomes()).at(0)).toMatchObject({ year: 2025 });
  await api(routes.updateEnquiry, { id, filming_from: '2024-03-01', filming_to: '2024-03-09' });
  expect((await listOutcomes()).at(0)).toMatchObject({ year: 2024 });
  const closed = await api(routes.updateEnquiry, { id, state: 'CLOSED', areas: [], spend: 0 });
  expect(closed.enquiry.outcome).toEqual({ filmed: 'YES', filming_days: null, spend: 0, areas: [] });
});

test.each([
  [{ filming_days: 0 }, { filming_days: 'Enter a number of days from 1 to 3,650.' }],
  [{ spend: '12.50' }, { spend: 'Enter a whole number of up to 2,000,000,000.' }],
  [{ spend: -1 }, { spend: 'Enter a whole number of up to 2,000,000,000.' }],
  [{ areas: ['Atlantis'] }, { areas: 'Choose areas from the list.' }],
  [{ filmed: null }, { filmed: 'Choose whether it was filmed.' }],
])('rejects %j and changes nothing', async (change, fields) => {
  const { id } = await add();
  await expect(
    api(routes.updateEnquiry, { id, state: 'CLOSED', filmed: 'YES', ...change } as never),
  ).rejects.toMatchObject({ fields });
  expect(await api(routes.enquiryById, { id })).toMatchObject({ state: 'NEW', outcome: null, version: 1 });
});

test('keeps the name of an area whose option is deleted', async () => {
  await addLocation(db, { options: { localauthority: ['Old shire'] } });
  const { id } = await add();
  await api(routes.updateEnquiry, { id, state: 'CLOSED', filmed: 'YES', areas: ['Old shire'] });
  await db.deleteFrom('location_options').where('field', '=', 'localauthority').execute();
  await db.deleteFrom('options').where('name', '=', 'Old shire').execute();
  const { enquiry } = await api(routes.updateEnquiry, { id, spend: 5, areas: ['Old shire', 'Fife'] });
  expect(enquiry.outcome?.areas).toEqual(['Fife', 'Old shire']);
});

test('outlives a closed enquiry whose retention is over, but not spam', async () => {
  await db.deleteFrom('enquiries').execute();
  await db.deleteFrom('enquiry_outcomes').execute();
  const closed = await add();
  const spam = await add();
  for (const { id } of [closed, spam])
    await api(routes.updateEnquiry, { id, state: 'CLOSED', filmed: 'YES', spend: 7 });
  await api(routes.updateEnquiry, { id: spam.id, state: 'SPAM' });
  await deleteOldEnquiries(db, new Date('2029-01-01T00:00:00Z'));
  expect(await db.selectFrom('enquiries').selectAll().execute()).toEqual([]);
  expect(await listOutcomes()).toMatchObject([{ enquiry_id: null, filmed: true, spend: 7, year: 2026 }]);
});
