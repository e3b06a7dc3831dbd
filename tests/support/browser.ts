import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright-core';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { findBrowser } from '../../tools/browser.mjs';
import { type TabOptions, openTab, releaseTab, takeTab } from './tabs.ts';

const SWITCHES = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
/** Software WebGL, which maps need. It takes more CPU time than everything else. */
const MAP_SWITCHES = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-gpu-compositing'];
/** Without a GPU alone, Chromium would still draw maps in software. */
const NO_MAP_SWITCHES = ['--disable-gpu', '--disable-3d-apis'];

export const SCREENS = {
  desk: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const;

/** The browsers of this worker, with and without maps. Each ends with the process of the worker. */
const browsers = new Map<boolean, Promise<Browser>>();

async function getBrowser(maps: boolean): Promise<Browser> {
  const running = await browsers.get(maps)?.catch(() => undefined);
  if (running?.isConnected()) return running;
  const args = [...SWITCHES, ...(maps ? MAP_SWITCHES : NO_MAP_SWITCHES)];
  const headless = process.env['VISIBLE_BROWSER'] !== 'on';
  const started = chromium.launch({ executablePath: findBrowser() ?? 'chromium', headless, args });
  browsers.set(maps, started);
  return started;
}

export interface PageOptions extends Omit<BrowserContextOptions, keyof TabOptions>, Partial<TabOptions> {
  /** Whether the page is a blank one with a context of its own, for an empty cache, a DevTools session or own content. */
  readonly fresh?: boolean;
}

/**
 * Returns the worker's browser, of which each page has a context without cookies and storage. The calling test file fails if a page logs
 * an error or a warning to its console.
 * @param options.maps whether it can render maps
 * @param options.expected console messages that are ignored
 */
export async function openBrowser({ maps = false, expected = /^$/ } = {}): Promise<{
  newPage: (options?: PageOptions) => Promise<Page>;
}> {
  const browser = await getBrowser(maps);
  const problems: string[] = [];
  const ofFile: TestPage[] = [];
  const ofTest: TestPage[] = [];
  const end = (pages: TestPage[], reuse: boolean) =>
    Promise.all(
      pages
        .splice(0)
        .map(({ page, reusable }) => (reuse && reusable ? releaseTab(browser, page) : page.context().close())),
    );
  // Open pages take CPU time, so those of a test end after it. What a failed test has started can go on.
  beforeEach(() => void ofFile.push(...ofTest.splice(0)));
  afterEach(({ task }) => end(ofTest, task.result?.state !== 'fail'));
  afterAll(async () => {
    await end([...ofFile, ...ofTest], true);
    expect(problems).toEqual([]);
  });
  return {
    newPage: async ({ fresh = false, viewport = SCREENS.desk, colorScheme = 'light', ...options } = {}) => {
      const reusable = !fresh && Object.keys(options).length === 0;
      const page = reusable
        ? await takeTab(browser, { viewport, colorScheme })
        : await openTab(browser, { viewport, colorScheme, ...options });
      ofTest.push({ page, reusable });
      page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
      page.on('console', (message) => {
        const isProblem = message.type() === 'error' || message.type() === 'warning';
        if (isProblem && !isFromBrowser(message.text()) && !expected.test(message.text()))
          problems.push(`${page.url()}: ${message.text()}`);
      });
      return page;
    },
  };
}

interface TestPage {
  readonly page: Page;
  /** Whether a later test can use it. */
  readonly reusable: boolean;
}

/** Whether a console message comes from the browser itself: about failed requests, which journeys provoke, and about its graphics. */
function isFromBrowser(text: string): boolean {
  return text.startsWith('Failed to load resource') || text.includes('GL Driver Message');
}

/** Opens a page and waits until it is hydrated. */
export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await waitForHydration(page);
}

/** Opens a URL in a new page of an anonymous visitor. */
export async function openPage(browser: Pick<Browser, 'newPage'>, url: string): Promise<Page> {
  const page = await browser.newPage();
  await visit(page, url);
  return page;
}

/** Resolves once React has hydrated the page and run its effects, such as subscribing to key events. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => 'isHydrated' in globalThis);
}

/** Resolves once the page has rendered what has arrived. */
export async function waitForIdle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

/** Points at the map beside the results, which is an image until somebody does, and waits until it is drawn. */
export async function loadMap(page: Page): Promise<void> {
  await page.getByRole('complementary', { name: 'Map' }).getByRole('button', { name: 'Zoom out', exact: true }).hover();
  await page.locator('.map__box:not(.map__box--overview)').waitFor();
}

/** Moves a finger along a path. */
export async function swipe(page: Page, path: readonly { readonly x: number; readonly y: number }[]): Promise<void> {
  const touch = await page.context().newCDPSession(page);
  // The finger rests before it leaves, since Chrome takes a tap right after a fling as the end of the fling.
  const rest = Array.from({ length: 5 }, () => path.at(-1)!);
  for (const [i, point] of [...path, ...rest].entries())
    await touch.send('Input.dispatchTouchEvent', { type: i === 0 ? 'touchStart' : 'touchMove', touchPoints: [point] });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
