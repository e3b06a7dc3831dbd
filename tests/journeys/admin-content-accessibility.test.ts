import type { Page } from 'playwright-core';
import { type State, testAccessibility } from '../support/accessibility.ts';
import { dialog } from '../support/forms.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
const failedMail = { recipient: 'isla@northlight.example', subject: '-', text: '-', html: '-', failed_at: new Date() };
await site.db
  .insertInto('outbox')
  .values({ ...failedMail, kind: 'enquiry', attempts: 15, last_error: 'ECONNREFUSED' })
  .execute();

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const openParts = (page: Page) =>
  page.evaluate(() => document.querySelectorAll('details').forEach((details) => (details.open = true)));

const STATES: Readonly<Record<string, State>> = {
  'the list of content, with the form of a new page': {
    address: '/admin/content',
    interact: (page) => press(page, 'New page'),
  },
  'a page with all sections open, an error and unsaved changes': {
    address: '/admin/content/home',
    interact: async (page) => {
      await openParts(page);
      await page.getByRole('textbox', { name: 'Text', exact: true }).waitFor();
      await page.getByRole('textbox', { name: 'Title', exact: true }).first().fill('');
      await press(page, 'Save');
      await page.getByText('Enter a title for the page.').first().waitFor();
    },
  },
  'choosing a picture': {
    address: '/admin/content/home',
    only: 'desk',
    interact: async (page) => {
      await openParts(page);
      await page.getByRole('button', { name: 'Choose another picture' }).first().click();
      await dialog(page).getByRole('heading', { name: 'Pictures of other pages' }).waitFor();
    },
  },
  'the history of a page': { address: '/admin/content/about/history' },
  'editing the footer': { address: '/admin/content/footer' },
  'the preview of a page': {
    address: '/admin/content/about/preview',
    interact: (page) => page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor(),
  },
  'the option lists, renaming an option': {
    address: '/admin/content/options',
    interact: (page) => press(page, 'Rename Bridge'),
  },
  'the settings, with a failed email': {
    address: '/admin/settings',
    interact: (page) => page.getByText('ECONNREFUSED').waitFor(),
  },
};

await testAccessibility(
  site,
  Object.fromEntries(Object.entries(STATES).map(([name, state]) => [name, { ...state, as: 'ADMIN' as const }])),
);
