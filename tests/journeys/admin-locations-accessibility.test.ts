import { testAccessibility } from '../support/accessibility.ts';
import { addBulkChange } from '../support/bulk-changes.ts';
import { addImport } from '../support/imports.ts';
import { addPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';

const LIST = '/admin/locations';

const site = await startSite();
const { id: location } = await site.db.selectFrom('locations').select('id').limit(1).executeTakeFirstOrThrow();
const { id: userId } = await addPerson(site.db, 'ADMIN');
const preview = await addBulkChange(site.db, { userId, locationId: location });
const checked = await addImport(site.db, { userId, locationId: location });
const mapping = await addImport(site.db, { userId, locationId: location });
await site.db.updateTable('imports').set({ state: 'MAPPING' }).where('id', '=', mapping).execute();

await testAccessibility(site, {
  'the list of all locations': { address: LIST, as: 'ADMIN' },
  'the filtered list, with a range open': {
    address: `${LIST}?status=LIVE&exporttowebsite=true&hasimages=true&localauthority=Highland`,
    as: 'ADMIN',
    interact: async (page) => {
      await page.getByRole('button', { name: /^Last Modification Date/ }).click();
      await page.getByLabel('From', { exact: true }).waitFor();
    },
  },
  'selected rows, with the dialog that changes them': {
    address: LIST,
    as: 'ADMIN',
    interact: async (page) => {
      await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
      await page.getByRole('button', { name: 'Change…' }).click();
      await page.getByRole('dialog').getByLabel('What to change').waitFor();
    },
  },
  'the preview of a bulk change': { address: `${LIST}/bulk-changes/${preview}`, as: 'ADMIN' },
  'the list of bulk changes': { address: `${LIST}/bulk-changes`, as: 'ADMIN' },
  'the upload of a file, with those that wait': { address: '/admin/import', as: 'ADMIN' },
  'the fields of a file': { address: `/admin/import/${mapping}`, as: 'ADMIN' },
  'the report of a dry run': { address: `/admin/import/${checked}`, as: 'ADMIN' },
  'the list without results': { address: `${LIST}?query=nothingofthekind`, as: 'ADMIN' },
});
