import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import {
  addLocation,
  archiveBoard,
  createBoard,
  createLink,
  createPrivateBoard,
  moveLocations,
  shareBoard,
  updateLocation,
} from '../../src/features/boards/contract.ts';
import { createGuestLink, saveAnswer } from '../../src/features/boards/guests/contract.ts';
import { getGuestPath } from '../../src/features/boards/guests/schema.ts';
import { addSection, updateSection } from '../../src/features/boards/sections/contract.ts';
import { searchLocations } from '../../src/features/search/contract.ts';
import { type State, testAccessibility } from '../support/accessibility.ts';
import { openGuests } from '../support/guests.ts';
import { addInvitation } from '../support/links.ts';
import { type SignedIn, addSignedInPerson } from '../support/people.ts';
import { getSharedSite } from '../support/site.ts';

const site = await getSharedSite();
const scout = await addSignedInPerson(site, 'SCOUT');
const admin = await addSignedInPerson(site, 'ADMIN');
const other = await addSignedInPerson(site, 'SCOUT', { first_name: 'Fraser' });
const found = (await scout.api(searchLocations, { query: 'lighthouse' })).data;
const board = await addFilledBoard(scout, 'Lights', 4);
const lonely = await scout.api(createBoard, { title: 'Nothing yet' });
const { link } = await scout.api(createLink, { id: board });
const shared = await addFilledBoard(other, 'Night exteriors', 2);
await other.api(shareBoard, { id: shared, emails: [scout.person.email] });
const [share] = await scout.api(shareBoard, {
  id: board,
  emails: ['isla@northlight.example', 'calum@northlight.example'],
});
const invitation = await addInvitation(site.db, share!.id);
await scout.api(archiveBoard, { id: await addFilledBoard(scout, 'Wrapped', 1) });
const sectioned = await addFilledBoard(scout, 'In sections', 3);
const [scene] = await scout.api(addSection, { id: sectioned, title: 'Scene 12: the lamp', notes: 'By night.' });
await scout.api(addSection, { id: sectioned, title: 'Scene 13: the wreck' });
await scout.api(moveLocations, {
  id: sectioned,
  locationIds: found.slice(1, 3).map(({ id }) => id),
  sectionId: scene!.id,
});
const photographed = (await scout.api(searchLocations, { query: 'castle' })).data.find(
  (it) => it.primaryimage !== null,
);
await scout.api(addLocation, { id: sectioned, locationId: photographed!.id });
const { link: sectionedLink } = await scout.api(createLink, { id: sectioned });
const guestLink = await addAnsweredLink(sectioned);
await scout.api(updateSection, { id: sectioned, sectionId: scene!.id, lockedLocationId: found[2]!.id });
const withPassword = (await scout.api(createGuestLink, { id: sectioned, name: 'Art', password: 'lamp room' })).at(-1)!;
const secret = await admin.api(createPrivateBoard, { title: 'Under wraps' });
await admin.api(addLocation, { id: secret.id, locationId: found[0]!.id });

/** Adds a guest link, and two guests who disagree. */
async function addAnsweredLink(id: string) {
  const guests = openGuests(site.db, scout.person);
  const link = await guests.addLink(id, { showsAnswers: true, expiresOn: '2099-12-31' });
  for (const [name, answer] of [
    ['Isla Reid', 'YES'],
    ['Ewan Ross', 'NO'],
  ] as const) {
    const { api } = await guests.enter(link.secret, name);
    await api(saveAnswer, { secret: link.secret, locationId: found[1]!.id, answer, comment: 'By night.' });
  }
  return link;
}

/** Gives a name on the page of a guest link. */
const giveName = async (page: Page) => {
  await page.getByLabel('Your name').fill('Una');
  await page.getByLabel('Your role').fill('Client');
  await press('Start to answer')(page);
  await page
    .getByRole('group', { name: /^Your answer/ })
    .first()
    .waitFor();
};

