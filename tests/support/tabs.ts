import type { Browser, BrowserContextOptions, Page, ViewportSize } from 'playwright-core';
import { renderLateIfTold } from './late-rendering.ts';
import { slowDown } from './slow-network.ts';

/** Options that can change without a new context. */
export interface TabOptions {
  readonly viewport: ViewportSize;
  readonly colorScheme: 'light' | 'dark';
}

/** Events that tests and `openBrowser` subscribe to. */
const EVENTS = ['console', 'dialog', 'pageerror', 'request', 'response'];
/** A resource of every site without scripts. A blank page would end the process that renders the site. */
const EMPTY_PAGE = '/robots.txt';

const freeTabs = new WeakMap<Browser, Page[]>();

/**
 * Returns a tab in a context that no other test is using, with neither cookies nor storage. An earlier test may have used it: its process
 * has compiled the scripts of the site and holds its fonts, which halves the CPU time of opening a page.
 */
export async function takeTab(browser: Browser, options: TabOptions): Promise<Page> {
  const page = freeTabs.get(browser)?.pop() ?? (await openTab(browser, options));
  await page.setViewportSize(options.viewport);
  await page.emulateMedia({ colorScheme: options.colorScheme });
  return page;
}

/** Opens a tab in a context of its own. */
export async function openTab(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(60_000);
  await slowDown(context);
  await context.addInitScript(detectHydration);
  await context.addInitScript(reportBlocked);
  await renderLateIfTold(context);
  return context.newPage();
}

/** Clears a tab for another test. Closes it if that is not possible, as when its site has stopped. */
export async function releaseTab(browser: Browser, page: Page): Promise<void> {
  try {
    await clear(page);
    const tabs = freeTabs.get(browser) ?? [];
    freeTabs.set(browser, [...tabs, page]);
  } catch {
    await page.context().close();
  }
}

async function clear(page: Page): Promise<void> {
  const context = page.context();
  for (const event of EVENTS) page.removeAllListeners(event);
  for (const routed of [page, context]) await routed.unrouteAll({ behavior: 'ignoreErrors' });
  await slowDown(context);
  const others = context.pages().filter((other) => other !== page);
  await Promise.all([context.setOffline(false), ...others.map((other) => other.close())]);
  await page.goto(new URL(EMPTY_PAGE, page.url()).href, { timeout: 5000 });
  await page.mouse.move(0, 0);
  await page.emulateMedia({ media: null, contrast: null, forcedColors: null, reducedMotion: 'reduce' });
  const isClear = await page.evaluate(clearStorage);
  if (!isClear) throw new Error('A test has replaced the clock of this tab.');
  await context.clearCookies();
}

/** Runs in the page. Returns whether its clock is still that of the browser. */
function clearStorage(): boolean {
  localStorage.clear();
  sessionStorage.clear();
  return setTimeout.toString().includes('[native code]');
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
