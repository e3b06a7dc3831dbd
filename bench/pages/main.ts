import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { findBrowser } from '../../tools/browser.mjs';

/** Lighthouse on the public pages of a running site, as a phone sees them: npm run bench:pages -- http://localhost:3000 */
const origin = process.argv[2] ?? 'http://localhost:3000';
const PAGES = ['/', '/find-a-location', '/find-a-location/eilean-donan-castle', '/about'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

const chrome = await launch({
  chromePath: findBrowser() ?? 'chromium',
  chromeFlags: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
try {
  console.log(
    `| page | ${CATEGORIES.join(' | ')} | layout shift | largest paint s | blocked ms |\n|${'---|'.repeat(CATEGORIES.length + 4)}`,
  );
  for (const path of PAGES) console.log(await measure(path));
} finally {
  chrome.kill();
}

async function measure(path: string): Promise<string> {
  const result = await lighthouse(origin + path, { port: chrome.port, onlyCategories: CATEGORIES, logLevel: 'error' });
  if (!result) throw new Error(`Lighthouse gave no result for ${path}`);
  const { categories, audits } = result.lhr;
  const scores = CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100));
  const number = (audit: string) => audits[audit]?.numericValue ?? 0;
  const failed = Object.values(audits).filter(
    ({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0,
  );
  for (const { id, title } of failed) console.error(`${path}: ${id}: ${title}`);
  const cells = [
    path,
    ...scores,
    number('cumulative-layout-shift').toFixed(3),
    (number('largest-contentful-paint') / 1000).toFixed(2),
    Math.round(number('total-blocking-time')),
  ];
  return `| ${cells.join(' | ')} |`;
}
