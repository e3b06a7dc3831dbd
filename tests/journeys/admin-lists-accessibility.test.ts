import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { createBoard } from '../../src/features/boards/contract.ts';
import { type State, testAccessibility } from '../support/accessibility.ts';
import { addEnquiry, addEnquiryFile, addEnquiryLink } from '../support/enquiries.ts';
import { addSignedInPerson } from '../support/people.ts';
import { addProduction, addProductionBoard, addSending } from '../support/productions.ts';
import { startSite } from '../support/site.ts';
import { addCallOut } from '../support/call-outs.ts';
import { addImpact } from '../support/impact.ts';
import { addViewing } from '../support/viewings.ts';

const site = await startSite();
const scout = await addSignedInPerson(site, 'SCOUT');
await scout.api(createBoard, { title: 'Episode 1' });
await site.db
  .insertInto('enquiries')
  .values({ name: 'Isla', email: 'isla@northlight.example', comment: '-' })
  .execute();

const enquiry = await addEnquiry(site.db, {
  due_on: '2000-01-01',
  location_title: 'Weir mill',
  production: 'Night ferry',
});
await site.db.insertInto('enquiry_notes').values({ enquiry_id: enquiry.id, text: 'Call the owner.' }).execute();
await site.db
  .insertInto('enquiry_messages')
  .values({
    enquiry_id: enquiry.id,
    participant_id: enquiry.participant,
    written_by: 'TEAM',
    text: 'You can film there.',
  })
  .execute();
await addEnquiryFile(site.db, { put: async () => {} }, enquiry.message);
await site.db.insertInto('enquiry_templates').values({ name: 'Permits', text: 'Ask the council.' }).execute();
const layout = { hidden: ['user'], order: ['created_at', 'id'], widths: { about: 700 }, density: 'compact' } as const;
const { id: view } = await site.db
  .insertInto('list_views')
  .values({
    list: 'audit-logs',
    name: 'Boards',
    content: JSON.stringify({ search: { type: 'BOARD_CREATED' }, layout }),
  })
  .returning('id')
  .executeTakeFirstOrThrow();
const synonym = await site.db
  .insertInto('search_synonyms')
  .values({ kind: 'ONE_WAY', terms: ['brutalist'], targets: ['concrete', '20th century'], changed_at: new Date() })
  .returning('id')
  .executeTakeFirstOrThrow();
const pin = await site.db
  .insertInto('search_pins')
  .values({ query: 'Castle', key: 'castle', changed_at: new Date() })
  .returning('id')
  .executeTakeFirstOrThrow();
const locations = await site.db.selectFrom('locations').select('id').orderBy('id').limit(5).execute();
await site.db
  .insertInto('search_pin_locations')
  .values(locations.map(({ id }, i) => ({ pin_id: pin.id, location_id: id, position: i + 1 })))
  .execute();
const production = await addProduction(
  site.db,
  { enquiry: enquiry.id, location: locations[0]!.id },
  { embargoed: true, code_name: 'Heron', next_step: 'Call the producer', next_step_on: '2000-01-01' },
);
await addProductionBoard(site.db, production);
// A private board that can be added.
await addProductionBoard(site.db, await addProduction(site.db, {}));
await addSending(site.db, production, {
  title: 'Mills for Heron',
  recipient: 'isla@northlight.example',
  location: 'Mill',
});
for (const reference of ['PROD-CLASH', 'PROD-OTHER']) {
  const production_id = await addProduction(site.db, {}, { reference });
  const shoot = {
    location_id: locations[1]!.id,
    title: 'Weir mill',
    state: 'AGREED',
    used_from: '2999-05-04',
  } as const;
  await site.db
    .insertInto('production_locations')
    .values({ production_id, added_at: new Date(), ...shoot })
    .execute();
}
await site.db
  .insertInto('production_locations')
  .values({
    production_id: await addProduction(site.db, {}, { may_be_named: true, stage: 'COMPLETED', ended_at: new Date() }),
    location_id: locations[1]!.id,
    title: 'x',
    state: 'USED',
    used_from: '2025-05-04',
    added_at: new Date(),
  })
  .execute();
