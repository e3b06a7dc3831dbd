import type { Page } from 'playwright-core';
import { addLocation as addToBoard, createBoard } from '../../src/features/boards/contract.ts';
import { searchLocations } from '../../src/features/search/contract.ts';
import { type Overlay, testOverlayAccessibility } from '../support/accessibility.ts';
import { addImage } from '../support/locations.ts';
import { addEveryOption, registerLocation, submitLocation } from '../support/submissions.ts';
import { signedIn } from '../support/people.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
await addEveryOption(site.db);
const [scout, owner, admin] = [
  await signedIn(site, 'SCOUT'),
  await signedIn(site, 'OWNER'),
  await signedIn(site, 'ADMIN'),
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
  'a location to add to a board': [
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
        .getByRole('combobox')
        .fill('cast')
        .then(() => page.getByRole('listbox').waitFor()),
  ],
  'filters of the search': ['/find-a-location?setting=Coastal', press('Filters')],
  'what can be done with a board': ['/boards', press('Change Lights')],
  'a new board': ['/boards', press('Create a board')],
  'what can be done with a location on a board': [board, press(/^Move/)],
  'sharing a board': [board, press('Share board')],
  'the primary image': [board, press('Select primary image')],
  'archiving a board': [board, press('Archive board')],
});

await testOverlayAccessibility(site, owner, {
  menu,
  'filters of the search': ['/find-a-location', press('Filters')],
  'what can be done with an image': [IMAGES, press('Change yard.jpg')],
  'moving an image': [IMAGES, press('Move yard.jpg')],
});

await testOverlayAccessibility(site, admin, {
  menu,
  'a filter of a list': ['/admin/notifications?type=all&status=all', press(/^Type/)],
  'the columns of a list': ['/admin/audit-logs', press('Columns')],
  'the keys of a list': ['/admin/audit-logs', (page) => page.keyboard.press('?')],
  'further filters of a list': ['/admin/locations', press(/more/)],
  'a range of days': ['/admin/locations', press(/^Last Modification Date/)],
  'a user who is to be deleted': [`/admin/users/${scout.person.id}`, press('Delete user')],
  'a new board for somebody': [`/admin/users/${scout.person.id}`, press('Add New Board')],
  'a location for the board of somebody': [`/admin/users/${scout.person.id}${board}`, press('Add New Location')],
  'the options of a field': [RECORD, press(/^Category/)],
  'a change of ownership': [RECORD, press('Change ownership')],
  'what goes with a location': [RECORD, press(/^Delete$/)],
  'an invitation': ['/admin/settings', press('Invite a colleague')],
});
