import { testAccessibility } from '../support/accessibility.ts';
import { box, dialog } from '../support/forms.ts';
import { addImage, addLocation } from '../support/locations.ts';
import { addPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
const { db } = site;
const owner = await addPerson(db, 'OWNER', { first_name: 'Morag', last_name: 'Sinclair' });
for (let n = 0; n < 16; n++) await addPerson(db, 'OWNER', { first_name: 'Eilidh', last_name: `Quillan ${n}` });
const admin = await addPerson(db, 'ADMIN');
const id = await addLocation(db, { title: 'Weir mill', owner_id: owner.id });
const contact = { location_id: id, firstname: 'Mairi', lastname: 'Rae', email: 'mairi@weir.example' };
await db
  .insertInto('contacts')
  .values({ ...contact, telephone: '0131 496 0142', is_primary: true })
  .execute();
await addImage(db, id, { is_primary: true, name: 'weir.jpg' });
const document = { location_id: id, name: 'Risk assessment', bytes: 2_000_000, uploaded_by: admin.id };
await db
  .insertInto('documents')
  .values({ ...document, id: 'a5a5a5a5-0000-4000-8000-000000000001' })
  .execute();

const address = (tab: string) => `/admin/locations/${id}?tab=${tab}`;

await testAccessibility(
  site,
  {
    'The contacts of a location, for the team,': { address: address('contacts') },
    'The images of a location, for the team,': { address: address('images') },
    'The documents of a location': { address: address('documents') },
    'A document that is not complete': {
      address: address('documents'),
      interact: async (page) => {
        await page.getByRole('button', { name: 'Add document' }).click();
        await page.getByText('Please check 2 fields').waitFor();
        await box(page, 'Name').fill('a');
      },
    },
    'The contact view': {
      address: address('documents'),
      interact: async (page) => {
        await page.getByRole('button', { name: 'View contact' }).click();
        await dialog(page).getByText('Mairi Rae').waitFor();
      },
    },
    'choosing a new account holder': {
      address: address('contacts'),
      interact: async (page) => {
        await page.getByRole('button', { name: 'Change Ownership', exact: true }).click();
        await dialog(page).getByRole('searchbox').fill('quillan');
        await dialog(page).getByText('16 owners found').waitFor();
        await dialog(page).getByRole('radio').nth(2).check();
      },
    },
  },
  { viewer: 'ADMIN' },
);