const viewing = await addViewing(site.db, { production, location: locations[0]!.id }, { note: '09:30 at the station' });
const callOut = await addCallOut(site.db, { production, location: locations[0]!.id });
const impact = await addImpact(site.db, production);
const link = await addEnquiryLink(site.db, enquiry.participant);

const press = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) }).click();

const STATES: Readonly<Record<string, State>> = {
  productions: { address: '/admin/productions?overdue=true', interact: (page) => press(page, 'Stage') },
  'the diary, with a clash': {
    address: '/admin/diary',
    interact: (page) => page.getByText('PROD-CLASH: The Weir').first().waitFor(),
  },
  'adding a production': {
    address: '/admin/productions',
    interact: async (page) => {
      await press(page, 'Add production');
      await page.getByRole('dialog').getByRole('button', { name: 'Add production' }).click();
      await page.getByText('Enter a title.').first().waitFor();
    },
  },
  'changing several productions, with errors': {
    address: '/admin/productions',
    interact: async (page) => {
      await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
      await press(page, 'Change…');
      await page.getByRole('dialog').getByRole('button', { name: 'Change', exact: true }).click();
      await page.getByText('Choose the value for all of them.').first().waitFor();
    },
  },
  'a production, with errors': {
    address: `/admin/productions/${production}`,
    interact: async (page) => {
      await page.getByRole('searchbox', { name: 'Offer locations' }).fill('castle');
      await page.getByText(/locations found/).waitFor();
      await page.getByRole('textbox', { name: 'Code name' }).fill('');
      await page.getByRole('button', { name: 'Save details' }).click();
      await page.getByText('Enter a code name').first().waitFor();
    },
  },
  'a production, sending a board, with errors': {
    address: `/admin/productions/${production}`,
    interact: async (page) => {
      await press(page, 'Send Mills for Heron');
      await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
      await page.getByText('Enter an email address').first().waitFor();
    },
  },
  'planning a viewing, with errors': {
    address: `/admin/productions/${production}`,
    interact: async (page) => {
      await press(page, 'Plan a day');
      await page.getByRole('dialog').getByRole('button', { name: 'Plan the day' }).click();
      await page.getByText('Enter a number of people').first().waitFor();
    },
  },
  'writing a call-out, with errors': {
    address: `/admin/productions/${production}`,
    interact: async (page) => {
      await press(page, 'Write a call-out');
      await page.getByRole('dialog').getByRole('button', { name: 'Add the call-out' }).click();
      await page.getByText('Enter what the production looks for').first().waitFor();
    },
  },
  'the link of a call-out': {
    address: `/call-out?from=mail#token=${callOut.link}`,
    as: 'a visitor',
    interact: async (page) => {
      await press(page, 'Suggest the place');
      await page.getByText('Enter what people call the place').first().waitFor();
    },
  },
  'a figure of a production, with errors': {
    address: `/admin/productions/${production}`,
    interact: async (page) => {
      await press(page, 'Change Shooting days');
      await page.getByRole('dialog').getByLabel('Figure').fill('many');
      await page.getByRole('dialog').getByRole('button', { name: 'Save the figure' }).click();
      await page.getByText('Enter a whole number from').first().waitFor();
    },
  },
  'the impact of a year': { address: '/admin/impact' },
  'formulas, adding one with errors': {
    address: '/admin/impact/formulas',
    interact: async (page) => {
      await press(page, 'Add formula');
      await page.getByRole('dialog').getByRole('button', { name: 'Add formula' }).click();
      await page.getByText('Enter where the factor comes from').first().waitFor();
    },
  },
  'the survey after a wrap': {
    address: `/wrap-survey?from=mail#token=${impact.surveyLink}`,
    as: 'a visitor',
    interact: (page) => page.getByRole('heading', { name: /^What .* has brought/ }).waitFor(),
  },
  'the published impact': { address: '/impact', as: 'a visitor' },
  'what was filmed here': { address: '/filmed-here', as: 'a visitor' },
  'the request of a viewing': {
    address: `/viewing?from=mail#token=${viewing.requestLink}`,
    as: 'a visitor',
    interact: (page) => page.getByRole('heading', { name: /^May we visit/ }).waitFor(),
  },
  'an itinerary': {
    address: `/itinerary?from=mail#token=${viewing.itineraryLink}`,
    as: 'a visitor',
    interact: (page) => page.getByRole('heading', { name: /^Itinerary for/ }).waitFor(),
  },
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
  'audit logs, a changed view and its menu': {
    address: `/admin/audit-logs?view=${view}&type=LOGIN`,
    interact: (page) => press(page, 'View Boards'),
  },
  'audit logs, saving a view, with an error': {
    address: '/admin/audit-logs',
    interact: async (page) => {
      await press(page, 'View All');
      await press(page, 'Save as new view');
      await press(page, 'Save view');
      await page.getByText('Enter a name for the view.').first().waitFor();
    },
  },
  'audit logs, a view that is not shared': { address: `/admin/audit-logs?view=${randomUUID()}` },
  enquiries: { address: '/admin/enquiries?state=all', interact: (page) => press(page, 'State') },
  'templates of answers': {
    address: '/admin/enquiries/templates',
    interact: async (page) => {
      await press(page, 'Change Permits');
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).waitFor();
    },
  },
  'an enquiry, passing it on, with errors': {
    address: `/admin/enquiries/${enquiry.id}`,
    interact: async (page) => {
      await press(page, 'Pass on to');
      await page.getByRole('button', { name: 'Pass on', exact: true }).click();
      await page.getByText('Please check 3 fields').waitFor();
    },
  },
  'an enquiry, closing it, with errors': {
    address: `/admin/enquiries/${enquiry.id}`,
    interact: async (page) => {
      await press(page, 'Close the enquiry');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Areas').selectOption('Fife');
      await dialog.getByRole('button', { name: 'Close the enquiry' }).click();
      await page.getByText('Please check one field').waitFor();
    },
  },
  'the page of a sender, with errors': {
    address: `/enquiry?from=mail#token=${link}`,
    as: 'a visitor',
    interact: async (page) => {
      await press(page, 'Send message');
      await page.getByText('Please check one field').waitFor();
    },
  },
  'a link of a sender that does not work': { address: '/enquiry?from=mail#token=none', as: 'a visitor' },
  synonyms: { address: '/admin/search-terms', interact: (page) => press(page, 'Origin') },
  'a synonym, being tried': {
    address: `/admin/search-terms/synonyms/${synonym.id}`,
    interact: (page) => page.getByRole('heading', { name: 'Without it' }).waitFor(),
  },
  'a new synonym, with errors': {
    address: '/admin/search-terms/synonyms/new',
    interact: async (page) => {
      await press(page, 'Add synonym');
      await page.getByText('Please check one field').waitFor();
    },
  },
  'pinned results': { address: '/admin/search-terms/pins' },
  'pinned results of a search, being changed': {
    address: `/admin/search-terms/pins?pin=${pin.id}`,
    interact: async (page) => {
      await page.getByRole('searchbox', { name: 'Search published locations' }).fill('castle');
      await page.getByRole('button', { name: /^Pin / }).first().waitFor();
    },
  },
  'new pinned results, with errors': {
    address: '/admin/search-terms/pins?pin=new',
    interact: async (page) => {
      await press(page, 'Pin results');
      await page.getByText('Please check 2 fields').waitFor();
    },
  },
  'results of which some are pinned': {
    address: '/find-a-location?query=castle',
    interact: (page) => page.getByText(/pinned results? for this search/).waitFor(),
  },
  'the keyboard shortcuts of a list': { address: '/admin/audit-logs', interact: (page) => page.keyboard.press('?') },
};

await testAccessibility(site, STATES, { viewer: 'ADMIN', labelInName: true });
