import type { Page } from 'playwright-core';
import { createBoard } from '../../src/features/boards/contract.ts';
import { type State, testAccessibility } from '../support/accessibility.ts';
import { addSignedInPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
const scout = await addSignedInPerson(site, 'SCOUT');
await scout.api(createBoard, { title: 'Episode 1' });
await site.db
  .insertInto('enquiries')
  .values({ name: 'Isla', email: 'isla@northlight.example', comment: '-' })
  .execute();

const press = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) }).click();

const STATES: Readonly<Record<string, State>> = {
  notifications: {
    address: '/admin/notifications?type=board&status=all',
    interact: (page) => press(page, 'Status'),
  },
  'notifications, none': { address: '/admin/notifications?type=location&status=read' },
  'audit logs': {
    address: '/admin/audit-logs?type=BOARD_CREATED&date=2026-01-01..&sortBy=user&sortOrder=asc',
    interact: async (page) => {
      await press(page, 'Date');
      await page.keyboard.press('Escape');
      await page.keyboard.press('j');
    },
  },
  overview: {
    address: '/admin/overview',
    interact: async (page) => {
      await page.getByText('Show as a table').click();
      await page.getByRole('combobox', { name: /^Category/ }).selectOption({ index: 1 });
    },
  },
  'audit logs, a date filter open': { address: '/admin/audit-logs', interact: (page) => press(page, 'Date') },
  'audit logs, choosing columns': { address: '/admin/audit-logs', interact: (page) => press(page, 'Columns') },
  'the keyboard shortcuts of a list': { address: '/admin/audit-logs', interact: (page) => page.keyboard.press('?') },
};

await testAccessibility(site, STATES, { viewer: 'ADMIN', labelInName: true });
