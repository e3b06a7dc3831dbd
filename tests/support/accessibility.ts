import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Role } from '../../src/features/accounts/permissions.ts';
import { SCREENS, openBrowser, visit } from './browser.ts';
import { expectUsableInForcedColours } from './forced-colours.ts';
import { type SignedIn, addSignedInPerson } from './people.ts';
import type { Site } from './site.ts';

/** Half the size of the default, which each page compiles. */
const AXE_SOURCE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Viewer = Role | SignedIn | 'a visitor';

/** A page, or a state of it that is reached by interaction. */
export interface State {
  readonly address: string;
  /** The only screen on which the state exists; by default all screens. */
  readonly only?: keyof typeof SCREENS;
  readonly maps?: true;
  /** The viewer: a signed-in person, or the role of a new person. */
  readonly as?: Viewer;
  /** Changes of the new person's account, where a role is given. */
  readonly account?: Parameters<typeof addSignedInPerson>[2];
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** Interaction after the page has loaded. */
  readonly interact?: (page: Page) => Promise<unknown>;
}

const ALL_RULES = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  // Not a WCAG criterion, but screen reader users navigate by headings.
  rules: { 'heading-order': { enabled: true } },
} satisfies axe.RunOptions;
/** Also WCAG 2.5.3, Label in Name. Experimental in axe; users of speech input need it. */
const WITH_LABEL_IN_NAME: axe.RunOptions = {
  ...ALL_RULES,
  rules: { ...ALL_RULES.rules, 'label-content-name-mismatch': { enabled: true } },
};
/** The dark theme differs in colours only. */
const COLOUR_RULES: axe.RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] };
/** A desktop screen at 400 % zoom: the viewport of WCAG 1.4.10, Reflow. */
const ZOOMED = { width: 320, height: 256 };

/**
 * Defines one test per state. The state is reached once and checked on each screen, on a desk in the light theme and on a phone in the
 * dark one, at 400 % zoom and in forced colours. The page must adapt when the viewport changes, as on rotation of a phone.
 * @param options.viewer the viewer of states that do not name one
 * @param options.labelInName whether to check that accessible names contain the visible labels exactly
 */
export async function testAccessibility(
  site: Pick<Site, 'url' | 'db'>,
  states: Readonly<Record<string, State>>,
  { viewer = 'a visitor', labelInName = false }: { viewer?: Viewer; labelInName?: boolean } = {},
): Promise<void> {
  const browser = await openBrowser();
  const hasMaps = Object.values(states).some(({ maps }) => maps);
  const mapBrowser = hasMaps ? await openBrowser({ maps: true }) : browser;
  const cases = Object.entries(states).map(([name, state]) => ({ name, state }));
  test.each(cases)('$name meets WCAG 2.2 AA, reflows at 400 % zoom and works in forced colours', async ({ state }) => {
    const screen = SCREENS[state.only ?? 'desk'];
    const page = await (state.maps ? mapBrowser : browser).newPage({ viewport: screen });
    await state.prepare?.(page);
    const stateViewer = state.as ?? viewer;
    const person =
      typeof stateViewer === 'string'
        ? stateViewer !== 'a visitor' && (await addSignedInPerson(site, stateViewer, state.account))
        : stateViewer;
    if (person) await person.enter(page.context());
    await visit(page, site.url + state.address);
    await state.interact?.(page);
    const rules = labelInName ? WITH_LABEL_IN_NAME : ALL_RULES;
    await expectNoProblems(page, { rules, darkScreen: state.only ? undefined : 'phone' });
    if (state.only !== 'desk') await expectReflow(page);
    await page.setViewportSize(screen);
    await expectUsableInForcedColours(page);
  });
}

/** A dialog or dropdown: the page, and how to open it there. */
export type Overlay = readonly [address: string, open: (page: Page) => Promise<unknown>];

/** Defines one test that opens each overlay on a phone in the dark theme and checks it. */
export async function testOverlayAccessibility(
  site: Pick<Site, 'url'>,
  viewer: SignedIn,
  overlays: Readonly<Record<string, Overlay>>,
): Promise<void> {
  const browser = await openBrowser();
  test(`dialogs and dropdowns for a signed-in ${viewer.person.role} meet WCAG 2.2 on a phone in the dark theme`, async () => {
    const page = await browser.newPage({ viewport: SCREENS.phone, colorScheme: 'dark' });
    await viewer.enter(page.context());
    const problems: Record<string, string[]> = {};
    for (const [name, [address, open]] of Object.entries(overlays)) {
      await visit(page, site.url + address);
      await open(page);
      const opened = page.locator('dialog[open], [popover]:popover-open, [aria-expanded=true]').first();
      await expect.poll(() => opened.isVisible(), { message: `${name} is open` }).toBe(true);
      problems[name] = await findProblems(page, ALL_RULES);
    }
    expect(problems).toEqual(Object.fromEntries(Object.keys(overlays).map((name) => [name, []])));
  });
}

