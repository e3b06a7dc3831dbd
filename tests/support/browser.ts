import { type Browser, type BrowserContext, type BrowserContextOptions, type Page, chromium } from 'playwright-core';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { findBrowser } from '../../tools/browser.mjs';

const SWITCHES = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
/** WebGL without a graphics card: it draws maps, and takes more of the processor than all the rest. */
const DRAWS_MAPS = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const DRAWS_NO_MAPS = ['--disable-gpu'];

export const SCREENS = {
  desk: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const;

/**
 * A browser for the calling test file. Every page of it must stay without errors and warnings in its console, but for those
 * that are `expected`.
 * @param options.maps whether it can draw maps
 */
export async function openBrowser({ maps = false, expected = /^$/ } = {}): Promise<{
  newPage: (options?: BrowserContextOptions) => Promise<Page>;
}> {
  const args = [...SWITCHES, ...(maps ? DRAWS_MAPS : DRAWS_NO_MAPS)];
  const browser: Browser = await chromium.launch({ executablePath: findBrowser() ?? 'chromium', args });
  const complaints: string[] = [];
  const opened: BrowserContext[] = [];
  // Pages that nobody looks at any more take a part of the processor: those of a test go with it.
  beforeEach(() => opened.splice(0));
  afterEach(() => Promise.all(opened.map((context) => context.close())));
  afterAll(async () => {
    await browser.close();
    expect(complaints).toEqual([]);
  });
  return {
    newPage: async (options = {}) => {
      const context = await browser.newContext({
        viewport: SCREENS.desk,
        locale: 'en-GB',
        reducedMotion: 'reduce',
        ...options,
      });
      opened.push(context);
      context.setDefaultTimeout(60_000);
      await context.addInitScript(noteEffects);
      const page = await context.newPage();
      page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
      page.on('console', (message) => {
        const matters = message.type() === 'error' || message.type() === 'warning';
        if (matters && !isOfTheBrowser(message.text()) && !expected.test(message.text()))
          complaints.push(`${page.url()}: ${message.text()}`);
      });
      return page;
    },
  };
}

/** The browser itself notes every answer that is an error, as journeys ask for on purpose, and how fast it can draw. */
function isOfTheBrowser(text: string): boolean {
  return text.startsWith('Failed to load resource') || text.includes('GL Driver Message');
}

/** Opens a page and waits until it has come alive: before that, only its links and forms work. */
export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await isAlive(page);
}

/** The same in a page of its own, of a visitor whom nobody knows. */
export async function openPage(browser: Pick<Browser, 'newPage'>, url: string): Promise<Page> {
  const page = await browser.newPage();
  await visit(page, url);
  return page;
}

/** Resolves once React has taken over the page that is open, and what it does then, such as listening for keys, is done. */
export async function isAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => 'effectsAreDone' in globalThis);
}

/** In the page: React tells tools like this one when the effects of what it has drawn are done. */
function noteEffects(): void {
  const onPostCommitFiberRoot = () => {
    const main = document.querySelector('main');
    if (main && Object.keys(main).some((key) => key.startsWith('__reactProps')))
      Object.assign(globalThis, { effectsAreDone: true });
  };
  const nothing = () => {};
  const hook = { supportsFiber: true, inject: () => 1, onCommitFiberRoot: nothing, onCommitFiberUnmount: nothing };
  Object.assign(globalThis, { __REACT_DEVTOOLS_GLOBAL_HOOK__: { ...hook, onPostCommitFiberRoot, checkDCE: nothing } });
}
