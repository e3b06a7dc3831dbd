import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Role } from '../../src/features/accounts/permissions.ts';
import { SCREENS, openBrowser, visit } from './browser.ts';
import { expectToShowInForcedColours } from './forced-colours.ts';
import { type SignedIn, signedIn } from './people.ts';
import type { Site } from './site.ts';

type Viewer = Role | SignedIn | 'a visitor';

/** A page, or a state of one that somebody brings about. */
export interface State {
  readonly address: string;
  /** The screen without which there is no such state; all of them unless given. */
  readonly only?: keyof typeof SCREENS;
  readonly maps?: true;
  /** Who looks at it: somebody, or somebody new of a role. */
  readonly as?: Viewer;
  /** What is different about them, where a role is given. */
  readonly who?: Parameters<typeof signedIn>[2];
  readonly prepare?: (page: Page) => Promise<unknown>;
  readonly reach?: (page: Page) => Promise<unknown>;
}

const EVERYTHING: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  // No criterion asks for it, and people who go from heading to heading do.
  rules: { 'heading-order': { enabled: true } },
};
/** Axe holds it for an experiment, and people who speak to their computer need it: WCAG 2.5.3. */
const NAMES_AS_SEEN: axe.RunOptions = { runOnly: ['label-content-name-mismatch'] };
/** In dark only colours are different. */
const COLOURS: axe.RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] };
/** A desk at 400 %. */
const CLOSE = { width: 320, height: 256 };

/**
 * Makes a test of each state: it is brought about once, and looked at on each screen, in light and dark, at 400 %, and in forced colours. What it
 * shows must follow when the window changes, as it does when somebody turns their phone.
 * @param options.usually who looks where a state does not say so
 * @param options.namesAsSeen whether the names of controls are the words in them, without even a comma between
 */
export async function testAccessibility(
  site: Pick<Site, 'url' | 'db'>,
  states: Readonly<Record<string, State>>,
  { usually = 'a visitor', namesAsSeen = false }: { usually?: Viewer; namesAsSeen?: boolean } = {},
): Promise<void> {
  const browser = await openBrowser();
  const drawsMaps = Object.values(states).some(({ maps }) => maps);
  const mapBrowser = drawsMaps ? await openBrowser({ maps: true }) : browser;
  const cases = Object.entries(states).map(([name, state]) => ({ name, state }));
  test.each(cases)('$name keeps WCAG 2.2 A and AA, fits at 400 %, and shows in forced colours', async ({ state }) => {
    const screens = state.only ? [state.only] : (['desk', 'phone'] as const);
    const page = await (state.maps ? mapBrowser : browser).newPage({ viewport: SCREENS[screens[0]!] });
    await state.prepare?.(page);
    const looker = state.as ?? usually;
    const person =
      typeof looker === 'string' ? looker !== 'a visitor' && (await signedIn(site, looker, state.who)) : looker;
    if (person) await person.enter(page.context());
    await visit(page, site.url + state.address);
    await state.reach?.(page);
    for (const screen of screens) {
      await page.setViewportSize(SCREENS[screen]);
      await expectNoProblems(page, screen);
      await expect.poll(async () => (namesAsSeen ? problemsOf(page, NAMES_AS_SEEN) : [])).toEqual([]);
    }
    if (state.only !== 'desk') await expectToFit(page);
    await page.setViewportSize(SCREENS[screens[0]!]);
    await expectToShowInForcedColours(page);
  });
}

/** Something that opens over a page: where, and how. */
export type Overlay = readonly [address: string, open: (page: Page) => Promise<unknown>];

/** Makes one test of all dialogs and dropdowns that somebody meets on a phone in the dark, each opened there and looked at whole. */
export async function testOverlayAccessibility(
  site: Pick<Site, 'url'>,
  looker: SignedIn,
  overlays: Readonly<Record<string, Overlay>>,
): Promise<void> {
  const browser = await openBrowser();
  test(`dialogs and dropdowns of a signed-in ${looker.person.role} keep WCAG 2.2 on a phone in the dark`, async () => {
    const page = await browser.newPage({ viewport: SCREENS.phone, colorScheme: 'dark' });
    await looker.enter(page.context());
    const problems: Record<string, string[]> = {};
    for (const [name, [address, open]] of Object.entries(overlays)) {
      await visit(page, site.url + address);
      await open(page);
      await page.locator('dialog[open], [popover]:popover-open, [aria-expanded=true]').first().waitFor();
      problems[name] = await problemsOf(page, EVERYTHING);
    }
    expect(problems).toEqual(Object.fromEntries(Object.keys(overlays).map((name) => [name, []])));
  });
}

/** Everything in light, and the colours in dark. */
export async function expectNoProblems(page: Page, screen: keyof typeof SCREENS = 'desk'): Promise<void> {
  const problems = async (options: axe.RunOptions) => (await problemsOf(page, options)).map((it) => `${screen}: ${it}`);
  await page.emulateMedia({ colorScheme: 'light' });
  // What follows the window and the theme may do so in the next frame.
  await expect.poll(() => problems(EVERYTHING)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => problems(COLOURS)).toEqual([]);
}

/** Nothing has to be scrolled in two directions, and a dialog keeps in view what has the focus. */
async function expectToFit(page: Page): Promise<void> {
  await page.setViewportSize(CLOSE);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(CLOSE.width);
  const shown = page.locator('dialog[open]');
  if ((await shown.count()) === 0) return;
  await expect.poll(() => shown.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0);
  const last = shown.getByRole('button').last();
  // What had the focus already was not brought into view by getting it.
  await last.blur();
  await last.focus();
  await expect.poll(() => last.evaluate((it) => it.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
}

/** What axe finds, as lines; none where all is well. Frames of other sites are theirs to mend. */
async function problemsOf(page: Page, options: axe.RunOptions): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  if (!isThere) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    (given) => (globalThis as unknown as { axe: typeof axe }).axe.run(given),
    // What is in order is not gathered, which would take most of the time.
    { ...options, resultTypes: ['violations'], iframes: false } satisfies axe.RunOptions,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  );
}
