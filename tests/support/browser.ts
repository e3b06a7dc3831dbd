import { type Browser, type BrowserContext, type BrowserContextOptions, type Page, chromium } from 'playwright-core';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { findBrowser } from '../../tools/browser.mjs';
import { slowDown } from './slow-network.ts';

const SWITCHES = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
/** Software WebGL, which maps need. It takes more CPU time than everything else. */
const MAP_SWITCHES = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
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

/**
 * Returns the worker's browser, whose pages have contexts of their own. The calling test file fails if a page logs an error or a warning
 * to its console.
 * @param options.maps whether it can render maps
 * @param options.expected console messages that are ignored
 */
export async function openBrowser({ maps = false, expected = /^$/ } = {}): Promise<{
  newPage: (options?: BrowserContextOptions) => Promise<Page>;
}> {
  const browser = await getBrowser(maps);
  const problems: string[] = [];
  const ofFile: BrowserContext[] = [];
  const contexts: BrowserContext[] = [];
  const close = (closing: BrowserContext[]) => Promise.all(closing.splice(0).map((context) => context.close()));
  // Open pages take CPU time, so those of a test are closed after it.
  beforeEach(() => void ofFile.push(...contexts.splice(0)));
  afterEach(() => close(contexts));
  afterAll(async () => {
    await close([...ofFile, ...contexts]);
    expect(problems).toEqual([]);
  });
  return {
    newPage: async (options = {}) => {
      const context = await browser.newContext({
        viewport: SCREENS.desk,
        locale: 'en-GB',
        reducedMotion: 'reduce',
        ...options,
      });
      contexts.push(context);
      context.setDefaultTimeout(60_000);
      await slowDown(context);
      await context.addInitScript(detectHydration);
      await context.addInitScript(reportBlocked);
      const page = await context.newPage();
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

/** Runs in the page: logs what the content security policy blocks, also where the browser does not. */
function reportBlocked(): void {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
    console.error(`${violatedDirective} blocks ${blockedURI} in ${sourceFile}`),
  );
}

/** Runs in the page: uses the DevTools hook, which React calls after the effects of a commit. */
function detectHydration(): void {
  const onPostCommitFiberRoot = () => {
    const main = document.querySelector('main');
    if (main && Object.keys(main).some((key) => key.startsWith('__reactProps')))
      Object.assign(globalThis, { isHydrated: true });
  };
  const noop = () => {};
  const hook = { supportsFiber: true, inject: () => 1, onCommitFiberRoot: noop, onCommitFiberUnmount: noop };
  Object.assign(globalThis, { __REACT_DEVTOOLS_GLOBAL_HOOK__: { ...hook, onPostCommitFiberRoot, checkDCE: noop } });
}
