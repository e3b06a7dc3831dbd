import { featureHandlers, testServices } from '../../../../../tests/support/services.ts';
import { locationFeature } from '../../../../../src/features/locations/feature.ts';
import { expect, it } from 'vitest';
import { createCallContext } from '../../../../../tests/support/call-context.ts';
import { testDatabase } from '../../../../../tests/support/database.ts';
import { SAMPLE_OPTIONS, addImage, addLocation } from '../../../../../tests/support/locations.ts';
import { createInProcessCaller, createJsonApi } from '../../../../platform/http/route-handlers.ts';
import { locationByUrl, locationFields } from './contract.ts';
import { publishLocations } from '../../publishing/commands.server.ts';

const { kysely: db } = await testDatabase();
const api = createJsonApi(
  createInProcessCaller(featureHandlers(locationFeature, testServices(db)), createCallContext(null)),
);

it('returns a published location without internal data', async () => {
  const id = await addLocation(db, {
    title: 'Mill',
    locationurl: 'mill',
    latitude: 56.1234567,
    longitude: -4.7654321,
    map_precision: 'area',
    address1: '1 Weir Road',
    email: 'owner@example.com',
    telephone1: '0131 496 0142',
    ownername: 'M. Rae',
    internalteamnotes: 'Ring twice.',
    options: SAMPLE_OPTIONS,
  });
  await addImage(db, id, { is_primary: true });
  await db
    .transaction()
    .execute((trx) => publishLocations(trx, { ids: [id], at: new Date() }, () => Promise.resolve()));
  const answer = await api(locationByUrl, { locationurl: 'mill' });
  expect(answer).toMatchObject({ title: 'Mill', map_precision: 'area', address: [] });
  expect(JSON.stringify(answer)).not.toMatch(/56\.1234|4\.7654|Weir Road|owner@|0131 496|M\. Rae|Ring twice/);
});

it('returns 404 for a location that is not published, by its URL slug and by its id', async () => {
  const id = await addLocation(db, { locationurl: 'draft' });
  for (const locationurl of ['draft', id])
    await expect(api(locationByUrl, { locationurl })).rejects.toMatchObject({
      status: 404,
      message: 'Page not found',
    });
});

it('finds a location by its id, unless that is the URL slug of another one', async () => {
  const [id, other] = [await addLocation(db, { locationurl: 'byre' }), crypto.randomUUID()];
  const namesake = await addLocation(db, { locationurl: other });
  await db
    .transaction()
    .execute((trx) => publishLocations(trx, { ids: [id, namesake], at: new Date() }, () => Promise.resolve()));
  expect(await api(locationByUrl, { locationurl: id })).toMatchObject({ id, locationurl: 'byre' });
  expect(await api(locationByUrl, { locationurl: id.toUpperCase() })).toMatchObject({ locationurl: 'byre' });
  expect(await api(locationByUrl, { locationurl: other })).toMatchObject({ id: namesake });
});

it('returns the option fields', async () => {
  expect(await api(locationFields, {})).toContainEqual({ name: 'Condition', field: 'condition', options: ['Good'] });
});
