import type { Page } from 'playwright-core';
import { beginUpload } from '../../src/features/locations/editing/images/contract.ts';
import { CHUNK_BYTES } from '../../src/features/media/schema.ts';
import { saveNewDraft } from '../../src/features/locations/editing/contract.ts';
import { type State, testAccessibility } from '../support/accessibility.ts';
import { box } from '../support/forms.ts';
import { addImage } from '../support/locations.ts';
import { addEveryOption, registerLocation, publishAll, submitLocation } from '../support/submissions.ts';
import { addSignedInPerson } from '../support/people.ts';
import { addProduction } from '../support/productions.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
await addEveryOption(site.db);
const owner = await addSignedInPerson(site, 'OWNER');
const place = await registerLocation(owner.api, { title: 'Weir mill with a long name' });
await addImage(site.db, place.id, {
  name: 'yard.jpg',
  is_primary: true,
  taken_latitude: 57.27389,
  taken_longitude: -5.51605,
  taken_direction: 90,
});
await addImage(site.db, place.id, { name: 'a-name-as-cameras-give-it-20261122-0914.jpg', position: 1, alt: 'A yard.' });
await addImage(site.db, place.id, { name: 'new.jpg', position: 2, state: 'PROCESSING' });
await addImage(site.db, place.id, { name: 'broken.jpg', position: 3, state: 'FAILED' });
await owner.api(beginUpload, { id: place.id, name: 'stopped.jpg', bytes: 3 * CHUNK_BYTES });
// Input in this one is saved as a draft.
const typedInto = await registerLocation(owner.api, { title: 'Salt house' });
await addImage(site.db, typedInto.id, { taken_latitude: 57.27389, taken_longitude: -5.51605 });
const waiting = await submitLocation(site.db, owner.api);
const online = await registerLocation(owner.api, { title: 'Tide mill', complete: true });
await addImage(site.db, online.id, { is_primary: true });
await publishAll(site.db, [online.id]);
await site.db
  .insertInto('owner_tasks')
  .values({ location_id: place.id, step: 'images', text: 'The rear, please.', created_at: new Date() })
  .execute();
await addProduction(site.db, { location: place.id, state: 'AGREED' }, { embargoed: true, code_name: 'Heron' });
await owner.api(saveNewDraft, { draftVersion: 0, fields: { title: 'Half a boat shed' } });

const IMAGES = `/locations/${place.id}?step=5`;
const AREA = `/locations/${place.id}?step=6`;
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

const STATES: Readonly<Record<string, State>> = {
  'my locations': { address: '/locations' },
  'the preview of a location awaiting approval': { address: `/locations/${waiting.id}/preview` },
  images: {
    address: IMAGES,
    interact: (page) => page.getByText('Choose the same file again').waitFor(),
  },
  'images, one rejected': {
    address: IMAGES,
    interact: async (page) => {
      const file = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') };
      await page.locator('input[type="file"][multiple]').setInputFiles(file);
      await page.getByText('Please choose a JPEG, PNG or WebP picture.').waitFor();
    },
  },
  'images, a menu open': { address: IMAGES, interact: (page) => press(page, 'Change yard.jpg') },
  'images, moving': { address: IMAGES, interact: (page) => press(page, 'Move yard.jpg') },
  'images, describing': {
    address: IMAGES,
    interact: async (page) => {
      await press(page, 'Add alternative text to yard.jpg');
      await page.getByText('Examples').click();
    },
  },
  'images, selecting several': {
    address: IMAGES,
    interact: async (page) => {
      await press(page, 'Select several');
      await page.getByRole('checkbox', { name: 'Select yard.jpg' }).check();
    },
  },
  'images, deleting': {
    address: IMAGES,
    interact: async (page) => {
      await press(page, 'Change yard.jpg');
      await press(page, 'Delete');
      await page.getByRole('alertdialog').waitFor();
    },
  },
  'area without a point': {
    address: AREA,
    interact: async (page) => {
      await press(page, 'COMPLETE');
      await page.locator('.area').getByText('Please set your location area').waitFor();
    },
  },
  'area with a point': {
    address: `/locations/${typedInto.id}?step=6`,
    maps: true,
    interact: async (page) => {
      await box(page, 'Latitude').fill('56.41535, -5.47184');
      await page.getByRole('region', { name: 'Suggestions for this point' }).waitFor();
      await page.locator('.point-map').scrollIntoViewIfNeeded();
      await page.getByRole('slider', { name: 'Your location' }).waitFor();
    },
  },
};

await testAccessibility(site, STATES, { viewer: owner, labelInName: true });
