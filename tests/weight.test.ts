import { expect, test } from 'vitest';
import { SCREENS, openBrowser } from './support/browser.ts';
import { startSite } from './support/site.ts';

/** Bytes of JavaScript, compressed, that a page may load before anyone touches it. */
const BUDGET = 170_000;

const site = await startSite();
const browser = await openBrowser();

test.each(['/', '/find-a-location', '/find-a-location/eilean-donan-castle', '/about', '/contact-us'])(
  '%s needs no more JavaScript before the first touch than the budget allows',
  async (path) => {
    const page = await browser.newPage({ viewport: SCREENS.phone });
    await page.goto(site.url + path, { waitUntil: 'networkidle' });
    const scripts = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => /\.m?js(\?|$)/.test(name))
        .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, size: encodedBodySize })),
    );
    expect(scripts.length).toBeGreaterThan(1);
    const total = scripts.reduce((sum, { size }) => sum + size, 0);
    expect(total, JSON.stringify(scripts)).toBeLessThanOrEqual(BUDGET);
  },
);