async function addFilledBoard({ api }: SignedIn, title: string, count: number): Promise<string> {
  const { id } = await api(createBoard, { title });
  for (const [index, location] of found.slice(0, count).entries())
    await api(addLocation, { id, locationId: location.id, ...(index === 0 && { note: 'Dawn only.' }) });
  return id;
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
/** Opens the menu of the first location. */
const openItemMenu = (page: Page) => page.locator('[id^=location-menu]').first().click();
const dialog = (page: Page) => page.locator('dialog[open]').waitFor();
const inShare = (tab: string, next?: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await press('Share board')(page);
  await page.getByRole('tab', { name: tab }).click();
  await next?.(page);
};

const STATES: Readonly<Record<string, State>> = {
  boards: { address: '/boards' },
  'boards, a menu open': { address: '/boards', interact: press('Change Lights') },
  'boards, creating': {
    address: '/boards',
    interact: (page) => press('Create a board')(page).then(() => dialog(page)),
  },
  'boards, deleting': {
    address: '/boards',
    interact: (page) =>
      press('Change Lights')(page)
        .then(() => press('Delete')(page))
        .then(() => dialog(page)),
  },
  'boards of the Locations Team': { address: '/boards', as: admin },
  'archived boards': { address: '/boards/archived' },
  'private boards': { address: '/boards/private', as: admin },
  'a private board, adding': {
    address: `/boards/${secret.id}`,
    as: admin,
    interact: async (page) => {
      await press('Add locations')(page);
      await page.getByRole('searchbox').fill('castle');
      await page.locator('.candidate mark').first().waitFor();
    },
  },
  board: { address: `/boards/${board}` },
  'board, a note that two people change': {
    address: `/boards/${board}`,
    interact: async (page) => {
      await press(/^Edit the note of/)(page);
      await page.getByRole('textbox', { name: /^Note of/ }).fill('By night.');
      const note = `At dawn, ${randomUUID()}`;
      await scout.api(updateLocation, { id: board, locationId: found[0]!.id, note });
      await page
        .getByRole('group', { name: /^Two texts/ })
        .getByText(note)
        .waitFor();
    },
  },
  'board, as a list': { address: `/boards/${board}?view=list` },
  'board, on a map': {
    address: `/boards/${board}?view=map`,
    interact: (page) => page.locator('.marker__pin').first().waitFor(),
  },
  'board with sections, a menu open': { address: `/boards/${sectioned}`, interact: press('Change section Scene 12') },
  'board with sections, a wrong cost': {
    address: `/boards/${sectioned}`,
    interact: async (page) => {
      await openItemMenu(page);
      await press('Add a cost')(page);
      await page.getByRole('textbox', { name: /^Cost/ }).fill('much');
      await page.keyboard.press('Enter');
      await page.getByText('Please check one field').waitFor();
    },
  },
  'board with sections, as a list': { address: `/boards/${sectioned}?view=list` },
  'board, adding a section': {
    address: `/boards/${sectioned}`,
    interact: async (page) => {
      await press('Add section')(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Add section' }).click();
      await page.getByText('Enter a title for the section.').first().waitFor();
    },
  },
  'board, moving locations to a section': {
    address: `/boards/${sectioned}`,
    interact: async (page) => {
      await openItemMenu(page);
      await press('Move to section')(page);
      await dialog(page);
    },
  },
  'public board with sections': { address: `/boards/public/${sectionedLink}`, as: 'a visitor' },
  'guests’ answers': { address: `/boards/${sectioned}/answers` },
  'guests’ answers, adding a link': {
    address: `/boards/${sectioned}/answers`,
    interact: async (page) => {
      await press('Add guest link')(page);
      await page.getByLabel('It has a password').check();
      await page.getByRole('dialog').getByRole('button', { name: 'Add guest link' }).click();
      await page.getByText('Enter a name for the link').first().waitFor();
    },
  },
  'guests’ answers, deleting a link': {
    address: `/boards/${sectioned}/answers`,
    interact: (page) => press('Delete guest link Director')(page).then(() => dialog(page)),
  },
  'guests’ answers, no links': { address: `/boards/${lonely.id}/answers` },
  'guest link with a password': {
    address: getGuestPath(withPassword.secret),
    as: 'a visitor',
    interact: async (page) => {
      await press('Open the board')(page);
      await page.getByText('Enter the password of the link.').first().waitFor();
    },
  },
  'guest link, before a name': {
    address: getGuestPath(guestLink.secret),
    as: 'a visitor',
    interact: async (page) => {
      await press('Start to answer')(page);
      await page.getByText('Enter your role').first().waitFor();
    },
  },
  'guest link, answering': {
    address: getGuestPath(guestLink.secret),
    as: 'a visitor',
    interact: async (page) => {
      await giveName(page);
      await page
        .getByRole('group', { name: /^Your answer/ })
        .first()
        .getByText('Maybe')
        .click();
      await page.getByText('Saved', { exact: true }).waitFor();
      await press(/^Photographs of/)(page);
      await press(/^Add a comment/)(page);
    },
  },
  'guest link that has ended': {
    address: getGuestPath('a'.repeat(43)),
    as: 'a visitor',
    interact: (page) => page.getByText('This link has expired').waitFor(),
  },
  'board, shared with an address without an account': {
    address: `/boards/shared/${share!.id}?from=mail#token=${invitation}`,
    as: 'a visitor',
    interact: (page) => page.getByRole('button', { name: 'Open the board' }).waitFor(),
  },
  'board, link in the email used': {
    address: `/boards/shared/${share!.id}`,
    as: 'a visitor',
    interact: (page) => page.getByRole('button', { name: 'Send a new link' }).waitFor(),
  },
  'board, enquiring about it': {
    address: `/boards/${board}/enquire`,
    interact: async (page) => {
      await page.getByLabel('Add a location').fill('castle');
      await page
        .getByRole('button', { name: /^Add .*castle/i })
        .first()
        .click();
      await page.getByText('Locations (5)').waitFor();
    },
  },
  'board, moving': { address: `/boards/${board}`, interact: press(/^Move/) },
  'board, writing a note': { address: `/boards/${board}`, interact: press(/^Add a note/) },
  'board, location removed': {
    address: `/boards/${board}`,
    interact: async (page) => {
      await press(/^Remove/)(page);
      await press('Undo')(page);
      await page.getByText('is back on the board').waitFor();
    },
  },
  'board, with an error': {
    address: `/boards/${board}`,
    interact: async (page) => {
      await page.route('**/api/boards/**', (route) => route.abort());
      await press(/^Remove/)(page);
      await page.getByRole('alertdialog', { name: 'Error' }).waitFor();
    },
  },
  'board, archiving': {
    address: `/boards/${board}`,
    interact: (page) => press('Archive board')(page).then(() => dialog(page)),
  },
  'board, choosing the primary image': {
    address: `/boards/${board}`,
    interact: async (page) => {
      await press('Select primary image')(page);
      await page.getByRole('radio').first().waitFor();
      await press('Select image')(page);
      await page.getByText('No location selected.').waitFor();
    },
  },
  'sharing by email': {
    address: `/boards/${board}`,
    interact: async (page) => {
      await press('Share board')(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Share board' }).click();
      await page.getByText('Enter an email address.').waitFor();
    },
  },
  'people a board is shared with': {
    address: `/boards/${board}`,
    interact: inShare('Currently shared with', (page) => page.getByText('isla@northlight.example').waitFor()),
  },
  'public link': { address: `/boards/${board}`, interact: inShare('Public Link', press('Delete public link')) },
  'board without locations': { address: `/boards/${lonely.id}` },
  'board of somebody else': { address: `/boards/${shared}` },
  'location within a board': { address: `/boards/${board}/location/${found[1]!.id}` },
  'adding from a location': {
    address: '/find-a-location/eilean-donan-castle',
    interact: async (page) => {
      await press('Add to board')(page);
      await page.getByRole('dialog').getByText('Lights').waitFor();
    },
  },
  'public board': { address: `/boards/public/${link}`, as: 'a visitor' },
  'deleted public board': { address: '/boards/public/aaaaaaaaaaaaaaaaaaaaaaaa', as: 'a visitor' },
};

await testAccessibility(site, STATES, { viewer: scout });
