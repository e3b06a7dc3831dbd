import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { searchLocations } from '../../src/features/search/contract.ts';
import { createHttpApi } from '../../src/platform/http/api-client.ts';
import { SCREENS, openBrowser, visit } from '../support/browser.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
const browser = await openBrowser();
const visitor = createHttpApi({ origin: site.url });

/** Opens the results of a search as if it had been typed. */
async function search(query: string): Promise<Page> {
  const page = await browser.newPage();
  await visit(page, `${site.url}/find-a-location?${new URLSearchParams({ query })}`);
  return page;
}

/** How many results a scout looks at before giving up. */
const FIRST = 10;

const listTitles = (page: Page) => page.locator('[data-location] h3').allTextContents();
const understood = (page: Page) =>
  page.getByRole('group', { name: 'Understood as' }).getByRole('link', { name: /^Remove/ });

describe('a search', () => {
  test.each([
    ['derelict mill near Glasgow', 'Bleachfield Mill'],
    ['disused mill', 'Bleachfield Mill'],
    ['brutalist', 'Lanrig House'],
    ['mansion', 'Balmaranta House'],
    ['stately home', 'Balmaranta House'],
    ['pub interior', 'Sailmaker’s Wharf'],
    ['white sand beach', 'Tràigh Liathanach'],
    ['sandy beach Harris', 'Tràigh Liathanach'],
    ['Edinburgh close', 'Canning Wynd'],
    ['PA1 9ZZ', 'Bleachfield Mill'],
    ['EH1 2NG', 'Edinburgh Castle'],
    ['Bleachfield Street', 'Bleachfield Mill'],
    ['Dùn Èideann', 'Museum of Edinburgh'],
    ['castle Inbhir Nis', 'Inverness Castle'],
    ['Glaschu', 'Glasgow'],
    ['Skye', 'Neist Point'],
    ['castle or mansion on Skye', 'Dunvegan Castle'],
    ['Stirling', 'Stirling Castle'],
    ['farm Ayrshire', 'Auchinrowan Steading'],
    ['farmhouse', 'Auchinrowan Steading'],
    ['victorian prison', 'Kirkden Town House'],
    ['1960s tower block', 'The Round Court'],
    ['glen coe', 'Bidean nam Bian'],
    ['Old Man of Storr', 'Loch Fada'],
    ['Ben Nevis', 'Ben Nevis'],
    ['Fortwilliam', 'Fort William'],
    ['prison', 'Inveraray Jail'],
  ])('for ‘%s’ finds %s among the first ten', async (query, title) => {
    const { data } = await visitor(searchLocations, { query });
    expect(data.slice(0, FIRST).map((found) => found.title)).toContain(title);
  });

  test('shows the locations in the order of the API', async () => {
    const query = 'derelict mill near Glasgow';
    const { data } = await visitor(searchLocations, { query });
    expect(await listTitles(await search(query))).toEqual(data.map(({ title }) => title));
  });

  test('shows what it was understood as, and each meaning can be removed', async () => {
    const page = await search('castle near Inverness');
    expect(await understood(page).allTextContents()).toEqual([
      expect.stringContaining('Castle or fortification'),
      expect.stringContaining('near Inverness, 40 km'),
    ]);
    await understood(page).last().press('Enter');
    await expect.poll(() => new URL(page.url()).searchParams.get('query')).toBe('castle');
    await expect.poll(() => understood(page).count()).toBe(1);
  });

  test('has meanings that can become ordinary filters, beside those already chosen', async () => {
    const page = await search('derelict mill near Glasgow');
    await page.getByRole('link', { name: 'Use as filter: near Glasgow, 40 km' }).press('Enter');
    // Not with the word that the results need not match.
    await page.waitForURL('**/find-a-location?query=mill&place=Glasgow&within=40');
    await page.getByRole('link', { name: 'Remove Place within 40 km of Glasgow' }).waitFor();
    await page.getByRole('link', { name: 'Use as filter: Mill or factory' }).click();
    await page.waitForURL((url) => !url.searchParams.has('query'));
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      category: 'Mill or factory',
      place: 'Glasgow',
      within: '40',
    });
    await page.goBack();
    await page.goBack();
    await page.waitForURL('**/find-a-location?query=derelict+mill+near+Glasgow');
    await expect.poll(() => understood(page).count()).toBe(2);
  });

  test('has chips with targets of at least 24 pixels that scroll sideways on a phone', async () => {
    const page = await search('Victorian derelict mill near Glasgow');
    await page.setViewportSize(SCREENS.phone);
    const links = page.getByRole('group', { name: 'Understood as' }).getByRole('link');
    for (const link of await links.all()) {
      await link.focus();
      const { x, width, height } = (await link.boundingBox())!;
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
      expect(x).toBeLessThanOrEqual(SCREENS.phone.width - 24);
    }
    expect(await page.evaluate(() => document.scrollingElement!.scrollWidth - innerWidth)).toBe(0);
  });

  test('has chips that a finger scrolls sideways on a phone', async () => {
    const page = await browser.newPage({ viewport: SCREENS.phone, hasTouch: true });
    await visit(page, `${site.url}/find-a-location?query=Victorian+derelict+mill+near+Glasgow`);
    const chips = page.getByRole('group', { name: 'Understood as' });
    const { y, height } = (await chips.boundingBox())!;
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove', x: number) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y: y + height / 2 }] });
    await touch('touchStart', 300);
    for (let x = 285; x >= 150; x -= 15) await touch('touchMove', x);
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect.poll(() => chips.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  });

  test('says which words no location matches with the others, and searches for them when asked', async () => {
    const page = await search('Victorian castle on Skye with zebras');
    await page.getByText('No location matches every word').waitFor();
    const dropped = page.getByRole('link', { name: 'Search only for locations with zebras' });
    expect(await dropped.locator('s').innerText()).toBe('zebras');
    await dropped.press('Enter');
    await expect
      .poll(() => new URL(page.url()).searchParams.get('query'))
      .toBe('Victorian castle on Skye with +zebras');
    await page.getByText('No results found.').waitFor();
  });

  test('keeps the meaning of a dropped word that is asked for again', async () => {
    const page = await search('derelict mill near Glasgow');
    await page.getByText('One location matches every word').waitFor();
    await page.getByRole('link', { name: 'Search only for locations with derelict' }).press('Enter');
    await page.waitForURL('**/find-a-location?query=%2Bderelict+mill+near+Glasgow');
    await expect.poll(() => understood(page).allTextContents()).toContainEqual(expect.stringContaining('Derelict'));
    expect((await listTitles(page))[0]).toBe('Bleachfield Mill');
  });

  test('says which place of a name is meant, and offers the others', async () => {
    const page = await search('museum near Tarbert');
    const chip = page.getByRole('link', { name: 'Use as filter: near Tarbert, Argyll and Bute, 40 km' });
    await chip.waitFor();
    await page.getByText('Also:').waitFor();
    await page.getByRole('link', { name: 'Tarbert, Na h-Eileanan Siar', exact: true }).press('Enter');
    await expect
      .poll(() => new URL(page.url()).searchParams.get('query'))
      .toBe('museum near Tarbert, Na h-Eileanan Siar');
    await page.getByRole('link', { name: 'Use as filter: near Tarbert, Na h-Eileanan Siar, 40 km' }).click();
    await page.waitForURL('**/find-a-location?query=museum&place=Tarbert%2C+Na+h-Eileanan+Siar&within=40');
    await page.getByRole('link', { name: 'Remove Place within 40 km of Tarbert, Na h-Eileanan Siar' }).waitFor();
  });

  test('leaves out what is excluded, until its chip is removed', async () => {
    const page = await search('castle -derelict not near Glasgow');
    expect(await understood(page).allTextContents()).toEqual([
      expect.stringContaining('Castle or fortification'),
      expect.stringContaining('not Derelict'),
      expect.stringContaining('not near Glasgow, 40 km'),
    ]);
    await page.getByRole('link', { name: 'Remove not near Glasgow, 40 km' }).press('Enter');
    await expect.poll(() => new URL(page.url()).searchParams.get('query')).toBe('castle -derelict');
  });

  test('near the visitor asks for the position, and says so when it is refused', async () => {
    const context = { permissions: ['geolocation'], geolocation: { latitude: 57.4778, longitude: -4.2247 } };
    const page = await browser.newPage(context);
    await visit(page, `${site.url}/find-a-location?query=castle+within+20+km+of+me`);
    await page.waitForURL('**/find-a-location?query=castle&place=57.4778*-4.2247&within=20');
    await page.getByRole('link', { name: 'Remove Place within 20 km of this position' }).waitFor();

    const refused = await search('castle near me');
    await refused.getByText('Your browser does not share your position with this site.').waitFor();
    await refused.getByRole('button', { name: 'Use my position' }).waitFor();
    expect(await listTitles(refused)).not.toEqual([]);
  });

  test('for a word that otherwise means nothing takes it as the option of that name', async () => {
    const page = await search('Good');
    expect(await understood(page).allTextContents()).toEqual([expect.stringContaining('Good')]);
  });

  test('without results offers fewer words, a wider area and related kinds, with counts', async () => {
    const page = await search('castle near Inverness "zebra crossing"');
    await page.getByText('Nothing matches ‘castle near Inverness "zebra crossing"’. Try one of these:').waitFor();
    await page.getByRole('link', { name: 'Change Words ‘zebra crossing’ without quotes' }).waitFor();
    const fewer = page.getByRole('link', { name: 'Remove Words ‘"zebra crossing"’' });
    const offered = /[\d,]+ locations/.exec((await fewer.textContent())!)?.[0];
    await fewer.press('Enter');
    await page.getByText(`of ${offered}`).waitFor();

    await visit(page, `${site.url}/find-a-location?query=Stirling&category=Lighthouse`);
    await page.getByText('Nothing matches ‘Stirling’ with this filter. Try one of these:').waitFor();
    await page.getByRole('link', { name: 'Change Place within 40 km of Stirling' }).press('Enter');
    await page.waitForURL('**/find-a-location?query=within+40+km+of+Stirling&category=Lighthouse');
    await page.getByText(/^Displaying 1 - /).waitFor();
  });

  test('for a name and a kind does not prefer similar names to the kind', async () => {
    const page = await search('Cloch Lighthouse');
    expect((await listTitles(page))[0]).toBe('Cloch Lighthouse');
    expect(await page.getByText('matches every word').count()).toBe(0);
  });

  test('offers the common spelling of a rare name, and finds it below', async () => {
    const page = await search('donnan');
    await page.getByText('1 location has all of this. These are similar:').waitFor();
    expect(await listTitles(page)).toContain('Eilean Donan Castle');
    await page.getByRole('link', { name: 'donan', exact: true }).press('Enter');
    await expect.poll(() => new URL(page.url()).searchParams.get('query')).toBe('donan');
  });

  test('says which name is not known, and offers a similar one', async () => {
    const page = await search('Kelpeis');
    await page.getByText('We do not know ‘Kelpeis’.').waitFor();
    await page.getByRole('link', { name: 'Kelpies', exact: true }).press('Enter');
    await page.getByRole('link', { name: 'Use as filter: near The Kelpies, 11 km' }).waitFor();
  });

  test('offers a wider distance where nothing fits, with its count', async () => {
    const page = await search('church within 10 miles of Perth');
    await page.getByText('No location matches every word').waitFor();
    await page.getByRole('link', { name: '2 locations within 32 km of Perth' }).press('Enter');
    await expect.poll(() => new URL(page.url()).searchParams.get('query')).toBe('church within 32 km of Perth');
  });
});
