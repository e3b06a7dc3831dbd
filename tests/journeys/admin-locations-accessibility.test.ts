import { testAccessibility } from '../support/accessibility.ts';
import { startSite } from '../support/site.ts';

const LIST = '/admin/locations';

await testAccessibility(await startSite(), {
  'the list of all locations': { address: LIST, as: 'ADMIN' },
  'the filtered list, with a range open': {
    address: `${LIST}?status=LIVE&exporttowebsite=true&hasimages=true&localauthority=Highland`,
    as: 'ADMIN',
    interact: async (page) => {
      await page.getByRole('button', { name: /^Last Modification Date/ }).click();
      await page.getByLabel('From', { exact: true }).waitFor();
    },
  },
  'the list without results': { address: `${LIST}?query=nothingofthekind`, as: 'ADMIN' },
});
