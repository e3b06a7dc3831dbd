import { expect, test } from 'vitest';
import { readConfig } from '../../platform/settings/config.ts';
import { type Enquiry, agencyMail, confirmationMail } from './mails.server.ts';

const sender = { site: readConfig({}).site, siteUrl: 'https://recce.example' };
const enquiry: Enquiry = {
  id: '018f0000-0000-7000-8000-000000000000',
  reference: 'ENQ-2026-00042',
  hasBrief: false,
  name: 'Isla Robertson',
  email: 'isla@northlight.example',
  phone: '',
  comment: 'Two nights on the bridge.',
  locations: [],
  boardTitle: null,
  sentAt: new Date('2026-07-12T22:30:00Z'),
};

/** To a sender who is signed in with the email address. */
const confirmation: typeof agencyMail = (about, from) => confirmationMail(about, from, true);

test.each([agencyMail, confirmation])('%o formats the date and the time in Scotland', (write) => {
  const { text, html } = write(enquiry, sender);
  expect(text).toMatch(/Sent: +12 Jul 2026, 23:30/);
  expect(html).toContain('12 Jul 2026, 23:30');
});

test.each([agencyMail, confirmation])('%o has the reference, and what is known about the filming', (write) => {
  const filming = { filming_from: '2026-12-01', filming_to: '2026-12-03', crew_size: 40 };
  const { text } = write({ ...enquiry, ...filming, production_kind: 'SHORT_FILM' }, sender);
  expect(text).toMatch(/Filming: +1 Dec 2026 to 3 Dec 2026/);
  expect(text).toMatch(/Crew size: +40/);
  expect(text).toMatch(/Production: +Short film/);
  expect(text).toMatch(/Reference: +ENQ-2026-00042/);
  expect(write(enquiry, sender).text).not.toContain('Crew size');
});
