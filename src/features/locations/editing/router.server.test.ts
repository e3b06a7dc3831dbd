import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../tests/support/database.ts';
import { exportLines } from '../../../../tests/support/export-lines.ts';
import { addImage, clearCatalogue } from '../../../../tests/support/locations.ts';
import {
  COMPLETE_FIELDS,
  addEveryOption,
  submissionRouteHandlers,
  registerLocation,
  getMailKinds,
  publishAll,
  submissionApi,
  getState,
  submitLocation,
} from '../../../../tests/support/submissions.ts';
import { type Person, addPerson } from '../../../../tests/support/people.ts';
import type { Api } from '../../../platform/http/contract.ts';
import { AUDIT_TYPES } from '../../audit-log/entry-types.ts';
import { findPublishedByUrl } from '../catalogue/published/queries.server.ts';
import { publicLocation } from '../catalogue/schema.ts';
import * as routes from './contract.ts';
import { getEmptyFields } from '../catalogue/fields/values.ts';
import { LOCATION_FIELDS, TEAM_FIELDS } from '../catalogue/fields/lookup.ts';
import { PENDING_APPROVAL } from '../messages.ts';

const { kysely: db } = await testDatabase();
const { information, features, description, area } = COMPLETE_FIELDS;
let owner: Person;
let api: Api;
let team: Api;

beforeEach(async () => {
  await clearCatalogue(db);
  await db.deleteFrom('outbox').execute();
  await addEveryOption(db);
  owner = await addPerson(db, 'OWNER');
  api = submissionApi(db, owner);
  team = submissionApi(db, await addPerson(db, 'ADMIN'));
});

const conflict = { errorType: 'CONFLICT' };
const publish = (id: string) => publishAll(db, [id]);

