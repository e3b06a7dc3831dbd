import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../../tests/support/database.ts';
import { addImage, clearCatalogue } from '../../../../../tests/support/locations.ts';
import {
  COMPLETE_FIELDS,
  addEveryOption,
  registerLocation,
  getMailKinds,
  publishAll,
  submissionApi,
  getState,
  submitLocation,
} from '../../../../../tests/support/submissions.ts';
import { type Person, addPerson } from '../../../../../tests/support/people.ts';
import type { Api } from '../../../../platform/http/contract.ts';
import * as routes from '../contract.ts';
import { SUBMITTED } from '../../messages.ts';

const { kysely: db } = await testDatabase();
const { description } = COMPLETE_FIELDS;
let owner: Person;
let api: Api;

beforeEach(async () => {
  await clearCatalogue(db);
  await db.deleteFrom('outbox').execute();
  await db.deleteFrom('notifications').execute();
  await addEveryOption(db);
  owner = await addPerson(db, 'OWNER');
  api = submissionApi(db, owner);
});

const publish = (id: string) => publishAll(db, [id]);
const submitted = () => submitLocation(db, api);

describe('submitting a location', () => {
  it('notifies the Locations Team and the owner', async () => {
    const answer = await submitted();
    expect(answer).toMatchObject({ status: 'NEW', location_status: 'AWAITING_APPROVAL', message: SUBMITTED });
    expect(answer.submitted_at).toBe(answer.lastmodificationdate);
    const notifications = await db.selectFrom('notifications').select(['type', 'user_id', 'location_id']).execute();
    expect(notifications).toEqual([
      { type: 'LOCATION_REQUESTING_APPROVAL', user_id: owner.id, location_id: answer.id },
    ]);
    expect(await getMailKinds(db, owner.email)).toEqual(['location-registered', 'location-submitted']);
    expect(await getMailKinds(db, 'locations@screen-alba.example')).toEqual(['location-waiting']);
  });

  it('mentions updates if a version is published', async () => {
    const { id, version } = await submitted();
    await publish(id);
    await db.deleteFrom('notifications').execute();
    await api(routes.saveLocation, { id, version, isSubmitting: true });
    expect(await getState(api, id)).toBe('LIVE AWAITING_APPROVAL');
    const notifications = await db.selectFrom('notifications').select('type').execute();
    expect(notifications).toEqual([{ type: 'LOCATION_REQUESTING_UPDATES_APPROVAL' }]);
  });

  it('reports missing fields of all steps, and saves nothing', async () => {
    const { id, version } = await registerLocation(api);
    const sent = { id, version, ...description, isSubmitting: true };
    await expect(api(routes.saveLocation, sent)).rejects.toMatchObject({
      errorType: 'INVALID',
      fields: {
        category: 'Choose at least one category.',
        latitude: 'Please set your location area by clicking on the map',
        images: 'Add at least one image.',
      },
    });
    expect(await api(routes.ownLocationById, { id })).toMatchObject({ version, description: '' });
    expect(await db.selectFrom('notifications').selectAll().execute()).toEqual([]);
  });

  const upload = { name: 'weir.jpg', bytes: 10 };
  it.each([
    ['there is none', async () => {}, 'Add at least one image.'],
    ['none is primary', async (id: string) => void (await addImage(db, id)), 'Choose exactly one primary image.'],
    [
      'an upload is in progress',
      async (id: string) => {
        await addImage(db, id, { is_primary: true });
        await db
          .insertInto('uploads')
          .values({ ...upload, location_id: id, user_id: owner.id })
          .execute();
      },
      'Not all images have arrived. Wait for them, or remove those still being uploaded.',
    ],
  ])('reports why the images are invalid when %s', async (_, prepare, message) => {
    const { id, version } = await registerLocation(api, { complete: true });
    await prepare(id);
    const answer = api(routes.saveLocation, { id, version, isSubmitting: true });
    await expect(answer).rejects.toMatchObject({ errorType: 'INVALID', message, fields: { images: message } });
  });

  it('is rejected while a draft has unsaved fields', async () => {
    const { id, version } = await registerLocation(api, { complete: true });
    await addImage(db, id, { is_primary: true });
    const fields = { description: 'A mill on the river, and its lade.', postcode: 'Stirling', title: 'Weir mill' };
    const draft = await api(routes.saveDraft, { id, version, draftVersion: 0, fields });
    const request = { id, version, draftVersion: draft.version, isSubmitting: true };
    await expect(api(routes.saveLocation, request)).rejects.toMatchObject({
      fields: { description: 'This is not saved yet.', postcode: 'Enter a postcode such as EH1 1RE.' },
    });
    const { description: lade } = fields;
    const step = { title: 'Weir mill', postcode: 'FK8 1AB' };
    expect(await api(routes.saveLocation, { ...request, ...step, description: lade })).toMatchObject({
      description: lade,
      postcode: 'FK8 1AB',
      draft: null,
      location_status: 'AWAITING_APPROVAL',
    });
  });
});