/**
 * Asserts that axe finds no problem: in the light theme on the present screen, and in the dark theme on another one, if it is given.
 * Without another one only the colours differ.
 */
export async function expectNoProblems(
  page: Page,
  { rules = ALL_RULES, darkScreen }: { rules?: axe.RunOptions; darkScreen?: keyof typeof SCREENS | undefined } = {},
): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoViolations(page, rules, 'in the light theme');
  await page.emulateMedia({ colorScheme: 'dark' });
  if (darkScreen) await page.setViewportSize(SCREENS[darkScreen]);
  await expectNoViolations(page, darkScreen ? rules : COLOUR_RULES, 'in the dark theme');
  expect(await page.evaluate(listFaintButtons), 'main buttons that are hard to see in the dark theme').toEqual([]);
}

/** The page may adapt to the viewport and the theme one frame later. */
async function expectNoViolations(page: Page, rules: axe.RunOptions, where: string): Promise<void> {
  await expect.poll(() => findProblems(page, rules), { message: where }).toEqual([]);
}

/** Lists main buttons whose colour has less than 3:1 to what is around them. axe compares only texts. */
function listFaintButtons(): string[] {
  const getBackground = (element: Element | null): string => {
    if (!element) return 'rgb(0, 0, 0)';
    const { backgroundColor } = getComputedStyle(element);
    return backgroundColor.startsWith('rgb(') ? backgroundColor : getBackground(element.parentElement);
  };
  const getLuminance = (colour: string) => {
    const [red, green, blue] = (colour.match(/\d+/g) ?? []).map((channel) => {
      const value = Number(channel) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  };
  return [...document.querySelectorAll('.button--primary:not([disabled], [aria-disabled=true])')]
    .filter((button) => button.checkVisibility())
    .filter((button) => {
      const [dark, light] = [button, button.parentElement]
        .map((it) => getLuminance(getBackground(it)))
        .toSorted((a, b) => a - b);
      return (light! + 0.05) / (dark! + 0.05) < 3;
    })
    .map(({ className, textContent }) => `${className}: ${textContent}`);
}

/** Asserts that nothing scrolls in two directions, and that a dialog keeps the focused control in view. */
async function expectReflow(page: Page): Promise<void> {
  await page.setViewportSize(ZOOMED);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(ZOOMED.width);
  // A dialog that another one has opened is on top, and last in the page.
  const shown = page.locator('dialog[open]').last();
  if ((await shown.count()) === 0) return;
  await expect.poll(() => shown.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0);
  const last = shown.getByRole('button').last();
  // Focusing a control that has the focus already would not scroll to it.
  await last.blur();
  await last.focus();
  await expect.poll(() => last.evaluate((it) => it.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
}

interface AxeColour {
  r: number;
  g: number;
  b: number;
  alpha: number;
  parseString(text: string): AxeColour;
}

/** Runs in the page: parses each colour once. A page has a dozen, which axe parses thousands of times in two fifths of its time. */
function cacheColours(): void {
  const { commons } = (globalThis as unknown as { axe: { commons: { color: { Color: { prototype: AxeColour } } } } })
    .axe;
  const { prototype } = commons.color.Color;
  const { parseString } = prototype;
  const parsed = new Map<string, Pick<AxeColour, 'r' | 'g' | 'b' | 'alpha'>>();
  prototype.parseString = function (text) {
    const known = parsed.get(text);
    if (known) return Object.assign(this, known);
    const { r, g, b, alpha } = parseString.call(this, text);
    parsed.set(text, { r, g, b, alpha });
    return this;
  };
}

/** Returns the violations that axe finds, one line each. Frames of other sites are excluded. */
async function findProblems(page: Page, options: axe.RunOptions): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in globalThis);
  if (!isLoaded) {
    await page.evaluate(AXE_SOURCE);
    await page.evaluate(cacheColours);
  }
  const { violations } = await page.evaluate(
    (given) => (globalThis as unknown as { axe: typeof axe }).axe.run(given),
    // Collecting the passes as well would take most of the time.
    { ...options, resultTypes: ['violations'], iframes: false } satisfies axe.RunOptions,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  );
}
