import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../../tests/support/database.ts';
import { clearCatalogue } from '../../../../../tests/support/locations.ts';
import {
  addEveryOption,
  registerLocation,
  publishAll,
  submissionApi,
} from '../../../../../tests/support/submissions.ts';
import { addPerson } from '../../../../../tests/support/people.ts';
import type { Api } from '../../../../platform/http/contract.ts';
import * as routes from '../contract.ts';

const { kysely: db } = await testDatabase();
let api: Api;

beforeEach(async () => {
  await clearCatalogue(db);
  await addEveryOption(db);
  api = submissionApi(db, await addPerson(db, 'OWNER'));
});

describe('geocoding', () => {
  const position = { latitude: 56.1165, longitude: -3.9369 };

  it('returns the town, the authority if it is an option, and the most common film office there', async () => {
    expect(await api(routes.geocodeLocation, position)).toEqual({
      ...position,
      nearesttown: 'Stirling',
      localauthority: 'Stirling',
      filmoffice: null,
    });
    const { id } = await registerLocation(api, { complete: true });
    await publishAll(db, [id]);
    expect(await api(routes.geocodeLocation, position)).toMatchObject({ filmoffice: 'Stirling film liaison' });
    await clearCatalogue(db);
    expect(await api(routes.geocodeLocation, position)).toMatchObject({ localauthority: null, filmoffice: null });
  });

  it('finds a postcode by its district', async () => {
    const { latitude, longitude } = await api(routes.geocodeLocation, { postcode: 'eh11re' });
    expect({ latitude, longitude }).toEqual({ latitude: 55.9521, longitude: -3.1965 });
    const elsewhere = api(routes.geocodeLocation, { postcode: 'SW1A 1AA' });
    await expect(elsewhere).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  });

  it.each([
    [{}, 'Enter a postcode, or latitude and longitude.'],
    [{ latitude: 56 }, 'Enter a postcode, or latitude and longitude.'],
    [{ postcode: 'Stirling' }, 'Enter a postcode such as EH1 1RE.'],
  ])('rejects %j', async (params, message) => {
    await expect(api(routes.geocodeLocation, params)).rejects.toMatchObject({ fields: { postcode: message } });
  });

  it('finds nothing at sea', async () => {
    const atSea = { latitude: 50, longitude: -20 };
    expect(await api(routes.geocodeLocation, atSea)).toEqual({
      ...atSea,
      nearesttown: null,
      localauthority: null,
      filmoffice: null,
    });
  });
});
