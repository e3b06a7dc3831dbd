import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { SCREENS, openBrowser, visit } from '../support/browser.ts';
import { getSharedSite } from '../support/site.ts';

const site = await getSharedSite();
const browser = await openBrowser();

async function open(path = '/', screen: keyof typeof SCREENS = 'desk'): Promise<Page> {
  const page = await browser.newPage({ viewport: SCREENS[screen] });
  await visit(page, site.url + path);
  return page;
}

const hasFocus = (element: Locator) => element.evaluate((it) => it.contains(document.activeElement));

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    if ((await element.count()) > 0 && (await hasFocus(element.first()))) return;
  }
  throw new Error(`Tab does not lead to ${String(element)}`);
}

describe.each(['desk', 'phone'] as const)('on a %s', (screen) => {
  test('opens the menu, which traps the focus and restores it', async () => {
    const page = await open('/', screen);
    const opener = page.getByRole('button', { name: 'Menu' });
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await opener.focus();
    await page.keyboard.press('Enter');
    await menu.waitFor();
    const stops = (await menu.getByRole('link').count()) + 1;
    for (let press = 0; press < stops + 3; press++) {
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(
          () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
        ),
      ).toBe(true);
    }
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    await expect.poll(() => hasFocus(opener)).toBe(true);

    await opener.click();
    await menu.getByRole('link', { name: 'How filming works' }).click();
    await page.waitForURL('**/how-filming-works');
    await menu.waitFor({ state: 'hidden' });
  });

  test('opens the login dialog', async () => {
    const page = await open('/about', screen);
    const opener = page.getByRole('button', { name: 'Log In' });
    await opener.click();
    const dialog = page.getByRole('dialog', { name: 'Log In' });
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => hasFocus(opener)).toBe(true);
  });
});

test.each(['Boards', 'Register a location'])('%s asks a visitor to log in, and stays in the URL', async (name) => {
  const page = await open('/about');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name }).click();
  const dialog = page.getByRole('dialog', { name: 'Log In' });
  await dialog.waitFor();
  const { pathname, hash } = new URL(page.url());
  expect([pathname, hash]).toEqual(['/', name === 'Boards' ? '#log-in=/boards' : '#log-in=/register-location']);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.waitForURL(`${site.url}/`);

  // Now from the home page, by the URL.
  await page.goto(`${site.url}${hash.slice('#log-in='.length)}`);
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: 'hidden' });
});

test('opens the registration without scrolling the page', async () => {
  const page = await open('/');
  const link = page.getByRole('link', { name: 'Register as a Location Owner' });
  await link.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(0);
  await link.click();
  await page.getByRole('dialog', { name: 'Register' }).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL(`${site.url}/`);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
});

test('shows links to the agencies in new tabs, and the search only on wide screens', async () => {
  const page = await open();
  for (const [name, url] of [
    ['Screen Alba', 'https://screen-alba.example'],
    ['Creative Alba', 'https://creative-alba.example'],
  ] as const) {
    const link = page.locator('.topbar').getByRole('link', { name });
    expect(new URL((await link.getAttribute('href'))!).origin).toBe(url);
    expect(await link.getAttribute('target')).toBe('_blank');
    expect(await link.getAttribute('rel')).toContain('noopener');
    expect(await link.textContent()).toContain('(opens in a new tab)');
  }
  const find = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Find a location' });
  await expect.poll(() => find.isVisible()).toBe(true);
  await page.setViewportSize(SCREENS.phone);
  await expect.poll(() => find.isVisible()).toBe(false);
});

test('shows both agencies and Log In on one line of the top bar of narrow screens', async () => {
  const page = await open('/', 'phone');
  const bar = page.locator('.topbar');
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const boxes = await Promise.all(
      [
        bar.getByRole('link', { name: 'Screen Alba' }),
        bar.getByRole('link', { name: 'Creative Alba' }),
        bar.getByRole('button', { name: 'Log In' }),
      ].map((item) => item.boundingBox()),
    );
    const [first, second, third] = boxes.map((box) => box!);
    expect([second!.y, third!.y]).toEqual([first!.y, first!.y]);
    expect(second!.x).toBeGreaterThan(first!.x + first!.width);
    expect(third!.x).toBeGreaterThan(second!.x + second!.width);
    expect(third!.x + third!.width).toBeLessThanOrEqual(width);
  }
});

test('reaches an enquiry from the home page with the keyboard alone', async () => {
  const page = await open();
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('search').getByRole('combobox'));
  await page.keyboard.type('eilean donan castle');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/find-a-location?query=eilean+donan+castle');
  const result = page.locator('.card', { hasText: 'Eilean Donan Castle' }).getByRole('link');
  await result.waitFor();
  await tabTo(page, result);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Eilean Donan Castle' }).waitFor();
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Enquire about this location' }));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Enquire about Eilean Donan Castle' }).waitFor();
  await tabTo(page, page.getByRole('textbox', { name: 'Name' }));
  await page.keyboard.type('Ishbel');
  await page.keyboard.press('Tab');
  await page.keyboard.type('ishbel@crew.example');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Two days in May.');
  await tabTo(page, page.getByRole('button', { name: 'Send enquiry' }));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Enquiry sent' }).waitFor();
  await tabTo(page, page.getByRole('link', { name: 'Continue your search' }));
});

