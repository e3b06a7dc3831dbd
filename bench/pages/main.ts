import { launch } from 'chrome-launcher';
import lighthouse, { type Config, type Result, desktopConfig } from 'lighthouse';
import { findBrowser } from '../../tools/browser.mjs';

/**
 * Runs Lighthouse on the public pages of a running site, as a phone: npm run bench:pages -- http://localhost:3000.
 * Wait until the site has created its renditions. Exits with 1 if a page misses a goal.
 */
const origin = process.argv[2] ?? 'http://localhost:3000';
const PAGES = ['/', '/find-a-location', '/find-a-location/eilean-donan-castle', '/about'];
/** Minimum scores. */
const GOALS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const MAX_LAYOUT_SHIFT = 0.02;
const CATEGORIES = Object.keys(GOALS) as (keyof typeof GOALS)[];
/** Limits of the find page on a large screen with a four times slower processor: requests and size before the map, total blocking time. */
const FIND_PAGE = '/find-a-location';
const FIND_GOALS = { requests: 25, kilobytes: 400, blockedMs: 600 };
const SLOWDOWN = 4;
const SCREEN = { width: 1440, height: 900 };
/** Runs per page; the one with the median performance counts. */
const RUNS = 3;

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
    `| page | ${CATEGORIES.join(' | ')} | layout shift | LCP s | blocked ms |\n|${'---|'.repeat(CATEGORIES.length + 4)}`,
  );
  for (const path of PAGES) console.log(await measure(path));
  console.log(await measureFindPage());
} finally {
  chrome.kill();
}

async function measure(path: string): Promise<string> {
  const runs: Result[] = [];
  for (let run = 0; run < RUNS; run++) runs.push(await load(path));
  const result = runs.toSorted((a, b) => getScore(a, 'performance') - getScore(b, 'performance'))[RUNS >> 1] as Result;
  const number = (audit: string) => result.audits[audit]?.numericValue ?? 0;
  const shift = number('cumulative-layout-shift');
  for (const category of CATEGORIES.filter((name) => getScore(result, name) < GOALS[name]))
    reportMiss(`${path}: ${category}`);
  if (shift > MAX_LAYOUT_SHIFT) reportMiss(`${path}: layout shift`);
  for (const { id, title } of listFailedAudits(result)) console.error(`${path}: ${id}: ${title}`);
  const cells = [
    path,
    ...CATEGORIES.map((name) => getScore(result, name)),
    shift.toFixed(3),
    (number('largest-contentful-paint') / 1000).toFixed(2),
    Math.round(number('total-blocking-time')),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Measures the find page on a large screen; the blocking time includes the start of the map. */
async function measureFindPage(): Promise<string> {
  const config: Config = structuredClone(desktopConfig);
  Object.assign(config.settings!.throttling!, { cpuSlowdownMultiplier: SLOWDOWN });
  Object.assign(config.settings!.screenEmulation!, SCREEN);
  const runs: Result[] = [];
  for (let run = 0; run < RUNS; run++) runs.push(await load(FIND_PAGE, config));
  const blocked = ({ audits }: Result) => audits['total-blocking-time']?.numericValue ?? 0;
  const result = runs.toSorted((a, b) => blocked(a) - blocked(b))[RUNS >> 1] as Result;
  const requests = getRequests(result);
  const map = requests.findIndex(({ url }) => url.includes('/assets/ResultsMap-'));
  const before = map < 0 ? requests : requests.slice(0, map);
  const kilobytes = (list: typeof requests) =>
    Math.round(list.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000);
  const measured = { requests: before.length, kilobytes: kilobytes(before), blockedMs: Math.round(blocked(result)) };
  for (const [name, goal] of Object.entries(FIND_GOALS) as [keyof typeof FIND_GOALS, number][])
    if (measured[name] > goal) reportMiss(`${FIND_PAGE} on a large screen: ${name}`);
  const scripts = before.filter(({ resourceType }) => resourceType === 'Script');
  return `
${FIND_PAGE} on a large screen:
| | requests | kB | kB of JavaScript | blocked ms |
|---|---|---|---|---|
| before the map | ${measured.requests} | ${measured.kilobytes} | ${kilobytes(scripts)} | |
| total | ${requests.length} | ${kilobytes(requests)} | ${kilobytes(requests.filter(({ resourceType }) => resourceType === 'Script'))} | ${measured.blockedMs} |`;
}

interface NetworkRequest {
  readonly url: string;
  readonly resourceType: string;
  readonly transferSize: number;
  readonly networkRequestTime: number;
}

/** Lists the network requests in order. */
function getRequests({ audits }: Result): NetworkRequest[] {
  const details = audits['network-requests']?.details as { items?: NetworkRequest[] } | undefined;
  return (details?.items ?? [])
    .filter(({ url }) => url.startsWith('http'))
    .toSorted((a, b) => a.networkRequestTime - b.networkRequestTime);
}

async function load(path: string, config?: Config): Promise<Result> {
  const flags = { port: chrome.port, onlyCategories: CATEGORIES, logLevel: 'error' } as const;
  const result = await lighthouse(origin + path, flags, config);
  if (!result || result.lhr.runtimeError) {
    throw new Error(`${path}: ${result?.lhr.runtimeError?.message ?? 'Lighthouse returned no result.'}`);
  }
  return result.lhr;
}

function getScore({ categories }: Result, name: string): number {
  return Math.round((categories[name]?.score ?? 0) * 100);
}

function listFailedAudits({ audits }: Result) {
  return Object.values(audits).filter(({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0);
}

function reportMiss(goal: string): void {
  console.error(`${goal}: goal missed`);
  process.exitCode = 1;
}
