import { expect, test } from 'vitest';
import { openBrowser, visit } from '../support/browser.ts';
import { addEnquiry } from '../support/enquiries.ts';
import { addSignedInPerson } from '../support/people.ts';
import { useRegion } from '../support/region.ts';
import { startSite } from '../support/site.ts';

useRegion({ language: 'en-IE', timeZone: 'Europe/Helsinki' });
const site = await startSite();
// Fails the file when hydration finds another text than that of the server.
const browser = await openBrowser();

test.each(['America/New_York', 'Pacific/Auckland'])(
  'shows the time of the region to a browser in %s',
  async (timezoneId) => {
    const admin = await addSignedInPerson(site, 'ADMIN');
    await site.db.deleteFrom('enquiries').execute();
    // Half past midnight of 1 July in Helsinki.
    await addEnquiry(site.db, { created_at: new Date('2026-06-30T21:30:00Z'), due_on: '2026-07-10' });
    const page = await browser.newPage({ timezoneId });
    await admin.enter(page.context());
    const response = await page.request.get(`${site.url}/admin/enquiries`, { headers: { accept: 'text/html' } });
    expect(await response.text()).toContain('1 Jul 2026, 00:30');
    await visit(page, `${site.url}/admin/enquiries`);
    await page.getByText('1 Jul 2026, 00:30').first().waitFor();
    await page.getByText('10 Jul 2026').first().waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en-IE');
  },
);
