import type { Page } from 'playwright-core';
import { type State, testAccessibility } from '../support/accessibility.ts';
import { addSignedInPerson } from '../support/people.ts';
import { addAuthenticator } from '../support/second-factors.ts';
import { linkAccount } from '../support/single-sign-on.ts';
import { startSite } from '../support/site.ts';

/** The provider is never reached: what it answers is in tests/single-sign-on/. */
const PROVIDER = {
  SSO_ISSUER: 'http://localhost:1',
  SSO_CLIENT_ID: 'recce',
  SSO_CLIENT_SECRET: 'secret',
  SSO_NAME: 'Agency Log-in',
};
const site = await startSite({ env: { ...PROVIDER, TEAM_PASSWORDS: 'off' } });
const issuer = 'http://localhost:1';
const member = await addSignedInPerson(site, 'ADMIN');
await linkAccount(site.db, member.person.id, { issuer, subject: '1' });
const colleague = await addSignedInPerson(site, 'FILM_OFFICE');
await linkAccount(site.db, colleague.person.id, { issuer, subject: '2' });
const unlinked = await addSignedInPerson(site, 'ADMIN');

const button = (page: Page, name: string) => page.getByRole('button', { name });

const STATES: Readonly<Record<string, State>> = {
  'log in with a provider': {
    address: '/#log-in=/admin',
    interact: (page) => button(page, 'Log in with Agency Log-in').waitFor(),
  },
  'log in, provider unreachable': {
    address: '/#log-in=/admin',
    interact: async (page) => {
      await button(page, 'Log in with Agency Log-in').click();
      await page.getByRole('alert').waitFor();
    },
  },
  'log-in refused': {
    address: '/log-in/single-sign-on?error=access_denied',
    interact: (page) => page.getByRole('alert').waitFor(),
  },
  'security of a linked account': { address: '/edit-profile/security', as: member },
  'confirm with a provider': {
    address: '/edit-profile/security',
    as: member,
    prepare: () =>
      site.db
        .updateTable('sessions')
        .set({ confirmed_at: new Date(0) })
        .execute(),
    interact: async (page) => {
      await button(page, 'Set up').click();
      await button(page, 'Confirm with Agency Log-in').waitFor();
    },
  },
  'confirm with a code or a provider': {
    address: '/edit-profile',
    as: colleague,
    prepare: async () => {
      await addAuthenticator(site.db, colleague.person.id);
      await site.db
        .updateTable('sessions')
        .set({ confirmed_at: new Date(0) })
        .execute();
    },
    interact: async (page) => {
      await button(page, 'Ask for your data').click();
      await page.getByText('enter a code to go on, or choose another way').waitFor();
      await button(page, 'Confirm with Agency Log-in').waitFor();
    },
  },
  'confirm without any way': {
    address: '/edit-profile',
    as: unlinked,
    prepare: () =>
      site.db
        .updateTable('sessions')
        .set({ confirmed_at: new Date(0) })
        .execute(),
    interact: async (page) => {
      await button(page, 'Ask for your data').click();
      await page.getByText('Log out, and log in with Agency Log-in.').waitFor();
    },
  },
  'a linked user': {
    address: `/admin/users/${colleague.person.id}`,
    as: member,
    interact: (page) => button(page, 'Unlink single sign-on').waitFor(),
  },
  'delete an account without a password': {
    address: '/edit-profile',
    as: member,
    interact: async (page) => {
      await button(page, 'Delete your account').click();
      await button(page, 'Delete for ever').waitFor();
    },
  },
};

await testAccessibility(site, STATES);
