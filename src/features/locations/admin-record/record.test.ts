import { featureHandlers, testServices } from '../../../../tests/support/services.ts';
import { locationFeature } from '../../../../src/features/locations/feature.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../tests/support/database.ts';
import { addImage, addLocation, addOption, clearCatalogue, locationDeps } from '../../../../tests/support/locations.ts';
import {
  COMPLETE_FIELDS,
  addEveryOption,
  registerLocation,
  publishAll,
  submissionApi,
} from '../../../../tests/support/submissions.ts';
import { createCallContext } from '../../../../tests/support/call-context.ts';
import { type Person, addPerson } from '../../../../tests/support/people.ts';
import type { Api } from '../../../platform/http/contract.ts';
import { createInProcessCaller, createJsonApi } from '../../../platform/http/route-handlers.ts';
import { notifyOwner } from '../mails/commands.server.ts';
import { publishLocation } from '../publishing/commands.server.ts';
import { ownLocationById, saveLocation } from '../editing/contract.ts';
import { locationRecordById } from './contract.ts';
import { listDocuments } from '../../documents/queries.server.ts';
import { TEAM_FIELDS, type TeamFields, getField } from '../catalogue/fields/lookup.ts';
import { FACET_FIELDS, type FacetField } from '../catalogue/schema.ts';
import { getEmptyFields } from '../catalogue/fields/values.ts';
import { getDifferences } from './differences.ts';
import { PUBLISHED_FIELDS, type PublishedField } from './schema.ts';

const { kysely: db } = await testDatabase();
const at = new Date();
let owner: Person;
let ownerApi: Api;
let admin: Person;
let team: Api;
let id: string;

const TYPED: TeamFields = {
  attribution: 'Facts: Example',
  exporttowebsite: true,
  visited: false,
  featured: true,
  locationidentifier: 4417,
  datevisited: '2025-05-12',
  visitedby: 'Ailsa Grant',
  datefirstcontacted: '2021-02-03',
  datefinalcontact: '2024-02-29',
  style: 'Georgian',
  parking: 'Six vans',
  noise: 'None',
  access: 'Single track',
  previoususe: 'A thriller',
  remarks: 'Two\nlines',
  internalteamnotes: 'September to April',
  migrationnotes: 'Row 12',
};

beforeEach(async () => {
  await clearCatalogue(db);
  await addEveryOption(db);
  owner = await addPerson(db, 'OWNER', { first_name: 'Morag', last_name: 'Maclean' });
  admin = await addPerson(db, 'ADMIN');
  ownerApi = submissionApi(db, owner);
  team = submissionApi(db, admin);
  ({ id } = await registerLocation(ownerApi, { complete: true }));
});

/** A valid value that the location of these tests does not have. */
function getOtherValue(field: PublishedField): unknown {
  const { kind } = getField(field);
  if (kind === 'options') return ['Other'];
  if (kind === 'option') return 'Other';
  if (kind === 'number') return 3;
  if (kind === 'precision') return 'exact';
  if (kind === 'yes-no' || kind === 'yes-no-null') return true;
  return kind === 'url' ? 'other' : 'Other';
}

const recordOf = (of = id) =>
  createJsonApi(
    createInProcessCaller(
      featureHandlers(locationFeature, testServices(db, { listDocuments })),
      createCallContext(admin),
    ),
  )(locationRecordById, {
    id: of,
  });
const save = async (fields: object, of = id) =>
  team(saveLocation, { id: of, version: (await recordOf(of)).version, ...fields });
const publish = async () => {
  await addImage(db, id, { is_primary: true });
  await publishAll(db, [id]);
};

