import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Role } from '../../src/platform/http/contract.ts';
import { SCREENS, accessibilityProblems, openBrowser, visit } from './browser.ts';
import { signedIn } from './people.ts';
import type { Site } from './site.ts';

/** A page, or a state of one that a visitor brings about. */
export interface State {
  readonly address: string;
  readonly only?: keyof typeof SCREENS;
  readonly maps?: true;
  /** Who is signed in. */
  readonly as?: Role;
  /** What is different about them. */
  readonly who?: Parameters<typeof signedIn>[2];
  readonly prepare?: (page: Page) => Promise<unknown>;
  readonly reach?: (page: Page) => Promise<unknown>;
}

/** Everything in light; in dark only colours are different. */
export async function expectNoProblems(page: Page): Promise<void> {
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await accessibilityProblems(page, ['color-contrast', 'link-in-text-block'])).toEqual([]);
}

/** Makes a test of each state on each screen. */
export async function keepAccessible(
  site: Pick<Site, 'url' | 'db'>,
  states: Readonly<Record<string, State>>,
): Promise<void> {
  const browser = await openBrowser();
  const drawsMaps = Object.values(states).some(({ maps }) => maps);
  const mapBrowser = drawsMaps ? await openBrowser({ maps: true }) : browser;
  const screens = Object.keys(SCREENS) as (keyof typeof SCREENS)[];
  const cases = Object.entries(states).flatMap(([name, state]) =>
    screens.flatMap((screen) => (state.only && state.only !== screen ? [] : [{ name, screen, state }])),
  );
  test.each(cases)('$name on a $screen keeps WCAG 2.2 A and AA', async ({ state, screen }) => {
    const page = await (state.maps ? mapBrowser : browser).newPage({ viewport: SCREENS[screen] });
    await state.prepare?.(page);
    if (state.as) await (await signedIn(site, state.as, state.who)).enter(page.context());
    await visit(page, site.url + state.address);
    await state.reach?.(page);
    await expectNoProblems(page);
  });
}