describe('creating a location', () => {
  it('saves the first step as a draft of the owner, and notifies them', async () => {
    const id = randomUUID();
    const created = await api(routes.createLocation, {
      ...information,
      id,
      draftVersion: 0,
      title: '  Weir mill ',
      postcode: 'fk81aa',
      locationurl: '',
    });
    const expected = { ...getEmptyFields(LOCATION_FIELDS), ...information, locationurl: 'weir-mill' };
    expect(created).toMatchObject({
      ...expected,
      id,
      version: 1,
      status: 'NEW',
      location_status: 'DRAFT',
      draft: null,
    });
    expect(await api(routes.ownLocationById, { id })).toEqual(created);
    expect(await getMailKinds(db, owner.email)).toEqual(['location-registered']);
  });

  it('reports every missing or invalid field, and creates nothing', async () => {
    const answer = api(routes.createLocation, {
      id: randomUUID(),
      draftVersion: 0,
      title: 'Mill',
      postcode: 'Stirling',
    });
    await expect(answer).rejects.toMatchObject({
      errorType: 'INVALID',
      fields: { address1: 'Enter the first line of the address.', postcode: 'Enter a postcode such as EH1 1RE.' },
    });
    expect(await api(routes.ownLocations, {})).toMatchObject({ total: 0 });
  });

  it('is idempotent, also for concurrent requests', async () => {
    const request = { ...information, id: randomUUID(), draftVersion: 0 };
    const answers = await Promise.allSettled([1, 2, 3].map(() => api(routes.createLocation, request)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    await expect(api(routes.createLocation, request)).rejects.toMatchObject(conflict);
    expect(await api(routes.ownLocations, {})).toMatchObject({ total: 1 });
  });
});

describe('the address of a location', () => {
  const addressOf = async (title: string) => (await registerLocation(api, { title })).locationurl;

  it('is derived from the title, with a number if it is taken, published or not', async () => {
    const first = await registerLocation(api, { title: 'Weir Mill' });
    await publish(first.id);
    await api(routes.saveLocation, { id: first.id, version: 1, locationurl: 'the-old-mill' });
    expect(await addressOf('Weir mill')).toBe('weir-mill-2');
    expect(await addressOf('Weir mill')).toBe('weir-mill-3');
    expect(await addressOf('Boards')).toBe('boards-2');
    const long = 'Weir '.repeat(30).trim();
    const plain = long.toLowerCase().replaceAll(' ', '-');
    expect([await addressOf(long), await addressOf(long)]).toEqual([plain, `${plain.slice(0, 148)}-2`]);
  });

  it('is unique for concurrent locations with the same title', async () => {
    const addresses = await Promise.all([1, 2, 3, 4].map(() => addressOf('Weir mill')));
    expect(addresses.toSorted()).toEqual(['weir-mill', 'weir-mill-2', 'weir-mill-3', 'weir-mill-4']);
  });

  it.each([
    ['weir-mill', 'Another location has this web address. Choose another.'],
    ['find-a-location', 'This web address is one of the site’s own pages. Choose another.'],
    ['Weir Mill', 'Use lower-case letters, digits and single hyphens, such as old-mill.'],
  ])('cannot be %s when that is not free', async (locationurl, message) => {
    await registerLocation(api);
    const request = { ...information, id: randomUUID(), draftVersion: 0, locationurl };
    await expect(api(routes.createLocation, request)).rejects.toMatchObject({ fields: { locationurl: message } });
  });

  it('is kept when the title changes', async () => {
    const { id, version } = await registerLocation(api);
    expect(await api(routes.saveLocation, { id, version, title: 'Weir cottage' })).toMatchObject({
      title: 'Weir cottage',
      locationurl: 'weir-mill',
    });
  });
});

describe('saving a location', () => {
  it('saves each step, and raises the version', async () => {
    const { id } = await registerLocation(api);
    await api(routes.saveLocation, { id, version: 1, ...features });
    await api(routes.saveLocation, { id, version: 2, ...description });
    expect(await api(routes.saveLocation, { id, version: 3, ...area })).toMatchObject({
      ...information,
      ...features,
      ...description,
      ...area,
      version: 4,
      message: null,
      status: 'NEW',
      location_status: 'DRAFT',
    });
  });

  it('rejects an incomplete step, and changes nothing', async () => {
    const before = await registerLocation(api);
    const sent = { id: before.id, version: 1, ...features, century: [], ownername: ' ' };
    await expect(api(routes.saveLocation, sent)).rejects.toMatchObject({
      errorType: 'INVALID',
      fields: { century: 'Choose at least one century.', ownername: 'Enter the name of the owner.' },
    });
    expect(await api(routes.ownLocationById, { id: before.id })).toEqual(before);
  });

  it('rejects an unknown option', async () => {
    const { id, version } = await registerLocation(api);
    const sent = { id, version, ...features, setting: ['Under water'] };
    await expect(api(routes.saveLocation, sent)).rejects.toMatchObject({
      fields: { setting: '“Under water” is no longer in the list of setting. Choose again.' },
    });
  });

  it('accepts one of two concurrent saves, and reports a conflict to the other', async () => {
    const { id, version } = await registerLocation(api);
    const titles = ['By the weir', 'By the mill'];
    const answers = await Promise.allSettled(titles.map((title) => api(routes.saveLocation, { id, version, title })));
    const won = answers.findIndex(({ status }) => status === 'fulfilled');
    expect(answers[1 - won]).toMatchObject({ status: 'rejected', reason: conflict });
    expect(await api(routes.ownLocationById, { id })).toMatchObject({ title: titles[won], version: version + 1 });
  });

  it('replaces characters that PostgreSQL cannot store', async () => {
    const { id, version } = await registerLocation(api);
    const sent = { id, version, description: 'A mill\u0000 on\r\nthe \ud800river.', title: 'Weir\u0007mill' };
    expect(await api(routes.saveLocation, sent)).toMatchObject({
      description: 'A mill  on\nthe  river.',
      title: 'Weir mill',
    });
  });

  it('makes a published location a draft again, and keeps the published version', async () => {
    const { id, version } = await registerLocation(api, { complete: true });
    await publish(id);
    await api(routes.saveLocation, { id, version, title: 'Weir mill and lade' });
    expect(await getState(api, id)).toBe('CHANGED DRAFT');
    expect(await findPublishedByUrl(db, 'weir-mill')).toMatchObject({ title: 'Weir mill' });
  });

  it('changes nothing while the location awaits approval', async () => {
    const { id, version } = await submitLocation(db, api);
    for (const act of [
      () => api(routes.saveLocation, { id, version, title: 'Weir cottage' }),
      () => api(routes.saveDraft, { id, version, draftVersion: 0, fields: { title: 'Weir cottage' } }),
      () => api(routes.saveLocation, { id, version, isSubmitting: true }),
    ])
      await expect(act()).rejects.toMatchObject({ errorType: 'CONFLICT', message: PENDING_APPROVAL });
  });
});

describe('the Locations Team', () => {
  it('saves valid fields of an incomplete location, with an audit entry', async () => {
    const { id, version } = await registerLocation(api);
    const sent = { id, version, telephone1: '', description: 'Quiet at night.', postcode: 'fk81ab' };
    expect(await team(routes.saveLocation, sent)).toMatchObject({ telephone1: '', postcode: 'FK8 1AB', status: 'NEW' });
    const auditLog = await db.selectFrom('audit_logs').select('type').where('location_id', '=', id).execute();
    expect(auditLog).toEqual([{ type: AUDIT_TYPES.LOCATION_UPDATED.number }]);
    await expect(
      team(routes.saveLocation, {
        id,
        version: 2,
        title: 'x'.repeat(151),
        telephone1: 'call me',
        latitude: 56,
        longitude: null,
      }),
    ).rejects.toMatchObject({
      fields: { title: expect.any(String), telephone1: expect.any(String), latitude: expect.any(String) },
    });
  });

  it('can restore the published values, also while it awaits approval', async () => {
    const { id } = await submitLocation(db, api);
    await publish(id);
    await api(routes.saveLocation, { id, version: 2, title: 'Weir cottage', isSubmitting: true });
    expect(await getState(api, id)).toBe('CHANGED AWAITING_APPROVAL');
    await team(routes.saveLocation, { id, version: 3, title: 'Weir mill' });
    expect(await getState(api, id)).toBe('LIVE AWAITING_APPROVAL');
    await team(routes.saveLocation, { id, version: 4, title: 'Weir house' });
    expect(await getState(api, id)).toBe('CHANGED AWAITING_APPROVAL');
  });

  it('sees neither drafts nor camera positions, and cannot submit for an owner', async () => {
    const { id, version } = await registerLocation(api);
    await addImage(db, id, { taken_latitude: 56.1, taken_longitude: -3.9, taken_direction: 120 });
    await api(routes.saveDraft, { id, version, draftVersion: 0, fields: { description: 'Half' } });
    expect(await api(routes.ownLocationById, { id })).toMatchObject({
      draft: { fields: { description: 'Half' } },
      images: [{ cameraPosition: { latitude: 56.1, longitude: -3.9, direction: 120 } }],
    });
    expect(await team(routes.ownLocationById, { id })).toMatchObject({
      draft: null,
      images: [{ cameraPosition: null }],
    });
    const submission = team(routes.saveLocation, { id, version, isSubmitting: true });
    await expect(submission).rejects.toMatchObject({ errorType: 'FORBIDDEN' });
  });
});

describe('the response', () => {
  it('has the fields of the entity, internal ones for the Locations Team only', async () => {
    const { id } = await registerLocation(api);
    expect(await api(routes.ownLocationById, { id })).toMatchObject({
      url: null,
      primaryimageurl: null,
      images: [],
      documents: null,
      dynamicsid: id,
      contactid: null,
      contactfullname: null,
    });
    await addImage(db, id, { is_primary: true });
    const { id: admin } = await addPerson(db, 'ADMIN');
    await db
      .insertInto('documents')
      .values({ id: randomUUID(), location_id: id, name: 'Risk assessment', bytes: 9, uploaded_by: admin })
      .execute();
    const contact = { location_id: id, firstname: 'Ailsa', lastname: 'Grant', email: 'ailsa@weir.example' };
    await db
      .insertInto('contacts')
      .values({ ...contact, is_primary: true })
      .execute();
    await team(routes.saveLocation, { id, remarks: 'Steep track.', exporttowebsite: true, locationidentifier: 7 });
    await publish(id);

    const own = await api(routes.ownLocationById, { id });
    const [image] = own.images;
    expect(image?.url).toMatch(/^\/media\/[0-9a-f]{64}\/\d+\.webp$/);
    const everyone = {
      url: '/find-a-location/weir-mill',
      primaryimageurl: image?.url,
      dynamicsid: id,
      contactid: own.contacts[0]?.id,
      contactfullname: 'Ailsa Grant',
    };
    expect(own).toMatchObject({ ...everyone, documents: null });
    expect(Object.keys(own).filter((field) => TEAM_FIELDS.includes(field as never) || field === 'hasimages')).toEqual(
      [],
    );

    const full = await team(routes.ownLocationById, { id });
    expect(full).toMatchObject({
      ...everyone,
      documents: [{ id: expect.any(String), name: 'Risk assessment' }],
      hasimages: true,
      remarks: 'Steep track.',
      exporttowebsite: true,
      locationidentifier: 7,
      visited: null,
      noise: '',
    });
    expect(full.documents?.map((document) => Object.keys(document))).toEqual([['id', 'name']]);
  });
});

it('responds NOT_FOUND to every other owner', async () => {
  const { id, version } = await registerLocation(api);
  const other = submissionApi(db, await addPerson(db, 'OWNER'));
  for (const act of [
    () => other(routes.ownLocationById, { id }),
    () => other(routes.locationPreview, { id }),
    () => other(routes.saveLocation, { id, version, title: 'Mine' }),
    () => other(routes.saveDraft, { id, version, draftVersion: 0, fields: { title: 'Mine' } }),
  ])
    await expect(act()).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  const again = other(routes.createLocation, { ...information, id, draftVersion: 0 });
  await expect(again).rejects.toMatchObject(conflict);
});

describe('the list of own locations', () => {
  it('has the caller’s locations only, the latest change first, in pages', async () => {
    await registerLocation(submissionApi(db, await addPerson(db, 'OWNER')));
    const titles = ['Mill', 'Quay', 'Byre'];
    let minute = 0;
    const clock = submissionApi(db, owner, () => new Date(Date.UTC(2026, 10, 12, 9, (minute += 1))));
    const ids: Record<string, string> = {};
    for (const title of titles) ids[title] = (await registerLocation(clock, { title })).id;
    await clock(routes.saveLocation, { id: ids['Quay']!, version: 1, ...features });
    const page = await api(routes.ownLocations, { page: 1, size: 2 });
    expect(page).toMatchObject({ total: 3, current_page: 1, per_page: 2 });
    expect(page.data.map(({ title, complete }) => `${title} ${complete}`)).toEqual(['Quay 2', 'Byre 1']);
    const rest = await api(routes.ownLocations, { page: 2, size: 2 });
    expect(rest.data.map(({ title }) => title)).toEqual(['Mill']);
  });

  it('has the picture, the state and the address of each', async () => {
    const { id } = await submitLocation(db, api);
    await publish(id);
    const { data } = await api(routes.ownLocations, {});
    expect(data).toMatchObject([
      { id, status: 'LIVE', location_status: 'PUBLISHED', publishedurl: 'weir-mill', primaryimage: { primary: true } },
    ]);
    // Contacts are the one step without which it can be sent.
    expect(data[0]?.complete).toBe(5);
  });

  it('can be exported by the Locations Team, completely and in the same order', async () => {
    const other = submissionApi(db, await addPerson(db, 'OWNER'));
    await registerLocation(other, { title: 'Of another' });
    const { id } = await submitLocation(db, api);
    await publish(id);
    const { id: quay } = await registerLocation(api, { title: 'Quay, with crane' });
    const admin = await addPerson(db, 'ADMIN');
    expect(
      await exportLines(submissionRouteHandlers(db), routes.exportLocationsOfUser, admin, { id: owner.id }),
    ).toEqual([
      'Id,Title,Nearest town,Status,Location Status,Last modified',
      expect.stringMatching(new RegExp(`^${quay},"Quay, with crane",Stirling,New \\(Offline\\),In progress,20[^,]+Z$`)),
      expect.stringMatching(new RegExp(`^${id},Weir mill,Stirling,Live,Published,20[^,]+Z$`)),
    ]);
  });
});

it('previews the public version, with the public position', async () => {
  const { id, version } = await registerLocation(api, { complete: true });
  await api(routes.saveLocation, { id, version, ...area, map_precision: 'area' });
  await addImage(db, id, { is_primary: true, caption: 'The lade' });
  const preview = await api(routes.locationPreview, { id });
  expect(preview).toMatchObject({ title: 'Weir mill', address: [], images: [{ alt: 'The lade', primary: true }] });
  expect(JSON.stringify(preview)).not.toMatch(/56\.123|3\.987|Weir Road|01786/);
  await publish(id);
  const online = publicLocation.parse(await findPublishedByUrl(db, 'weir-mill'));
  expect({ ...preview, publishedat: '' }).toEqual({ ...online, publishedat: '' });
});
