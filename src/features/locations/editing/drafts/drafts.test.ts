import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../../tests/support/database.ts';
import { clearCatalogue } from '../../../../../tests/support/locations.ts';
import {
  COMPLETE_FIELDS,
  addEveryOption,
  registerLocation,
  submissionApi,
} from '../../../../../tests/support/submissions.ts';
import { type Person, addPerson } from '../../../../../tests/support/people.ts';
import type { Api } from '../../../../platform/http/contract.ts';
import * as routes from '../contract.ts';

const { kysely: db } = await testDatabase();
let owner: Person;
let api: Api;

beforeEach(async () => {
  await clearCatalogue(db);
  await addEveryOption(db);
  owner = await addPerson(db, 'OWNER');
  api = submissionApi(db, owner);
});

const conflict = { errorType: 'CONFLICT' };
const fetchDraft = async (id: string) => (await api(routes.ownLocationById, { id })).draft;

describe('the draft of a location', () => {
  it('keeps the input, valid or not', async () => {
    const { id, version } = await registerLocation(api);
    const fields = { title: ' Weir ', postcode: 'FK', category: [], latitude: null };
    const draft = await api(routes.saveDraft, { id, version, draftVersion: 0, fields });
    const base_values = { title: 'Weir mill', postcode: 'FK8 1AA', category: [], latitude: null };
    expect(await fetchDraft(id)).toEqual({ ...draft, fields, base_values });
    expect(await api(routes.ownLocationById, { id })).toMatchObject({ version, title: 'Weir mill' });
  });

  it('replaces control characters by spaces, in options too', async () => {
    const { id, version } = await registerLocation(api);
    const fields = { title: 'Weir\0', category: ['Mill\0\ud800'], condition: '\ud800' };
    await api(routes.saveDraft, { id, version, draftVersion: 0, fields });
    expect((await fetchDraft(id))?.fields).toEqual({ title: 'Weir ', category: ['Mill  '], condition: ' ' });
  });

  it('belongs to the current owner, without the draft of the previous one', async () => {
    const { id, version } = await registerLocation(api);
    await api(routes.saveDraft, { id, version, draftVersion: 0, fields: { description: 'Half' } });
    const next = await addPerson(db, 'OWNER');
    await db.updateTable('locations').set({ owner_id: next.id }).where('id', '=', id).execute();
    const nextApi = submissionApi(db, next);
    expect(await nextApi(routes.ownLocationById, { id })).toMatchObject({ draft: null });
    await nextApi(routes.saveDraft, { id, version, draftVersion: 0, fields: { title: 'Weir house' } });
    expect(await nextApi(routes.ownLocationById, { id })).toMatchObject({ draft: { fields: { title: 'Weir house' } } });
  });

  it('loses saved fields, and is deleted when it is empty', async () => {
    const { id, version } = await registerLocation(api);
    const fields = { title: 'Weir cottage', description: 'Half' };
    const { version: draftVersion } = await api(routes.saveDraft, { id, version, draftVersion: 0, fields });
    const saved = await api(routes.saveLocation, { id, version, draftVersion, title: 'Weir cottage' });
    expect(saved.draft?.fields).toEqual({ description: 'Half' });
    const again = { id, version: saved.version, draftVersion: saved.draft!.version };
    expect(await api(routes.saveLocation, { ...again, description: 'Whole.' })).toMatchObject({ draft: null });
  });

  it('is kept when a save is rejected', async () => {
    const { id, version } = await registerLocation(api);
    const draft = { id, version, draftVersion: 0, fields: { title: '' } };
    const { version: draftVersion } = await api(routes.saveDraft, draft);
    const save = api(routes.saveLocation, { id, version, draftVersion, title: '' });
    await expect(save).rejects.toMatchObject({ fields: { title: 'Enter a title.' } });
    expect(await fetchDraft(id)).toMatchObject({ version: draftVersion, fields: { title: '' } });
  });

  it('is deleted by an empty draft', async () => {
    const { id, version } = await registerLocation(api);
    const first = await api(routes.saveDraft, { id, version, draftVersion: 0, fields: { title: 'Lade' } });
    const nothing = { id, version, draftVersion: first.version, fields: {} };
    expect(await api(routes.saveDraft, nothing)).toMatchObject({ version: 0 });
    expect(await fetchDraft(id)).toBeNull();
    const again = await api(routes.saveDraft, { id, version, draftVersion: 0, fields: { title: 'Weir' } });
    // A client that still refers to the first one must not mistake the second one for it.
    expect(again.version).not.toBe(first.version);
  });

  it('is rejected with an outdated version of location or draft', async () => {
    const { id, version } = await registerLocation(api);
    const fields = { title: 'Lade' };
    await api(routes.saveDraft, { id, version, draftVersion: 0, fields });
    await expect(api(routes.saveDraft, { id, version, draftVersion: 0, fields })).rejects.toMatchObject(conflict);
    const save = api(routes.saveLocation, { id, version, draftVersion: 0, ...fields });
    await expect(save).rejects.toMatchObject(conflict);
    const team = submissionApi(db, await addPerson(db, 'ADMIN'));
    await team(routes.saveLocation, { id, version, description: 'Quiet.' });
    const draftVersion = (await fetchDraft(id))!.version;
    await expect(api(routes.saveDraft, { id, version, draftVersion, fields })).rejects.toMatchObject(conflict);
  });

  it('conflicts with a concurrent save, and the values of one are stored', async () => {
    const { id, version } = await registerLocation(api);
    const answers = await Promise.allSettled([
      api(routes.saveDraft, { id, version, draftVersion: 0, fields: { title: 'Drafted' } }),
      api(routes.saveLocation, { id, version, draftVersion: 0, title: 'Saved' }),
      api(routes.saveDraft, { id, version, draftVersion: 0, fields: { title: 'Drafted too' } }),
    ]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { draft, title } = await api(routes.ownLocationById, { id });
    const won = answers.findIndex(({ status }) => status === 'fulfilled');
    expect(draft?.fields.title ?? title).toBe(['Drafted', 'Saved', 'Drafted too'][won]);
  });
});

describe('the draft of a new location', () => {
  it('becomes the draft of the created location, without saved fields', async () => {
    const fields = { ...COMPLETE_FIELDS.information, description: 'Half' };
    const { version: draftVersion } = await api(routes.saveNewDraft, { draftVersion: 0, fields });
    const id = randomUUID();
    const created = await api(routes.createLocation, { ...COMPLETE_FIELDS.information, id, draftVersion });
    expect(created.draft?.fields).toEqual({ description: 'Half' });
    expect(await api(routes.newDraft, {})).toEqual({ draft: null });
  });

  it('exists once per owner, for all windows', async () => {
    const begun = await Promise.allSettled(
      ['Mill', 'Quay', 'Byre'].map((title) => api(routes.saveNewDraft, { draftVersion: 0, fields: { title } })),
    );
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const other = submissionApi(db, await addPerson(db, 'OWNER'));
    expect(await other(routes.newDraft, {})).toEqual({ draft: null });
    expect(await other(routes.saveNewDraft, { draftVersion: 0, fields: { title: 'Mine' } })).toMatchObject({});
  });

  it('creates one location from two concurrent windows', async () => {
    const { version: draftVersion } = await api(routes.saveNewDraft, {
      draftVersion: 0,
      fields: COMPLETE_FIELDS.information,
    });
    const answers = await Promise.allSettled(
      [1, 2].map(() => api(routes.createLocation, { ...COMPLETE_FIELDS.information, id: randomUUID(), draftVersion })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await api(routes.ownLocations, {})).toMatchObject({ total: 1 });
  });
});
