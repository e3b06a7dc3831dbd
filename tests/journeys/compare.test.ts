import { expect, test } from 'vitest';
import { SCREENS, openBrowser, visit } from '../support/browser.ts';
import { getSharedSite } from '../support/site.ts';

const site = await getSharedSite();
const browser = await openBrowser();

test.each(['desk', 'phone'] as const)('locations of several searches are compared by keyboard (%s)', async (screen) => {
  const page = await browser.newPage({ fresh: true, viewport: SCREENS[screen] });
  const boxes = page.getByRole('checkbox', { name: /^Compare / });
  const titles: string[] = [];
  const choose = async (index: number) => {
    titles.push((await page.locator('[data-location] h3').nth(index).textContent())!);
    await boxes.nth(index).press('Space');
  };
  await visit(page, `${site.url}/find-a-location?query=castle`);
  expect(await boxes.count()).toBe(0);
  await page.getByRole('button', { name: 'Compare', exact: true }).press('Enter');
  await page.getByText('Choose 2 to 4 locations.').waitFor();
  await choose(1);
  await page.getByText('1 location chosen. Choose another one').waitFor();
  await visit(page, `${site.url}/find-a-location?query=lighthouse`);
  await choose(0);
  await choose(2);
  await choose(3);
  await page.getByText('4 locations chosen, which is the most that can be compared.').waitFor();
  expect(await boxes.nth(1).isDisabled()).toBe(true);
  await boxes.nth(3).press('Space');
  await page.getByText('3 locations chosen.').waitFor();
  await page.getByRole('link', { name: 'Compare locations' }).press('Enter');
  await page.getByRole('heading', { name: 'Compare locations' }).waitFor();
  const heads = page.getByRole('columnheader').getByRole('link');
  expect(await heads.allTextContents()).toEqual(titles.slice(0, 3));
  expect(await page.getByRole('region', { name: 'Locations to compare' }).count()).toBe(0);

  await page.getByRole('main').getByRole('link', { name: 'Find a location' }).press('Enter');
  await page.waitForURL('**/find-a-location?query=lighthouse');
  await expect.poll(() => boxes.nth(0).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect.poll(() => boxes.count()).toBe(0);
});