test('keeps the focus on the arrows at the ends of the carousel', async () => {
  const page = await open();
  const reel = page.locator('.carousel');
  for (const [name, atEnd] of [
    ['Next', (element: Element) => element.scrollLeft + element.clientWidth > element.scrollWidth - 8],
    ['Previous', (element: Element) => element.scrollLeft < 8],
  ] as const) {
    const arrow = page.getByRole('button', { name, exact: true });
    await expect.poll(() => arrow.getAttribute('aria-disabled')).toBe('false');
    await expect
      .poll(async () => {
        await arrow.press('Enter');
        return reel.evaluate(atEnd);
      })
      .toBe(true);
    await expect.poll(() => arrow.getAttribute('aria-disabled')).toBe('true');
    await expect.poll(() => hasFocus(arrow)).toBe(true);
  }
});

test('moves the focus and announces the title once after a link, but not after a filter or Back', async () => {
  const page = await open('/about');
  const announcement = page.locator('.visually-hidden[aria-live]');
  await expect.poll(() => announcement.textContent()).toBe('');
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Find a location' });
  await link.press('Enter');
  await page.waitForURL('**/find-a-location');
  await expect.poll(() => announcement.textContent()).toBe('Find a location - Recce Scotland');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
  const found = await announcement.textContent();
  const card = page.locator('.card').first().getByRole('link');
  const first = await card.textContent();

  await page.getByRole('search').getByRole('combobox').fill('castle');
  await page.getByRole('search').getByRole('combobox').press('Enter');
  await page.waitForURL('**/find-a-location?query=castle');
  await page.getByText(/^Displaying 1 - 20 of .* for/).waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).not.toBe('content');
  await expect.poll(() => announcement.textContent()).toBe(found);

  // The previous results stay for a moment.
  await expect.poll(() => card.textContent()).not.toBe(first);
  const title = (await card.textContent())!;
  await card.press('Enter');
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await expect.poll(() => announcement.textContent()).toContain(title);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(title);
  await expect.poll(() => announcement.textContent()).toContain(title);
});

describe('content page', () => {
  test('has its banner, title and text', async () => {
    const page = await open('/how-filming-works');
    await page.getByRole('heading', { level: 1, name: 'How filming works' }).waitFor();
    expect((await page.locator('.prose').textContent())!.length).toBeGreaterThan(500);
    await expect.poll(() => page.locator('.banner img').isVisible()).toBe(true);
  });

  test('can embed a page of another site in a frame', async () => {
    const page = await browser.newPage();
    await page.route(
      (url) => url.origin !== site.url,
      (route) => route.fulfill({ contentType: 'text/html', body: '<p>Map</p>' }),
    );
    await visit(page, `${site.url}/map-of-scotland`);
    const frame = page.getByTitle('Map of Scotland');
    expect(new URL((await frame.getAttribute('src'))!).protocol).toBe('https:');
    const instead = page.getByRole('main').getByRole('link', { name: 'Open Map of Scotland' });
    expect(await instead.getAttribute('href')).toBe(await frame.getAttribute('src'));
    expect(await instead.getAttribute('target')).toBe('_blank');
    expect(await frame.getAttribute('sandbox')).not.toContain('allow-top-navigation');
    const box = (await frame.boundingBox())!;
    expect(box.width).toBeGreaterThan(600);
    expect(box.height).toBeGreaterThanOrEqual(450);
  });
});

test('has a page for every link of menu and footer', async () => {
  const page = await open();
  const hrefs = await page
    .locator('footer a[href^="/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!));
  const { groups } = await (await fetch(`${site.url}/api/menu`)).json();
  const all = new Set([...hrefs, ...groups.flatMap((group: any) => group.links.map((link: any) => link.href))]);
  const statuses = await Promise.all([...all].map(async (href) => `${href} ${(await fetch(site.url + href)).status}`));
  expect(statuses.filter((status) => !status.endsWith(' 200'))).toEqual([]);
});

test('shows a toast when the connection is lost, which stays while the pointer is on it', async () => {
  const page = await browser.newPage();
  // Set before the page loads: React would wait after a clock that is set back later.
  await page.clock.install({ time: 0 });
  await visit(page, `${site.url}/about`);
  await page.clock.pauseAt(600_000);
  const lost = page.getByText('You are offline.');
  await page.context().setOffline(true);
  await lost.hover();
  await page.clock.runFor(60_000);
  expect(await lost.isVisible()).toBe(true);
  await page.mouse.move(5, 5);
  await page.clock.runFor(10_000);
  await lost.waitFor({ state: 'detached' });

  const found = page.getByText('You are connected again.');
  await page.context().setOffline(false);
  await found.waitFor();
  await page.clock.runFor(4_999);
  expect(await found.isVisible()).toBe(true);
  await page.clock.runFor(1);
  await found.waitFor({ state: 'detached' });
});
