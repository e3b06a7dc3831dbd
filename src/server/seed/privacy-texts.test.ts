import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { REMEMBERED_DAYS } from '../../features/accounts/known-devices.commands.server.ts';
import {
  endedSessionCookie,
  knownDeviceCookie,
  sessionCookie,
  singleSignOnCookie,
} from '../../features/accounts/sessions/session-cookie.ts';
import { ATTEMPT_MINUTES } from '../../features/accounts/single-sign-on/attempts.commands.server.ts';
import { ROLES } from '../../features/accounts/permissions.ts';
import { UNVERIFIED_DAYS } from '../../features/accounts/schema.ts';
import { readerCookie } from '../../features/boards/readers/reader-cookie.ts';
import { READER_DAYS } from '../../features/boards/readers/schema.ts';
import { TICKET_SECONDS, downloadCookie } from '../../platform/http/download-tickets.ts';
import { DAY_MS } from '../../platform/text/durations.ts';
import { AVAILABLE_DAYS } from '../../features/personal-data-export/schema.ts';

const REGIONS = new URL('../../../regions/', import.meta.url);
const regions: string[] = [];
for await (const file of glob('*/content/pages/cookies.json', { cwd: REGIONS })) regions.push(file);
const readPage = async (file: string) => String(await readFile(new URL(file, REGIONS)));

test.each(regions)('%s names the cookies that the code sets, and how long they last', async (file) => {
  const text = await readPage(file);
  const cookies = [
    readerCookie,
    sessionCookie,
    endedSessionCookie,
    knownDeviceCookie,
    singleSignOnCookie,
    downloadCookie,
  ].map((create) => create('https://recce.example'));
  const named = [...text.matchAll(/<code>(.*?)<\/code>/g)].map(([, name]) => name);
  expect(named).toEqual(cookies.map(({ name }) => name));
  const { idle, total } = ROLES.SCOUT.session;
  expect(text).toContain(`${idle / DAY_MS} days after your last visit, ${total / DAY_MS} days in all`);
  const team = ROLES.ADMIN.session;
  expect(text).toContain(`<td>${ATTEMPT_MINUTES} minutes.</td>`);
  expect(text).toContain(`<td>${TICKET_SECONDS / 60} minutes.</td>`);
  expect(text).toContain(`for ${READER_DAYS} days after you confirmed your address`);
  expect(text).toContain(`${REMEMBERED_DAYS} days after the last log-in`);
  expect(text).toContain(`${(team.idle * 24) / DAY_MS} hours and ${team.total / DAY_MS} days`);
});

/** Where the code sets cookies: by the names above; the last two for the others, and to end them. */
const SETTERS = [
  'features/accounts/handlers.server.ts',
  'features/accounts/log-in/handlers.server.ts',
  'features/accounts/log-in/session-handlers.server.ts',
  'features/accounts/single-sign-on/handlers.server.ts',
  'features/accounts/ui/deferred-logout.ts',
  'features/boards/look-book/handlers.server.ts',
  'features/boards/readers/browser.commands.server.ts',
  'features/personal-data-export/feature.ts',
  'platform/http/route-handlers.ts',
  'server/http/deferred-logout.ts',
];

test('sets cookies in the files whose names the pages have, and nowhere else', async () => {
  const source = new URL('../../', import.meta.url);
  const setters: string[] = [];
  for await (const file of glob('**/*.{ts,tsx}', { cwd: source, exclude: (name) => name.includes('.test.') })) {
    const text = String(await readFile(new URL(file, source)));
    if (/document\.cookie = |\bsetCookie\(/.test(text)) setters.push(file);
  }
  expect(setters.toSorted()).toEqual(SETTERS);
});

test.each(regions)('the privacy page beside %s names the retention that the code has', async (file) => {
  const text = await readPage(file.replace('cookies.json', 'privacy.json'));
  const jobs = await readPage('../src/features/enquiries/jobs.server.ts');
  expect(jobs).toContain('CLOSED: 730, SPAM: 30');
  expect(jobs).toContain('READ_MAILS_DAYS = 90');
  expect(jobs).toContain('SILENCE_DAYS = 90');
  for (const promise of [
    'two years after they are closed, and spam after 30 days',
    'closed when nothing has happened for 90 days',
    'For 90 days we remember',
  ])
    expect(text).toContain(promise);
  expect(text).toContain(`can be downloaded for ${AVAILABLE_DAYS} days`);
  expect(text).toContain(`address was never confirmed are deleted after ${UNVERIFIED_DAYS} days`);
});
