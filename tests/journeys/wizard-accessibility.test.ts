import { addContact } from '../../src/features/locations/editing/contacts/contract.ts';
import { addOwnerTask } from '../../src/features/locations/owner-tasks/contract.ts';
import { updateStatus } from '../../src/features/locations/publishing/contract.ts';
import { ownLocationById, saveLocation } from '../../src/features/locations/editing/contract.ts';
import { type State, testAccessibility } from '../support/accessibility.ts';
import { addImage } from '../support/locations.ts';
import { addEveryOption, registerLocation, submitLocation } from '../support/submissions.ts';
import { addSignedInPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';
import { press } from '../support/wizard-page.ts';

const site = await startSite();
await addEveryOption(site.db);
const owner = await addSignedInPerson(site, 'OWNER');
const admin = await addSignedInPerson(site, 'ADMIN');
const { id: half } = await registerLocation(owner.api, { title: 'Half a mill' });
const { id: full } = await registerLocation(owner.api, { title: 'Whole mill', complete: true });
await owner.api(addContact, { id: full, firstname: 'Calum', lastname: 'Maclean', telephone: '01688 500 101' });
await addImage(site.db, full, { is_primary: true });
const { id: waiting } = await submitLocation(site.db, owner.api);
const { id: returned } = await submitLocation(site.db, owner.api);
const REASONS = [
  { part: 'title' as const, text: 'Use the name on the map.' },
  { part: 'category' as const, text: 'Is it still a mill?' },
  { part: 'images' as const, text: 'Please add photographs of every side.' },
];
await admin.api(updateStatus, { id: returned, status: 'DRAFT', note: 'Nearly there.', reasons: REASONS });
await admin.api(addOwnerTask, { id: returned, step: 'contacts', text: 'Who has the key?' });

const STATES: Readonly<Record<string, State>> = {
  'registering, empty': { address: '/register-location' },
  'registering, with errors': {
    address: '/register-location',
    interact: async (page) => {
      await press(page, 'NEXT STEP');
      await page.getByText('Please check 4 fields').waitFor();
    },
  },
  'information, offline': {
    address: `/locations/${full}?step=1`,
    interact: async (page) => {
      await page.context().setOffline(true);
      await page.getByText('What you type is kept on this device').waitFor();
    },
  },
  'features, with errors': {
    address: `/locations/${half}?step=2`,
    interact: async (page) => {
      await press(page, 'NEXT STEP');
      await page.getByText('Please check 8 fields').waitFor();
    },
  },
  'features, collapsed': { address: `/locations/${full}?step=2` },
  'features, expanded': {
    address: `/locations/${half}?step=2`,
    interact: async (page) => {
      for (const name of ['Category', 'Setting', 'Century'])
        await page.getByRole('button', { name: `${name}: None chosen, show all` }).click();
    },
  },
  'information, returned with reasons': { address: `/locations/${returned}?step=1` },
  'features, returned with reasons': { address: `/locations/${returned}?step=2` },
  description: { address: `/locations/${full}?step=3` },
  'description, in conflict': {
    address: `/locations/${full}?step=3`,
    interact: async (page) => {
      const { version } = await admin.api(ownLocationById, { id: full });
      await admin.api(saveLocation, { id: full, version, description: `Changed at ${performance.now()}` });
      await page.getByRole('textbox', { name: 'Description' }).fill('Changed here.');
      await press(page, 'NEXT STEP');
      await page.getByRole('alertdialog').getByText('Yours').waitFor();
    },
  },
  contacts: { address: `/locations/${full}?step=4` },
  'contacts, adding': {
    address: `/locations/${full}?step=4`,
    interact: async (page) => {
      await page.getByRole('button', { name: 'Add a contact' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Add contact' }).click();
      await page.getByText('Please check 3 fields').waitFor();
    },
  },
  images: { address: `/locations/${full}?step=5` },
  'area, without a point': {
    address: `/locations/${half}?step=6`,
    interact: async (page) => {
      await press(page, 'COMPLETE');
      await page.getByText('Please check one field').waitFor();
    },
  },
  area: { address: `/locations/${full}?step=6`, maps: true },
  'a location awaiting approval': { address: `/locations/${waiting}` },
};

await testAccessibility(site, STATES, { viewer: owner });
