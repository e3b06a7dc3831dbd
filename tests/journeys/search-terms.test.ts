import { expect, test } from 'vitest';
import { addPin, updatePin } from '../../src/features/search/pins/contract.ts';
import { searchLocations } from '../../src/features/search/contract.ts';
import { switchTerm } from '../../src/features/search/synonyms/contract.ts';
import { openBrowser, visit } from '../support/browser.ts';
import { addSignedInPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
const browser = await openBrowser();

test('the team turns a search that finds nothing into a synonym, and pins a result', async () => {
  const visitor = await browser.newPage();
  const search = () => visit(visitor, `${site.url}/find-a-location?query=zzgrogshop`);
  const titles = visitor.locator('[data-location] h3');
  await search();
  await visitor.getByText('No results found.').first().waitFor();
  // The overview lists what was searched for at least twice.
  await fetch(`${site.url}/api/locations?query=zzgrogshop`);

  const page = await browser.newPage();
  const team = await addSignedInPerson(site, 'ADMIN');
  await team.enter(page.context());
  await visit(page, `${site.url}/admin/overview`);
  await page.getByRole('link', { name: 'Make a synonym of zzgrogshop' }).click();
  await expect.poll(() => page.getByRole('textbox', { name: 'Words' }).inputValue()).toBe('zzgrogshop');
  await page.getByRole('textbox', { name: 'Also mean' }).fill('castle');
  const tried = page.getByRole('status').filter({ hasText: 'With this synonym' });
  await tried.getByText('means Castle').waitFor();
  await tried.getByText('0 locations').waitFor();
  await page.getByRole('button', { name: 'Add synonym' }).click();
  await page.getByRole('row', { name: /zzgrogshop castle Added Yes/ }).waitFor();

  // The page of the search was cached.
  await expect
    .poll(async () => {
      await search();
      return titles.count();
    })
    .toBeGreaterThan(2);
  const [first, second] = await titles.allTextContents();

  await visit(page, `${site.url}/find-a-location?query=zzgrogshop`);
  await page.getByRole('link', { name: 'Pin results of this search' }).click();
  await expect.poll(() => page.getByRole('textbox', { name: 'Search', exact: true }).inputValue()).toBe('zzgrogshop');
  await page.getByRole('searchbox', { name: 'Search published locations' }).fill(`"${second}"`);
  await page.getByRole('button', { name: `Pin ${second}`, exact: true }).click();
  await page.getByRole('button', { name: `Move ${second}`, exact: true }).waitFor();
  await page.getByRole('button', { name: 'Pin results' }).click();
  await page.getByRole('heading', { level: 2, name: 'zzgrogshop' }).waitFor();
  // The search follows within two seconds.
  await expect
    .poll(async () => {
      await search();
      return (await titles.allTextContents()).slice(0, 2);
    })
    .toEqual([second, first]);
  await page.getByRole('link', { name: 'See results for zzgrogshop' }).click();
  await page.getByText('1 pinned result for this search.').waitFor();
  const card = page.locator('[data-location]').first();
  await card.getByText(/Pinned$/).waitFor();
  expect(await card.locator('h3').textContent()).toBe(second);
  expect(await visitor.getByText(/pinned/i).count()).toBe(0);

  // Without them the search finds nothing again.
  for (const [list, what] of [
    ['/admin/search-terms/pins', 'pinned results'],
    ['/admin/search-terms', 'synonym'],
  ] as const) {
    await visit(page, site.url + list);
    await page
      .getByRole('link', { name: /zzgrogshop/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const confirmation = page.getByRole('alertdialog', { name: `Delete ${what}?` });
    await confirmation.getByRole('button', { name: `Delete ${what}` }).click();
    await page.waitForURL(site.url + list);
    await expect.poll(() => page.getByRole('link', { name: /zzgrogshop/ }).count()).toBe(0);
  }
  await expect
    .poll(async () => {
      await search();
      return visitor.getByText('No results found.').count();
    })
    .toBeGreaterThan(0);
});

test('a colleague’s change is shown, and trying again applies to it', async () => {
  const team = await addSignedInPerson(site, 'ADMIN');
  const colleague = await addSignedInPerson(site, 'ADMIN');
  const page = await browser.newPage();
  await team.enter(page.context());
  await visit(page, `${site.url}/admin/search-terms?query=alehouse`);
  const off = page.getByRole('button', { name: 'Switch off alehouse' });
  await off.waitFor();
  await colleague.api(switchTerm, { term: 'alehouse', version: 0, enabled: false });
  await off.click();
  const error = page.getByRole('alertdialog', { name: 'Error' });
  await error.getByText('Somebody else has changed this synonym.').waitFor();
  await error.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Switch on alehouse' }).click();
  await off.waitFor();

  await visit(page, `${site.url}/admin/search-terms/synonyms/new`);
  const words = page.getByRole('textbox', { name: 'Words' });
  await words.fill('18th century\nzzgrog');
  const refusal = page.getByRole('status').filter({ hasText: 'so it cannot have synonyms' });
  await refusal.waitFor();
  expect(await words.evaluate((field) => field === document.activeElement)).toBe(true);

  const [first, second] = (await colleague.api(searchLocations, {})).data;
  const { id } = await colleague.api(addPin, { query: 'zzquay', locations: [first!.id] });
  await visit(page, `${site.url}/admin/search-terms/pins?pin=${id}`);
  await page.getByText(`Saved: ${first!.title}`).waitFor();
  await colleague.api(updatePin, { id, version: 1, query: 'zzquay', locations: [second!.id] });
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const confirmation = page.getByRole('alertdialog', { name: 'Delete pinned results?' });
  await confirmation.getByRole('button', { name: 'Delete pinned results' }).click();
  await confirmation.getByText('Somebody else has changed these pinned results.').waitFor();
  await page.getByText(`Saved: ${second!.title}`).waitFor();
  await confirmation.getByRole('button', { name: 'Delete pinned results' }).click();
  await page.waitForURL(`${site.url}/admin/search-terms/pins`);
});
