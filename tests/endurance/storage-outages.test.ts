import { expect, test, vi } from 'vitest';
import { addSignedInPerson } from '../support/people.ts';
import { startS3Service } from '../support/s3-service.ts';
import { startSite } from '../support/site.ts';

const bucket = await startS3Service('outages');
bucket.rejects = () => true;
// The node starts without the storage.
const site = await startSite({ env: { STORAGE_URL: bucket.getUrl(), LOG_LEVEL: 'silent' } });
const get = (path: string) => fetch(site.url + path, { headers: { accept: 'text/html' } });
const getHealth = async () => (await get('/api/health')).json();

test('a node stays ready without the storage, serves pages, search and boards, and says what is unavailable', async () => {
  const scout = await addSignedInPerson(site, 'SCOUT');
  const responses = await Promise.all([
    get('/api/ready'),
    get('/'),
    get('/find-a-location/eilean-donan-castle'),
    get('/api/locations?query=castle'),
    scout.fetch('/api/user/boards'),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await getHealth()).toMatchObject({ status: 'alive', storage: 'unavailable' });
  expect(site.app.getState().storageAvailable).toBe(false);

  bucket.rejects = () => false;
  await vi.waitFor(async () => expect(await getHealth()).toMatchObject({ storage: 'available' }), {
    timeout: 25_000,
    interval: 100,
  });
});
