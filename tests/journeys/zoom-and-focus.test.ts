import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { SCREENS, openBrowser, openPage, visit } from '../support/browser.ts';
import { findFocusProblem } from '../support/focus.ts';
import { getSharedSite } from '../support/site.ts';

const site = await getSharedSite();
const browser = await openBrowser();
const ADDRESSES = [
  '/',
  '/find-a-location?query=castle&setting=Coastal',
  '/find-a-location?query=abbey&century=21st',
  '/find-a-location/eilean-donan-castle',
  '/contact-us',
  '/how-filming-works',
  '/accessibility',
  '/no-such-page',
];
/** A window of 1280 pixels at 400 % zoom. */
const ZOOMED = { width: 320, height: 256 };

const sideways = (page: Page) => page.evaluate(() => document.scrollingElement!.scrollWidth - innerWidth);

test.each(ADDRESSES)(
  'scrolls %s sideways neither at 400 % zoom nor with increased text spacing, which clips no text',
  async (address) => {
    const page = await browser.newPage({ viewport: ZOOMED, bypassCSP: true });
    await visit(page, site.url + address);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    await page.addStyleTag({
      content: `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
      p { margin-bottom: 2em !important; }`,
    });
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    await page.setViewportSize(SCREENS.phone);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    expect(await page.evaluate(clippedTexts)).toEqual([]);
  },
);

/** Lists texts that are clipped by their box. */
function clippedTexts(): string[] {
  const cut = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
    const { overflowX, overflowY } = getComputedStyle(element);
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
    if (!hasText || element.matches('.visually-hidden, script, style, title') || element.clientWidth === 0)
      return false;
    const wide = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
    const tall = overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1;
    return wide || tall;
  });
  return cut.map((element) => `${element.tagName}.${element.className}: ${element.textContent}`);
}

describe.each(['desk', 'phone'] as const)('on a %s', (screen) => {
  test.each(ADDRESSES.slice(0, 5))(
    'shows the focus of every control of %s in view, and has large targets',
    async (address) => {
      const page = await browser.newPage({ viewport: SCREENS[screen] });
      await visit(page, site.url + address);
      expect(await page.evaluate(listSmallTargets)).toEqual([]);
      const problems = new Set<string>();
      for (let stop = 0; stop < 90; stop++) {
        await page.keyboard.press('Tab');
        await page.evaluate(
          () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
        );
        const problem = await page.evaluate(findFocusProblem);
        if (problem === 'end') break;
        if (problem) problems.add(problem);
      }
      expect([...problems]).toEqual([]);
    },
  );
});

/** Lists buttons and fields smaller than 44 pixels. */
function listSmallTargets(): string[] {
  const targets = [
    ...document.querySelectorAll<HTMLElement>('.button, .icon-button, .menu-toggle, .input, .search, .filter-button'),
  ];
  return targets
    .filter((target) => target.checkVisibility())
    .flatMap((target) => {
      const { width, height } = target.getBoundingClientRect();
      return Math.round(height) < 44 || Math.round(width) < 44
        ? [`${target.className} ${target.textContent}: ${width} x ${height}`]
        : [];
    });
}

test('shows the links to pages side by side on every screen', async () => {
  const page = await openPage(browser, `${site.url}/find-a-location?currentPage=84`);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  for (const width of [320, 390, 820, 1100, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const boxes = await pages
      .locator('> *')
      .evaluateAll((links) =>
        links.filter((link) => link.checkVisibility()).map((link) => link.getBoundingClientRect().toJSON() as DOMRect),
      );
    const frame = (await pages.boundingBox())!;
    const edges = boxes.flatMap(({ left, right }) => [left, right]).map(Math.round);
    expect([width, edges]).toEqual([width, edges.toSorted((a, b) => a - b)]);
    expect(edges[0]).toBeGreaterThanOrEqual(Math.floor(frame.x));
    expect(edges.at(-1)).toBeLessThanOrEqual(Math.ceil(frame.x + frame.width));
  }
});

test('animates nothing with reduced motion', async () => {
  const page = await browser.newPage({ viewport: SCREENS.phone, reducedMotion: 'reduce' });
  await visit(page, `${site.url}/`);
  const moving = () =>
    page.evaluate(
      () =>
        document.getAnimations().filter((animation) => Number(animation.effect?.getComputedTiming().duration) > 0)
          .length,
    );
  expect(await moving()).toBe(0);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).waitFor();
  expect(await moving()).toBe(0);
});
