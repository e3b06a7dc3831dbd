import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext, Route } from 'playwright-core';

/** Delays of `npm run test:slow` in milliseconds: of every script of a page, and of every response of the API. */
const { SLOW_SCRIPTS_MS, SLOW_RESPONSES_MS } = process.env;

/** Slows down a browser, if the environment says so. */
export async function slowDown(context: BrowserContext): Promise<void> {
  const delayBy = (ms: string) => async (route: Route) => {
    await delay(Number(ms));
    // The page can be closed meanwhile.
    await route.continue().catch(() => {});
  };
  if (SLOW_SCRIPTS_MS) await context.route(/\.js$/, delayBy(SLOW_SCRIPTS_MS));
  if (SLOW_RESPONSES_MS) await context.route('**/api/**', delayBy(SLOW_RESPONSES_MS));
}
