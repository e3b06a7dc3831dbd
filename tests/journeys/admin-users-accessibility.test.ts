import type { Page } from 'playwright-core';
import { addLocation as addToBoard, createBoard } from '../../src/features/boards/contract.ts';
import { searchLocations } from '../../src/features/search/contract.ts';
import { type State, testAccessibility } from '../support/accessibility.ts';
import { box } from '../support/forms.ts';
import { addLocation } from '../support/locations.ts';
import { addPerson, addSignedInPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
const scout = await addSignedInPerson(site, 'SCOUT', {
  first_name: 'Maximilian',
  last_name: 'Featherstonehaugh-Cholmondeley',
});
const owner = await addPerson(site.db, 'OWNER');
const colleague = await addPerson(site.db, 'ADMIN', { email_verified_at: null });
await addLocation(site.db, { title: 'Lade mill', owner_id: owner.id });
const office = await addPerson(site.db, 'FILM_OFFICE');
const board = await scout.api(createBoard, { title: 'Night exteriors' });
const lights = await scout.api(searchLocations, { query: 'lighthouse' });
for (const { id } of lights.data.slice(0, 3))
  await scout.api(addToBoard, { id: board.id, locationId: id, note: 'Dawn.' });

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

const STATES: Readonly<Record<string, State>> = {
  'the list of users, a filter open': {
    address: '/admin/users?query=e&role=SCOUT',
    interact: async (page) => {
      await press(page, 'Email');
      await box(page, 'Email').waitFor();
    },
  },
  'a scout, with errors and unsaved changes': {
    address: `/admin/users/${scout.person.id}`,
    interact: async (page) => {
      await box(page, 'First name').fill('');
      await press(page, 'Save');
      await page.getByText('Please check one field').waitFor();
    },
  },
  'deleting an owner': {
    address: `/admin/users/${owner.id}`,
    interact: async (page) => {
      await press(page, 'Delete user');
      await page.getByText('1 location, none published').waitFor();
    },
  },
  'leaving a colleague with unsaved changes': {
    address: `/admin/users/${colleague.id}`,
    interact: async (page) => {
      await box(page, 'First name').fill('Mairi');
      await page.getByRole('link', { name: 'Back to list' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  'the team, inviting a colleague': {
    address: '/admin/settings',
    interact: async (page) => {
      await press(page, 'Invite a colleague');
      await press(page, 'Send invitation');
      await page.getByText('Please check 3 fields').waitFor();
    },
  },
  'a film office, whose account moves to another one': {
    address: `/admin/users/${office.id}`,
    interact: (page) => page.getByLabel('Film office').selectOption('Film Edinburgh'),
  },
  'a board of a scout': { address: `/admin/users/${scout.person.id}/boards/${board.id}` },
};

await testAccessibility(site, STATES, { viewer: 'ADMIN' });
