import type { Page } from 'playwright-core';
import { addLocation as addToBoard, createBoard } from '../../src/features/boards/contract.ts';
import { searchLocations } from '../../src/features/search/contract.ts';
import { type Overlay, testOverlayAccessibility } from '../support/accessibility.ts';
import { addImage } from '../support/locations.ts';
import { addEveryOption, registerLocation, submitLocation } from '../support/submissions.ts';
import { addSignedInPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
await addEveryOption(site.db);
const [scout, owner, admin] = [
  await addSignedInPerson(site, 'SCOUT'),
  await addSignedInPerson(site, 'OWNER'),
  await addSignedInPerson(site, 'ADMIN'),
];
const place = await registerLocation(owner.api, { title: 'Weir mill' });
await addImage(site.db, place.id, { name: 'yard.jpg', is_primary: true });
const waiting = await submitLocation(site.db, owner.api);
const { id } = await scout.api(createBoard, { title: 'Lights' });
const lights = (await scout.api(searchLocations, { query: 'lighthouse' })).data;
for (const light of lights.slice(0, 2)) await scout.api(addToBoard, { id, locationId: light.id });

const press =
  (...names: (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of names) await page.getByRole('button', { name }).first().click();
  };
const CASTLE = '/find-a-location/eilean-donan-castle';
const menu: Overlay = ['/', press('Menu')];
const board = `/boards/${id}`;
const IMAGES = `/locations/${place.id}?step=5`;
const RECORD = `/admin/locations/${waiting.id}`;

await testOverlayAccessibility(site, scout, {
  menu,
  'adding a location to a board': [
    CASTLE,
    (page) =>
      press('Add to board')(page).then(() =>
        page.getByRole('dialog').getByRole('button', { name: 'Lights' }).waitFor(),
      ),
  ],
  'suggestions while typing': [
    '/find-a-location',
    (page) =>
      page
        .getByRole('search')
        .getByRole('combobox')
        .fill('cast')
        .then(() => page.getByRole('listbox').waitFor()),
  ],
  'filters of the search': ['/find-a-location?setting=Coastal', press('Filters')],
  'the menu of a board': ['/boards', press('Change Lights')],
  'creating a board': ['/boards', press('Create a board')],
  'the menu of a location on a board': [board, press(/^Move/)],
  'sharing a board': [board, press('Share board')],
  'choosing the primary image': [board, press('Select primary image')],
  'archiving a board': [board, press('Archive board')],
});

await testOverlayAccessibility(site, owner, {
  menu,
  'filters of the search': ['/find-a-location', press('Filters')],
  'the menu of an image': [IMAGES, press('Change yard.jpg')],
  'moving an image': [IMAGES, press('Move yard.jpg')],
});

await testOverlayAccessibility(site, admin, {
  menu,
  'a filter of a list': ['/admin/notifications?type=all&status=all', press(/^Type/)],
  'the columns of a list': ['/admin/audit-logs', press('Columns')],
  'the keyboard shortcuts of a list': ['/admin/audit-logs', (page) => page.keyboard.press('?')],
  'further filters of a list': ['/admin/locations', press(/more/)],
  'a range of days': ['/admin/locations', press(/^Last Modification Date/)],
  'deleting a user': [`/admin/users/${scout.person.id}`, press('Delete user')],
  'creating a board for a user': [`/admin/users/${scout.person.id}`, press('Add New Board')],
  'adding a location to the board of a user': [`/admin/users/${scout.person.id}${board}`, press('Add New Location')],
  'the options of a field': [RECORD, press(/^Category/)],
  'changing the owner': [RECORD, press('Change ownership')],
  'the areas of a film office': ['/admin/content/options', press(/^Film office/, 'Areas of Stirling film liaison')],
  'deleting a location': [RECORD, press(/^Delete$/)],
  'inviting a colleague': ['/admin/settings', press('Invite a colleague')],
  'creating a service token': ['/admin/settings', press('Create a token')],
});
