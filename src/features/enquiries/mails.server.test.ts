import { expect, test } from 'vitest';
import { readConfig } from '../../platform/config.ts';
import { type Enquiry, agencyMail, confirmationMail } from './mails.server.ts';

const sender = { site: readConfig({}).site, siteUrl: 'https://recce.example' };
const enquiry: Enquiry = {
  name: 'Isla Robertson',
  email: 'isla@northlight.example',
  phone: '',
  comment: 'Two nights on the bridge.',
  location: null,
  sentAt: new Date('2026-07-12T22:30:00Z'),
};

test.each([agencyMail, confirmationMail])('%o formats the date and the time in Scotland', (write) => {
  const { text, html } = write(enquiry, sender);
  expect(text).toMatch(/Sent: +12 Jul 2026, 23:30/);
  expect(html).toContain('12 Jul 2026, 23:30');
});