describe('a record', () => {
  it('has all fields, the owner and the numbers of its items', async () => {
    await addImage(db, id, { is_primary: true });
    await save(TYPED);
    const { version, ...record } = await recordOf();
    expect(version).toBe(3);
    expect(record).toMatchObject({
      ...TYPED,
      ...COMPLETE_FIELDS.information,
      ...COMPLETE_FIELDS.features,
      status: 'NEW',
      location_status: 'DRAFT',
      owner: { id: owner.id, first_name: 'Morag', last_name: 'Maclean' },
      contacts: 0,
      images: 1,
      documents: 0,
      published: null,
      publishedurl: null,
    });
  });

  it('can have no owner; responds NOT_FOUND to an unknown id', async () => {
    expect(await recordOf(await addLocation(db, { title: 'Weir' }))).toMatchObject({ owner: null, title: 'Weir' });
    await expect(recordOf('00000000-0000-4000-8000-000000000000')).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  });

  it('has the published value of each changed public field', async () => {
    await publish();
    await addOption(db, 'category', 'Ruin');
    const { ownername: _, ...features } = COMPLETE_FIELDS.features;
    await save({ title: 'Weir house', category: ['Ruin'], address_public: true, attribution: 'Somebody' });
    const { published, latitude } = await recordOf();
    expect(latitude).toBe(56.1234567);
    expect(published).toEqual({
      ...getEmptyFields(PUBLISHED_FIELDS),
      production_facts: [],
      title: 'Weir mill',
      locationurl: 'weir-mill',
      nearesttown: 'Stirling',
      ...COMPLETE_FIELDS.description,
      ...features,
      map_precision: 'near',
      latitude: expect.closeTo(56.12, 1),
      longitude: expect.closeTo(-3.99, 1),
      address: [],
      image_changes: null,
    });
  });

  it.each(PUBLISHED_FIELDS.map((field) => [field, getOtherValue(field)] as const))(
    'has a changed %s as a difference until it is published again',
    async (field, value) => {
      if (FACET_FIELDS.some((facet) => facet === field)) await addOption(db, field as FacetField, 'Other');
      await publish();
      await save({ [field]: value });
      const changed = await recordOf();
      expect(changed.status).toBe('CHANGED');
      expect(Object.keys(getDifferences(changed, changed.published))).toContain(field);
      await publishAll(db, [id]);
      const { status, published } = await recordOf();
      expect({ status, value: published?.[field] }).toEqual({ status: 'LIVE', value });
    },
  );

  it('reports changed images, but not for a changed title', async () => {
    await publish();
    await save({ title: 'Weir house' });
    expect((await recordOf()).published).toMatchObject({ image_changes: null });
    const added = await addImage(db, id);
    expect((await recordOf()).published).toMatchObject({ image_changes: { added: [{ id: added }], removed: [] } });
  });
});

