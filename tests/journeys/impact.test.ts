import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { setFigure } from '../../src/features/impact/contract.ts';
import { FIGURES } from '../../src/features/impact/schema.ts';
import { addDays, toDay } from '../../src/platform/text/days.ts';
import { expectNoProblems } from '../support/accessibility.ts';
import { SCREENS, loadMap, openBrowser, visit } from '../support/browser.ts';
import { addLocation } from '../support/locations.ts';
import { deliverMails, findLink } from '../support/mail-folder.ts';
import { addSignedInPerson } from '../support/people.ts';
import { addProduction } from '../support/productions.ts';
import { startSite } from '../support/site.ts';
import { publishAll } from '../support/submissions.ts';

const site = await startSite();
const { db } = site;
// Those of the demo would be in the sums and on the map.
await db.deleteFrom('productions').execute();
const browser = await openBrowser();
const mails = await deliverMails(site);
const team = await addSignedInPerson(site, 'ADMIN', { first_name: 'Morag', last_name: 'Muir' });

const wrap = addDays(toDay(Date.now()), -1);
const year = wrap.slice(0, 4);

/** Adds a production that wrapped yesterday, at a mill in Fife and a kirk in Angus. */
async function addWrappedProduction(): Promise<{ id: string; mill: string }> {
  const secret = { title: 'The Weir', code_name: 'Heron', embargoed: true };
  const id = await addProduction(db, {}, { ...secret, stage: 'POST_PRODUCTION', kind: 'FEATURE_FILM', shoot_to: wrap });
  const ids: string[] = [];
  for (const [title, council, days] of [
    ['Weir mill', 'Fife', 3],
    ['Old kirk', 'Angus', 1],
  ] as const) {
    const location_id = await addLocation(db, { title, options: { localauthority: [council] } });
    ids.push(location_id);
    await db
      .insertInto('production_locations')
      .values({
        production_id: id,
        location_id,
        title,
        state: 'USED',
        used_from: addDays(wrap, 1 - days),
        used_to: wrap,
        added_at: new Date(),
      })
      .execute();
  }
  await publishAll(db, ids);
  const { id: person_id } = await db
    .insertInto('people')
    .values({ name: 'Calum Reid', email: 'calum@crew.example' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('production_contacts')
    .values({ production_id: id, person_id, role: 'Producer', position: 0 })
    .execute();
  return { id, mill: ids[0]! };
}

async function checkOnPhone(page: Page): Promise<void> {
  await page.setViewportSize(SCREENS.phone);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(SCREENS.phone.width);
  await expectNoProblems(page);
  await page.setViewportSize(SCREENS.desk);
}

test('a production declares its figures after the wrap, the office adds its own, and the year has them by council', async () => {
  const { id, mill } = await addWrappedProduction();
  const page = await browser.newPage();
  await team.enter(page.context());
  const dialog = page.getByRole('dialog');

  await visit(page, `${site.url}/admin/impact/formulas`);
  await page.getByRole('button', { name: 'Add formula' }).click();
  await dialog.getByLabel('Name').fill('Hire per day');
  await dialog.getByLabel('Estimates').selectOption('Spend on services and hire');
  await dialog.getByLabel('Factor').fill('1,500');
  await dialog.getByRole('checkbox', { name: 'Shooting days' }).check();
  await dialog.getByLabel('Source').fill('A study of 2026, page 4');
  await dialog.getByRole('button', { name: 'Add formula' }).click();
  await page.getByRole('heading', { name: 'Hire per day, version 1' }).waitFor();

  await visit(page, `${site.url}/admin/productions/${id}`);
  const section = page.getByRole('region', { name: 'Impact', exact: true });
  await section.getByRole('button', { name: 'Ask now' }).click();
  await section.getByText(/^Asked: Calum Reid/).waitFor();

  // The contact needs no account, and does not read the secret title.
  const [mail] = await mails(({ recipient }) => recipient === 'calum@crew.example');
  const contact = await browser.newPage();
  await visit(contact, findLink(mail!, 'wrap-survey'));
  await contact.getByRole('heading', { level: 1, name: 'What Heron has brought to the region' }).waitFor();
  expect(await contact.content()).not.toContain('The Weir');
  await checkOnPhone(contact);
  await contact.getByLabel('Shooting days').fill('8');
  await contact.getByLabel('Spend on local crew').fill('£4,000');
  // Somebody of the office enters another figure meanwhile: nothing of either is lost.
  await team.api(setFigure, { id, figure: 'CREW_DAYS', value: 20, basis: 'DECLARED' });
  await contact.getByRole('button', { name: 'Send the figures' }).click();
  await contact.getByText('The figures have changed meanwhile. Check them, then send again.').waitFor();
  await expect.poll(() => contact.getByLabel(FIGURES.CREW_DAYS).inputValue()).toBe('20');
  expect(await contact.getByLabel('Shooting days').inputValue()).toBe('8');
  await contact.getByRole('button', { name: 'Send the figures' }).click();
  await contact.getByText('Your figures have been saved.').waitFor();

  await page.reload();
  const item = (label: string) => section.getByRole('listitem').filter({ hasText: `${label}:` });
  await item('Shooting days').getByText('Declared, answer to the survey').waitFor();
  await section.getByText(/^Answered: Calum Reid/).waitFor();
  await section.getByRole('button', { name: /^Estimate £12,000/ }).click();
  await item('Spend on services and hire').getByText('Estimated by Hire per day, version 1').waitFor();
  await section.getByRole('button', { name: 'Enter Local crew', exact: true }).click();
  await dialog.getByLabel('Figure').fill('12');
  await dialog.getByLabel('How it is known').selectOption('Measured by the office');
  await dialog.getByRole('button', { name: 'Save the figure' }).click();
  await item('Local crew').getByText('Measured, Morag Muir').waitFor();
  await section.getByRole('row', { name: 'Fife 6 £12,000' }).waitFor();
  await checkOnPhone(page);

  await visit(page, `${site.url}/admin/impact?year=${year}`);
  await page.getByRole('row', { name: /^All productions 1 8 12 20 £16,000 £4,000 £0 £12,000$/ }).waitFor();
  await page.getByRole('row', { name: /^Angus 1 2 – – £4,000/ }).waitFor();
  expect(await page.content()).not.toContain('The Weir');
  await checkOnPhone(page);

  // The public reads the title only after the embargo, and if it may be named.
  const visitor = await browser.newPage();
  await visit(visitor, `${site.url}/find-a-location/place-${mill}`);
  await visitor.getByRole('heading', { level: 1, name: 'Weir mill' }).waitFor();
  await visitor.waitForLoadState('networkidle');
  expect(await visitor.content()).not.toContain('The Weir');
  await db.updateTable('productions').set({ embargoed: false, may_be_named: true }).where('id', '=', id).execute();
  await visitor.reload();
  await visitor.getByRole('region', { name: 'Filmed here' }).getByText(`The Weir, ${year}`).waitFor();

  // The page of all filmed locations is found from there, also by those without scripts.
  await visitor.getByRole('link', { name: 'All filmed locations on a map' }).click();
  await visitor.getByRole('heading', { level: 1, name: 'Filmed here' }).waitFor();
  await visitor.getByText('2 locations').waitFor();
  await checkOnPhone(visitor);
  const withoutScript = await browser.newPage({ javaScriptEnabled: false });
  await withoutScript.goto(visitor.url());
  await withoutScript.getByLabel('Title').fill('salt');
  await withoutScript.getByRole('button', { name: 'Show' }).click();
  await withoutScript.getByText('No location was found.').waitFor();
  await withoutScript.getByLabel('Title').fill('weir');
  await withoutScript.getByLabel('Year').selectOption(year);
  await withoutScript.getByRole('button', { name: 'Show' }).click();
  await withoutScript.getByText('2 locations').waitFor();
  await withoutScript.goto(`${site.url}/filmed-here?year=1950`);
  await withoutScript.getByText('No location was found.').waitFor();
  expect(await withoutScript.getByLabel('Year').inputValue()).toBe('1950');
  await withoutScript.goBack();
  await withoutScript.getByRole('link', { name: 'Old kirk' }).click();
  await withoutScript.getByRole('heading', { level: 1, name: 'Old kirk' }).waitFor();
});

test('the map of filmed locations leads to each of them, also to those in one place', async () => {
  const at = { latitude: 56.1, longitude: -3.5, map_precision: 'area' } as const;
  const ids = [
    await addLocation(db, { title: 'Salt pans', ...at }),
    await addLocation(db, { title: 'Iron works', ...at }),
    await addLocation(db, { title: 'Far croft', latitude: 58.2, longitude: -5.2 }),
  ];
  await publishAll(db, ids);
  const production_id = await addProduction(
    db,
    {},
    { title: 'Salt and Iron', may_be_named: true, stage: 'SHOOTING', shoot_to: wrap },
  );
  await db
    .insertInto('production_locations')
    .values(
      ids.map((location_id) => ({
        production_id,
        location_id,
        title: 'x',
        state: 'USED' as const,
        added_at: new Date(),
      })),
    )
    .execute();
  const mapBrowser = await openBrowser({ maps: true });
  const page = await mapBrowser.newPage();
  await visit(page, `${site.url}/filmed-here?title=salt+iron`);
  const map = page.getByRole('complementary', { name: 'Map' });
  await map.locator('.marker__pin').first().waitFor();
  await loadMap(page);
  await map.getByRole('link', { name: 'Far croft' }).focus();
  await page.keyboard.press('Enter');
  await map.getByRole('region', { name: 'Far croft' }).getByRole('link', { name: 'Far croft' }).waitFor();
  await page.keyboard.press('Escape');
  // Both are at the middle of the same area, where no zoom separates them.
  const together = map.getByRole('region', { name: 'Locations in one place' });
  const cluster = map.getByRole('button', { name: '2 locations, zoom in' });
  await expect
    .poll(
      async () => {
        if (await cluster.isVisible()) await cluster.click();
        return together.isVisible();
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  await together.getByRole('link', { name: 'Salt pans' }).click();
  await page.getByRole('heading', { level: 1, name: 'Salt pans' }).waitFor();
});

test('the team publishes a year that has ended, without what is small, and takes it off again', async () => {
  const last = Number(year) - 1;
  for (const [value, kind] of [
    [1_000, 'FEATURE_FILM'],
    [2_000, 'FEATURE_FILM'],
    [3_000, 'FEATURE_FILM'],
    [4_000, 'COMMERCIAL'],
  ] as const) {
    const production_id = await addProduction(
      db,
      {},
      { title: 'The Weir', kind, stage: 'COMPLETED', ended_at: new Date(), shoot_to: `${last}-05-04` },
    );
    await db
      .insertInto('production_figures')
      .values({ production_id, figure: 'SPEND_CREW', value, basis: 'DECLARED', recorded_at: new Date() })
      .execute();
  }
  const page = await browser.newPage();
  await team.enter(page.context());
  await visit(page, `${site.url}/admin/impact?year=${last}`);
  await page.getByRole('button', { name: `Publish ${last}` }).click();
  const preview = page.getByRole('dialog', { name: `Publish ${last}` });
  await preview.getByText('No production is named.').waitFor();
  await preview.getByText(/^\d+ of \d+ numbers are withheld, shown as \[c\]\.$/).waitFor();
  const previewed = preview.getByRole('region', { name: 'Spend by kind', exact: true });
  await previewed.getByRole('row', { name: 'Commercial [c] [c] £0 £0' }).waitFor();
  await expectNoProblems(page);
  await checkOnPhone(page);
  // Somebody changes a figure before the year is published.
  await db.updateTable('production_figures').set({ value: 3_500 }).where('value', '=', 3_000).execute();
  await preview.getByRole('button', { name: `Publish ${last}` }).click();
  await preview.getByText('Figures have changed since this preview.').waitFor();
  await previewed.getByRole('row', { name: 'All £10,500 £10,500 £0 £0' }).waitFor();
  await preview.getByRole('button', { name: `Publish ${last}` }).click();
  await page.getByText('Year published').waitFor();
  await page.getByRole('link', { name: `public page of ${last}` }).waitFor();

  const visitor = await browser.newPage({ javaScriptEnabled: false });
  await visitor.goto(`${site.url}/impact`);
  await visitor.getByRole('heading', { level: 1, name: `Impact of filming in ${last}` }).waitFor();
  const spend = visitor.getByRole('region', { name: 'Spend by kind', exact: true });
  await spend.getByRole('row', { name: 'All £10,500 £10,500 £0 £0' }).waitFor();
  await spend.getByRole('row', { name: 'Commercial [c] [c] £0 £0' }).waitFor();
  expect(await visitor.content()).not.toContain('The Weir');
  const href = await visitor.getByRole('link', { name: 'Figures as CSV' }).getAttribute('href');
  const csv = await fetch(site.url + href);
  expect(csv.headers.get('content-type')).toContain('text/csv');
  expect(csv.headers.get('content-disposition')).toContain(`impact-${last}.csv`);
  expect(await csv.text()).toContain(`${last},Kind,Commercial,Spend,All,,[c]`);

  const getCanonical = () => visitor.locator('link[rel=canonical]').getAttribute('href');
  expect([await visitor.title(), await getCanonical()]).toEqual([
    expect.stringMatching(/^Impact of filming(?! in)/),
    expect.stringMatching(/\/impact$/),
  ]);
  await visitor.goto(`${site.url}/impact?year=${last}`);
  expect([await visitor.title(), await getCanonical()]).toEqual([
    expect.stringContaining(`Impact of filming in ${last}`),
    expect.stringMatching(new RegExp(`/impact\\?year=${last}$`)),
  ]);
  await visitor.goto(`${site.url}/impact?year=`);
  await visitor.getByRole('heading', { level: 1, name: `Impact of filming in ${last}` }).waitFor();

  await visit(page, `${site.url}/impact`);
  await expectNoProblems(page);
  await checkOnPhone(page);
  await visit(page, `${site.url}/admin/impact?year=${last}`);
  await page.getByRole('button', { name: `Unpublish ${last}` }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: `Unpublish ${last}` })
    .click();
  await page.getByText('This year is not published.').waitFor();
  await visitor.reload();
  await visitor.getByText('No year is published yet.').waitFor();
});
