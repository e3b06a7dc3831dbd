import type { Page } from 'playwright-core';
import { createBoard } from '../../src/features/boards/contract.ts';
import { type Overlay, testOverlayAccessibility } from '../support/accessibility.ts';
import { addSignedInPerson } from '../support/people.ts';
import { getSharedSite } from '../support/site.ts';

const site = await getSharedSite();
const [scout, owner, admin] = [
  await addSignedInPerson(site, 'SCOUT'),
  await addSignedInPerson(site, 'OWNER'),
  await addSignedInPerson(site, 'ADMIN'),
];
const { id } = await scout.api(createBoard, { title: 'Lights' });

const press =
  (...names: (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of names) await page.getByRole('button', { name }).first().click();
  };
const menu: Overlay = ['/', press('Menu')];

await testOverlayAccessibility(site, scout, { menu });

await testOverlayAccessibility(site, owner, { menu });

await testOverlayAccessibility(site, admin, {
  menu,
  'further filters of a list': ['/admin/locations', press(/more/)],
  'creating a board for a user': [`/admin/users/${scout.person.id}`, press('Add New Board')],
  'adding a location to the board of a user': [
    `/admin/users/${scout.person.id}/boards/${id}`,
    press('Add New Location'),
  ],
  'the areas of a film office': ['/admin/content/options', press(/^Film office/, 'Areas of Stirling film liaison')],
  'creating a service token': ['/admin/settings', press('Create a token')],
});
