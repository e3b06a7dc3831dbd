import { featureHandlers, testServices } from '../../../../../tests/support/services.ts';
import { locationFeature } from '../../../../../src/features/locations/feature.ts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCallContext } from '../../../../../tests/support/call-context.ts';
import { testDatabase } from '../../../../../tests/support/database.ts';
import { addImage, addLocation, clearCatalogue } from '../../../../../tests/support/locations.ts';
import {
  COMPLETE_FIELDS,
  addEveryOption,
  registerLocation,
  publishAll,
  submissionApi,
} from '../../../../../tests/support/submissions.ts';
import { type Person, addPerson } from '../../../../../tests/support/people.ts';
import type { Api } from '../../../../platform/http/contract.ts';
import { createInProcessCaller, createJsonApi } from '../../../../platform/http/route-handlers.ts';
import { searchLocations } from '../../admin-list/contract.ts';
import { findPublishedByUrl } from '../published/queries.server.ts';
import { locationRecordById } from '../../admin-record/contract.ts';
import { getDifferences } from '../../admin-record/differences.ts';
import { listDocuments } from '../../../documents/queries.server.ts';
import { saveLocation } from '../../editing/contract.ts';

const { kysely: db } = await testDatabase();
let admin: Person;
let ownerApi: Api;
let team: Api;

beforeEach(async () => {
  await clearCatalogue(db);
  await addEveryOption(db);
  admin = await addPerson(db, 'ADMIN');
  ownerApi = submissionApi(db, await addPerson(db, 'OWNER'));
  team = submissionApi(db, admin);
});

describe('a public number', () => {
  it('is entered in the wizard, shown in the record, and public after publishing', async () => {
    const { id, version } = await registerLocation(ownerApi, { complete: true });
    await addImage(db, id, { is_primary: true });
    await publishAll(db, [id]);
    expect(await findPublishedByUrl(db, 'weir-mill')).toMatchObject({ parkingspaces: null });

    await ownerApi(saveLocation, { id, version, ...COMPLETE_FIELDS.features, parkingspaces: 12 });
    const records = createJsonApi(
      createInProcessCaller(
        featureHandlers(locationFeature, testServices(db, { listDocuments })),
        createCallContext(admin),
      ),
    );
    const record = await records(locationRecordById, { id });
    expect(record).toMatchObject({ parkingspaces: 12, status: 'CHANGED', published: { parkingspaces: null } });
    expect(getDifferences(record, record.published)).toEqual({
      parkingspaces: { published: 'Nothing', now: '12', restore: { parkingspaces: null } },
    });
    await publishAll(db, [id]);
    expect(await findPublishedByUrl(db, 'weir-mill')).toMatchObject({ parkingspaces: 12 });
  });

  it('does not count as a change of a location that was published before the field existed', async () => {
    const { id, version } = await registerLocation(ownerApi, { complete: true });
    await addImage(db, id, { is_primary: true });
    await publishAll(db, [id]);
    await sql`update published_locations set details = details - 'parkingspaces'`.execute(db);
    expect(await team(saveLocation, { id, version, remarks: 'Internal' })).toMatchObject({ status: 'LIVE' });
    expect(await findPublishedByUrl(db, 'weir-mill')).toMatchObject({ parkingspaces: null });
  });

  it.each([-1, 10_000, 0.5])('rejects %d', async (parkingspaces) => {
    const { id, version } = await registerLocation(ownerApi, { complete: true });
    const rejected = { fields: { parkingspaces: 'Enter a whole number from 0 to 9,999.' } };
    const save = { id, version, parkingspaces };
    await expect(ownerApi(saveLocation, { ...save, ...COMPLETE_FIELDS.features })).rejects.toMatchObject(rejected);
    await expect(team(saveLocation, save)).rejects.toMatchObject(rejected);
  });

  it('filters the list of the Locations Team by a range', async () => {
    for (const parkingspaces of [null, 0, 12, 200])
      await addLocation(db, { title: `Mill ${parkingspaces}`, parkingspaces });
    const api = createJsonApi(
      createInProcessCaller(
        featureHandlers(locationFeature, testServices(db, { siteUrl: 'https://recce.example' })),
        createCallContext(admin),
      ),
    );
    const titles = async (parkingspaces: object) => {
      const { data } = await api(searchLocations, { filters: { all: [{ parkingspaces }] }, sort: { title: 'asc' } });
      return data.map(({ title }) => title);
    };
    expect(await titles({ min: 1 })).toEqual(['Mill 12', 'Mill 200']);
    expect(await titles({ max: 12 })).toEqual(['Mill 0', 'Mill 12']);
    expect(await titles({ min: 12, max: 12 })).toEqual(['Mill 12']);
    await expect(titles({})).rejects.toMatchObject({ errorType: 'INVALID' });
  });
});
