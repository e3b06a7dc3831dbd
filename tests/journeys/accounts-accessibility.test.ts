import type { Page } from 'playwright-core';
import { type State, testAccessibility } from '../support/accessibility.ts';
import { addEnquiry } from '../support/enquiries.ts';
import { addSignedInPerson } from '../support/people.ts';
import { getSharedSite } from '../support/site.ts';

const site = await getSharedSite();

const logIn = (page: Page) => page.getByRole('button', { name: 'Log In' }).click();

/** Performs an action, if any, and waits for an element. */
async function waitForElement(
  page: Page,
  role: Parameters<Page['getByRole']>[0],
  name: string,
  action?: () => Promise<unknown>,
) {
  await action?.();
  await page.getByRole(role, { name }).waitFor();
}

const sender = await addSignedInPerson(site, 'SCOUT');
await addEnquiry(site.db, { email: sender.person.email });

const STATES: Readonly<Record<string, State>> = {
  'log in': { address: '/', interact: (page) => waitForElement(page, 'button', 'Show password', () => logIn(page)) },
  'log in, failed': {
    address: '/#log-in=/boards',
    interact: async (page) => {
      await page.getByRole('textbox', { name: 'Email' }).fill('nobody@crew.example');
      await page.getByRole('textbox', { name: 'Password' }).fill('not the password');
      await page.getByRole('dialog').getByRole('button', { name: 'Log In' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  register: { address: '/#register-scout', interact: (page) => waitForElement(page, 'textbox', 'Job title') },
  'register, with errors': {
    address: '/#register-owner',
    interact: async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Register' }).click();
      await page.getByText('Please check 5 fields').waitFor();
    },
  },
  'reset password': { address: '/reset-password' },
  'reset password, link requested': {
    address: '/reset-password',
    interact: async (page) => {
      await page.getByRole('textbox', { name: 'Email' }).fill('nobody@crew.example');
      await page.getByRole('button', { name: 'Send the link' }).click();
      await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    },
  },
  'reset password, by a link': {
    address: '/reset-password?from=mail#token=made-up',
    prepare: (page) =>
      page.route('**/api/reset-password/validate', (route) => route.fulfill({ json: { valid: true } })),
    interact: async (page) => {
      await page.getByRole('textbox', { name: 'Password', exact: true }).fill('seven geese over the loch');
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByText('Please check one field').waitFor();
    },
  },
  'reset password, invalid link': {
    address: '/reset-password?from=mail#token=made-up',
    interact: (page) => waitForElement(page, 'heading', 'This link does not work any more'),
  },
  'verify address, failed': {
    address: '/verify-email?from=mail#token=made-up',
    interact: async (page) => {
      await page.getByRole('button', { name: 'Confirm email address' }).click();
      await waitForElement(page, 'alertdialog', 'Error');
    },
  },
  'verify address, to be confirmed': {
    address: '/verify-email?from=mail#token=made-up',
    interact: (page) => waitForElement(page, 'button', 'Confirm email address'),
  },
  'verify address': {
    address: '/verify-email?from=mail#token=made-up',
    prepare: (page) => page.route('**/api/verify-email', (route) => route.fulfill({ json: { message: 'Verified.' } })),
    interact: async (page) => {
      await page.getByRole('button', { name: 'Confirm email address' }).click();
      await waitForElement(page, 'heading', 'Thank you');
    },
  },
  'address not verified': {
    address: '/boards',
    as: 'SCOUT',
    account: { email_verified_at: null },
    interact: async (page) => {
      await page.getByRole('button', { name: 'Send the email again' }).click();
      await page.getByText('Email resent').waitFor();
    },
  },
  'password and sessions': {
    address: '/edit-profile/security',
    as: 'SCOUT',
    interact: async (page) => {
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByText('Please check 3 fields').waitFor();
    },
  },
  profile: {
    address: '/edit-profile',
    as: 'SCOUT',
    interact: async (page) => {
      await page.getByRole('textbox', { name: 'First name' }).fill('');
      await page.getByRole('button', { name: 'Save profile' }).click();
      await page.getByText('Please check one field').waitFor();
    },
  },
  'profile, saved': {
    address: '/edit-profile',
    as: 'OWNER',
    interact: async (page) => {
      await page.getByRole('button', { name: 'Save profile' }).click();
      await page.getByText('Profile updated successfully').waitFor();
    },
  },
  'my enquiries': { address: '/edit-profile/enquiries', as: sender },
  'second factors': {
    address: '/edit-profile/security',
    as: 'SCOUT',
    interact: async (page) => {
      await page.getByRole('button', { name: 'Set up' }).click();
      await waitForElement(page, 'img', 'QR code with the key');
    },
  },
  'own page of an owner': { address: '/locations', as: 'OWNER' },
  'location, for the Locations Team': { address: '/find-a-location/eilean-donan-castle', as: 'ADMIN' },
};

await testAccessibility(site, STATES);
