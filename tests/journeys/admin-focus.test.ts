import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { SCREENS, openBrowser, visit } from '../support/browser.ts';
import { addEnquiry } from '../support/enquiries.ts';
import { findFocusProblem } from '../support/focus.ts';
import { addLocation } from '../support/locations.ts';
import { addSignedInPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
const browser = await openBrowser();
const admin = await addSignedInPerson(site, 'ADMIN');

async function open(path: string, screen: keyof typeof SCREENS): Promise<Page> {
  const page = await browser.newPage({ viewport: SCREENS[screen] });
  await admin.enter(page.context());
  await visit(page, site.url + path);
  return page;
}

const waitForFrames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Presses Tab until a button has the focus. @returns the problems with the focus on the way */
async function tabToButton(page: Page, name: string): Promise<string[]> {
  const problems = new Set<string>();
  for (let stop = 0; stop < 120; stop++) {
    await page.keyboard.press('Tab');
    await waitForFrames(page);
    const label = await page.evaluate(() => document.activeElement?.textContent);
    // The buttons within date fields are marked by the browser.
    const isDate = await page.evaluate(() => document.activeElement?.matches('[type=date]'));
    const problem = isDate ? undefined : await page.evaluate(findFocusProblem);
    if (problem) problems.add(problem);
    if (label === name) return [...problems];
  }
  return [`never came to ${name}`];
}

test('no sticky bar or toast covers the focus in a long dialog, a record and an enquiry', async () => {
  const options = await open('/admin/content/options', 'desk');
  await options.getByRole('button', { name: /^Film office/ }).click();
  await options
    .getByRole('button', { name: /^Areas of / })
    .first()
    .click();
  await options.getByRole('dialog').getByRole('checkbox').first().focus();
  expect(await tabToButton(options, 'Save areas')).toEqual([]);

  const id = await addLocation(site.db, { title: 'Weir mill' });
  const record = await open(`/admin/locations/${id}`, 'desk');
  await record.getByRole('textbox', { name: 'Title', exact: true }).focus();
  await record.keyboard.type('s');
  expect(await tabToButton(record, 'Save')).toEqual([]);

  const list = await open('/admin/locations?query=castle', 'desk');
  await list
    .getByRole('checkbox', { name: /^Select / })
    .nth(1)
    .check();
  await list.getByRole('button', { name: 'Clear the selection' }).waitFor();
  expect(await tabToButton(list, 'Clear the selection')).toEqual([]);

  const enquiry = await addEnquiry(site.db, { name: 'Calum Reid' });
  const phone = await open(`/admin/enquiries/${enquiry.id}`, 'phone');
  await phone.getByLabel('To', { exact: true }).selectOption('Internal note');
  await phone.getByRole('textbox', { name: 'Message' }).fill('The fee is 400 pounds.');
  await phone.keyboard.press('Tab');
  await phone.keyboard.press('Enter');
  await phone.locator('.toasts').getByText('Note added').waitFor();
  await phone.getByRole('link', { name: 'Back to list' }).focus();
  await expect.poll(() => phone.evaluate(findFocusProblem)).toBeUndefined();
});

test('the buttons of a list begin where its title does on a phone', async () => {
  const page = await open('/admin/enquiries', 'phone');
  const left = (selector: string) => page.locator(selector).evaluate((element) => element.getBoundingClientRect().left);
  expect(await left('.table-header__end')).toBe(await left('.table-header h1'));
});