describe('a save by the team', () => {
  it('changes the status only for public fields', async () => {
    await publish();
    const { attribution: _, featured: __, ...internal } = TYPED;
    expect(await save(internal)).toMatchObject({ status: 'LIVE', location_status: 'PUBLISHED' });
    expect(await save({ featured: true })).toMatchObject({ status: 'CHANGED' });
    expect(await save({ featured: false })).toMatchObject({ status: 'LIVE' });
  });

  it('clears empty fields', async () => {
    await save(TYPED);
    const empty = { visited: null, exporttowebsite: null, locationidentifier: null, datevisited: '', remarks: ' ' };
    const cleared = { description: '', condition: '', address1: '', title: '' };
    await save({ ...empty, ...cleared, title: ' ' });
    expect(await recordOf()).toMatchObject({ ...empty, ...cleared, remarks: '' });
  });

  it('without a title prevents publishing until there is one', async () => {
    await publish();
    expect(await save({ title: '' })).toMatchObject({ title: '', status: 'CHANGED', location_status: 'PUBLISHED' });
    expect((await recordOf()).published).toMatchObject({ title: 'Weir mill', image_changes: null });
    const decide = db
      .transaction()
      .execute((trx) => publishLocation({ ...locationDeps(), trx, actor: null, at }, { id }));
    await expect(decide).rejects.toMatchObject({
      message: 'There are mandatory fields not filled',
      fields: { title: 'Enter a title.' },
    });
    await expect(publishAll(db, [id]), 'for any reviewer').rejects.toThrow('published_locations_title_check');
    expect(await save({ title: 'Weir mill' })).toMatchObject({ status: 'LIVE' });
  });

  it('without a title is shown as untitled', async () => {
    await save({ title: '', locationidentifier: 12 });
    await db.transaction().execute((trx) => notifyOwner(trx, locationDeps(), id, 'moved-back'));
    const mail = await db
      .selectFrom('outbox')
      .selectAll()
      .where('kind', '=', 'location-moved-back')
      .executeTakeFirstOrThrow();
    expect(mail.subject).toBe('Untitled is back with you');
    const other = await addLocation(db, { title: 'Old mill' });
    await expect(save({ locationidentifier: 12 }, other)).rejects.toMatchObject({
      fields: { locationidentifier: '“Untitled” has this legacy id already. Each belongs to one location.' },
    });
    const { version } = await recordOf();
    await expect(ownerApi(saveLocation, { id, version, address1: '2 Weir Road' })).rejects.toMatchObject({
      fields: { title: 'Enter a title.' },
    });
  });

  it('reports every invalid field, and saves nothing', async () => {
    const other = await addLocation(db, { title: 'Old mill', locationidentifier: 12 });
    const wrong = { datevisited: '2025-02-30', visitedby: 'x'.repeat(121), locationidentifier: 0.5, postcode: 'mill' };
    await expect(save({ ...wrong, style: 'Gothic' })).rejects.toMatchObject({
      errorType: 'INVALID',
      fields: {
        datevisited: 'Enter a date such as 2026-11-12.',
        visitedby: 'Use at most 120 characters.',
        locationidentifier: 'Enter the legacy id as a whole number from 1.',
        postcode: 'Enter a postcode such as EH1 1RE.',
      },
    });
    await expect(save({ locationidentifier: 3_000_000_000 })).rejects.toMatchObject({
      fields: { locationidentifier: 'Enter a legacy id of at most 2,147,483,647.' },
    });
    await expect(save({ locationidentifier: 12 })).rejects.toMatchObject({
      fields: { locationidentifier: '“Old mill” has this legacy id already. Each belongs to one location.' },
    });
    expect(await save({ locationidentifier: 12 }, other)).toMatchObject({ id: other });
    expect(await recordOf()).toMatchObject({ style: '', locationidentifier: null });
  });

  it('is rejected with an outdated version, for any fields', async () => {
    const { version } = await recordOf();
    await team(saveLocation, { id, version, style: 'Gothic' });
    await expect(team(saveLocation, { id, version, noise: 'Some' })).rejects.toMatchObject({ errorType: 'CONFLICT' });
    expect(await recordOf()).toMatchObject({ version: version + 1, style: 'Gothic', noise: '' });
  });

  it('is audited with the names of the changed fields, without values', async () => {
    await save({ ...TYPED, style: 'Gothic', title: 'Weir mill' });
    await save({ style: 'Gothic', noise: 'Some' });
    const entries = await db
      .selectFrom('audit_logs')
      .select(['user_id', 'details'])
      .where('location_id', '=', id)
      .orderBy('id')
      .execute();
    const [first, second] = entries.map(({ details }) => (details as { fields: string }).fields);
    expect(first?.split(', ').toSorted()).toEqual([...TEAM_FIELDS].toSorted());
    expect([second, entries.length]).toEqual(['noise', 2]);
    expect(entries.every(({ user_id }) => user_id === admin.id)).toBe(true);
  });
});

it('hides the internal fields from owners, and ignores them in their requests', async () => {
  await save(TYPED);
  const { version, ...shown } = await ownerApi(ownLocationById, { id });
  expect(Object.keys(shown).filter((field) => TEAM_FIELDS.includes(field as never))).toEqual([]);
  for (const field of TEAM_FIELDS) {
    const answer = ownerApi(saveLocation, { id, version, [field]: TYPED[field] });
    await expect(answer).rejects.toMatchObject({ errorType: 'FORBIDDEN' });
  }
  const saved = await ownerApi(saveLocation, { id, version, description: 'A mill' });
  expect(JSON.stringify(saved)).not.toMatch(/September to April|4417|Ailsa Grant/);
});
