import { randomUUID } from 'node:crypto';
import { addImage } from '../support/locations.ts';
import { testAccessibility } from '../support/accessibility.ts';
import { addEveryOption, registerLocation, publishAll, submissionApi, submitLocation } from '../support/submissions.ts';
import { addPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
await addEveryOption(site.db);
const { id } = await registerLocation(submissionApi(site.db, await addPerson(site.db, 'OWNER')), { complete: true });
await addImage(site.db, id, { is_primary: true });
await publishAll(site.db, [id]);
await site.db.updateTable('images').set({ caption: 'The lade' }).where('location_id', '=', id).execute();
await addImage(site.db, id, { position: 1 });
await site.db
  .updateTable('locations')
  .set({ title: 'Weir house', status: 'CHANGED', location_status: 'AWAITING_APPROVAL', submitted_at: new Date() })
  .where('id', '=', id)
  .execute();
const { id: plain } = await submitLocation(site.db, submissionApi(site.db, await addPerson(site.db, 'OWNER')));
await addPerson(site.db, 'OWNER', { first_name: 'Eilidh', last_name: 'Quillan' });
const { id: asked } = await registerLocation(submissionApi(site.db, await addPerson(site.db, 'OWNER')));
const tasks = ['Photos of the rear, please.', 'Photos of the roof, please.'].map((text, index) => ({
  location_id: asked,
  step: 'images' as const,
  text,
  created_at: new Date(),
  ...(index === 0 ? {} : { state: 'DONE' as const, closed_at: new Date() }),
}));
await site.db.insertInto('owner_tasks').values(tasks).execute();
await site.db
  .insertInto('reason_templates')
  .values({ title: 'Every side', text: 'Please add photographs of every side.' })
  .execute();

const record = { address: `/admin/locations/${id}`, as: 'ADMIN' } as const;

await testAccessibility(site, {
  'the queue of submitted locations': {
    address: '/admin/review',
    as: 'ADMIN',
    interact: (page) => page.getByRole('button', { name: 'Claim Weir house' }).click(),
  },
  'a review with a reason': {
    address: `/admin/review/${id}`,
    as: 'ADMIN',
    interact: async (page) => {
      await page.getByRole('button', { name: 'Add a reason about Title' }).click();
      await page
        .getByRole('textbox', { name: 'What the owner should change about Title' })
        .fill('Use the name on the map.');
    },
  },
  'returning a location': {
    address: `/admin/review/${plain}`,
    as: 'ADMIN',
    interact: async (page) => {
      await page.getByRole('button', { name: 'Return to the owner' }).click();
      await page.getByRole('dialog').getByText('You have given no reason').waitFor();
    },
  },
  'templates of reasons': { address: '/admin/review/templates', as: 'ADMIN' },
  'adding a template of a reason': {
    address: '/admin/review/templates',
    as: 'ADMIN',
    interact: async (page) => {
      await page.getByRole('button', { name: 'Add a template' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
      await page.getByText('Please check 2 fields').waitFor();
    },
  },
  'what the owner was asked for': {
    address: `/admin/locations/${asked}`,
    as: 'ADMIN',
    interact: (page) => page.getByText('One earlier request').click(),
  },
  'asking the owner for more': {
    address: `/admin/locations/${asked}`,
    as: 'ADMIN',
    interact: async (page) => {
      await page.getByRole('button', { name: 'Ask for more' }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'What you need' }).waitFor();
    },
  },
  'a location with a change, unsaved changes and an invalid field': {
    ...record,
    interact: async (page) => {
      await page.getByLabel('Postcode').fill('mill');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Enter a postcode such as EH1 1RE.').waitFor();
    },
  },
  'two versions of a location compared': { ...record, address: `/admin/locations/${id}/history?version=3&from=1` },
  'restoring the first version of a location': {
    ...record,
    address: `/admin/locations/${id}/history?version=1`,
    interact: async (page) => {
      await page.getByRole('button', { name: 'Restore version 1' }).click();
      await page.getByRole('alertdialog', { name: 'Restore version 1?' }).waitFor();
    },
  },
  'the options of a field': {
    ...record,
    interact: (page) => page.getByRole('button', { name: 'Category: Mill or factory' }).click(),
  },
  'why a location cannot be published': {
    ...record,
    interact: async (page) => {
      await page.getByLabel('Parking', { exact: true }).fill('Six vans');
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByRole('alertdialog', { name: 'Warning' }).waitFor();
    },
  },
  'what publishing changes': {
    ...record,
    interact: async (page) => {
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByRole('alertdialog', { name: 'Publish' }).getByText('The lade').waitFor();
    },
  },
  'images beside the published ones': {
    address: `/admin/locations/${id}?tab=images`,
    as: 'ADMIN',
    interact: (page) => page.getByText('Changed since they were published').waitFor(),
  },
  'an enlarged image': {
    address: `/admin/locations/${id}?tab=images`,
    as: 'ADMIN',
    interact: async (page) => {
      await page
        .getByRole('button', { name: /^Enlarge/ })
        .first()
        .click();
      await page.getByRole('dialog').getByText('1 of 2').waitFor();
    },
  },
  'a preview': { address: `/admin/locations/${plain}/preview`, as: 'ADMIN' },
  'changing the owner, with the choice about the details of the previous one': {
    ...record,
    interact: async (page) => {
      await page.getByRole('button', { name: 'Change ownership', exact: true }).click();
      await page.getByRole('dialog').getByRole('searchbox').fill('Quillan');
      await page.getByRole('radio', { name: 'Eilidh Quillan' }).check();
      await page.getByRole('dialog').getByRole('button', { name: 'Change ownership' }).click();
      await page.getByText('Choose what to do with these details.').waitFor();
    },
  },
  'changes since the location was loaded': {
    ...record,
    interact: async (page) => {
      const noise = `A railway, ${randomUUID()}`;
      await site.db
        .updateTable('locations')
        .set(({ eb }) => ({ noise, version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .execute();
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByRole('alertdialog', { name: 'Publish' }).getByRole('button', { name: 'Publish' }).click();
      await page.getByRole('alertdialog', { name: 'Changed since you opened it' }).getByText(noise).waitFor();
    },
  },
  'deleting a location': {
    ...record,
    interact: (page) => page.getByRole('button', { name: 'Delete', exact: true }).click(),
  },
});
