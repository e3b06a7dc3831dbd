import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { companies, companyById, updateCompany } from '../../src/features/companies/contract.ts';
import { people } from '../../src/features/companies/people/contract.ts';
import { testAccessibility } from '../support/accessibility.ts';
import { openBrowser, visit } from '../support/browser.ts';
import { addCompany, addCompanyPerson } from '../support/companies.ts';
import { addSignedInPerson } from '../support/people.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
const { db } = site;
const admin = await addSignedInPerson(site, 'ADMIN', { first_name: 'Ailsa', last_name: 'Munro' });
const page = await (await openBrowser()).newPage();
await admin.enter(page.context());

const lade = await addCompany(
  db,
  { name: 'Lade Pictures', email: 'office@lade.example' },
  { telephone: '0131 496 0000' },
);
await addCompany(db, { name: 'Lade Pictures Ltd' });
const person = await addCompanyPerson(db, { name: 'Rory Bell', company_id: lade, job_title: 'Producer' });

const press = (on: Page, name: string) =>
  on
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .first()
    .click();

await testAccessibility(
  site,
  {
    companies: {
      address: '/admin/companies',
      interact: (on) => press(on, 'Possible duplicates'),
    },
    people: { address: `/admin/people?company=${lade}` },
    'a new company, with errors': {
      address: '/admin/companies',
      interact: async (on) => {
        await press(on, 'Add company');
        await on.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
        await on.getByText('Please check one field').waitFor();
      },
    },
    'a company with people and a possible duplicate': { address: `/admin/companies/${lade}` },
    'two companies to merge': {
      address: `/admin/companies/${lade}`,
      interact: async (on) => {
        await press(on, 'Merge');
        await on.getByRole('group', { name: 'Which one stays?' }).waitFor();
      },
    },
    'the history of a company': { address: `/admin/companies/${lade}/history` },
    'a person, choosing another company': {
      address: `/admin/people/${person}`,
      interact: async (on) => {
        await press(on, 'Remove Lade Pictures');
        await on.getByRole('searchbox', { name: 'Search companies' }).fill('lade');
        await on.getByRole('button', { name: 'Choose Lade Pictures', exact: true }).waitFor();
      },
    },
  },
  { viewer: 'ADMIN', labelInName: true },
);

test('a team member adds a company with two people, finds a duplicate, merges it and restores a version', async () => {
  const other = await addCompany(db, { name: 'The Weir Films', telephone: '0131 496 0001' });
  await visit(page, `${site.url}/admin/companies`);
  await press(page, 'Add company');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Weir Films Ltd');
  await dialog.getByLabel('Website').fill('weir.example');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByText('Enter a web address that starts with').first().waitFor();
  await dialog.getByLabel('Website').fill('https://weir.example');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('heading', { name: 'Weir Films Ltd', level: 1 }).waitFor();

  for (const name of ['Isla Grant', 'Morag Grant']) {
    await page.getByRole('button', { name: 'Add person' }).click();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByText('Weir Films Ltd').waitFor();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('region', { name: 'People' }).getByRole('link', { name }).waitFor();
  }

  const duplicates = page.getByRole('region', { name: 'Possible duplicates' });
  await duplicates.getByText('Same name').waitFor();
  await duplicates.getByRole('button', { name: 'Merge with The Weir Films' }).click();
  await dialog.getByRole('group', { name: 'Which one stays?' }).getByLabel('Weir Films Ltd').waitFor();
  const choice = dialog.getByRole('group', { name: 'Telephone' });
  await expect.poll(() => choice.getByLabel('0131 496 0001').isChecked()).toBe(true);
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await page.getByText('Companies merged').waitFor();
  await expect.poll(() => page.getByLabel('Telephone').inputValue()).toBe('0131 496 0001');
  const { data } = await admin.api(companies, { query: 'weir' });
  expect(data).toMatchObject([{ name: 'Weir Films Ltd', telephone: '0131 496 0001', people: 2 }]);
  expect((await admin.api(people, { company: data[0]!.id })).total).toBe(2);

  await page.getByRole('link', { name: 'History' }).click();
  await page.getByRole('heading', { name: 'Version 2 compared with version 1' }).waitFor();
  await page.getByText('Values of the other one before the merge').waitFor();
  await page.getByRole('link', { name: 'Version 1', exact: true }).click();
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore', exact: true }).click();
  await page.getByRole('heading', { name: 'Version 3 compared with version 2' }).waitFor();
  expect(await admin.api(companyById, { id: other })).toMatchObject({ id: data[0]!.id, telephone: null });
});

test('a team member marks a person of the same name as another one by keyboard, and undoes it', async () => {
  const id = await addCompanyPerson(db, { name: 'Morven Shaw' });
  await addCompanyPerson(db, { name: 'Morven Shaw', job_title: 'Runner' });
  await visit(page, `${site.url}/admin/people/${id}`);
  const duplicates = page.getByRole('region', { name: 'Possible duplicates' });
  const decide = duplicates.getByRole('button', { name: 'Not a duplicate Morven Shaw' });
  await decide.focus();
  await page.keyboard.press('Enter');
  const undo = duplicates.getByRole('button', { name: 'Could be a duplicate Morven Shaw' });
  await undo.waitFor();
  await duplicates.getByText('Same name, Not a duplicate').waitFor();
  await expect.poll(() => undo.evaluate((button) => button === document.activeElement)).toBe(true);
  expect((await admin.api(people, { query: 'morven', duplicates: 'true' })).total).toBe(0);
  await page.keyboard.press('Enter');
  await decide.waitFor();
  expect((await admin.api(people, { query: 'morven', duplicates: 'true' })).total).toBe(2);
});

test('two people who change one field see both values', async () => {
  const id = await addCompany(db, { name: 'Quay Studios' });
  await visit(page, `${site.url}/admin/companies/${id}`);
  await page.getByLabel('Notes').fill('Mine');
  await admin.api(updateCompany, {
    id,
    version: 1,
    name: 'Quay Studios',
    notes: 'Theirs',
    email: 'office@quay.example',
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved by somebody else').waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe('office@quay.example');
  await page.getByRole('button', { name: 'Use this value: Saved by somebody else of Notes' }).click();
  await page.getByLabel('Notes').fill('Theirs and mine');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Company saved').waitFor();
  expect(await admin.api(companyById, { id })).toMatchObject({ notes: 'Theirs and mine', version: 3 });
});
