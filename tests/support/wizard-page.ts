import type { Page } from 'playwright-core';
import { box, fill } from './forms.ts';

/** The steps of the wizard by their titles. */
export type StepTitle = 'information' | 'features' | 'description' | 'contacts' | 'images' | 'area';

/** Resolves once a step is open. */
export const atStep = (page: Page, title: StepTitle): Promise<void> =>
  page.getByRole('heading', { level: 1, name: `Location ${title}`, exact: true }).waitFor();

/** Presses a button below a step. The last step is loaded lazily and moves its buttons, so it is awaited first. */
export async function press(page: Page, name: 'NEXT STEP' | 'PREVIOUS STEP' | 'SKIP' | 'COMPLETE'): Promise<void> {
  if (name === 'COMPLETE') await page.getByRole('region', { name: 'Location area', exact: true }).waitFor();
  await page.getByRole('button', { name, exact: true }).click();
}

export const INFORMATION = {
  Title: 'Torloisk House',
  'Address line 1': 'Kilninian',
  Postcode: 'pa74 6nh',
  'Nearest town': 'Tobermory',
  'Telephone 1': '01688 500 100',
  Email: 'morag@torloisk.example',
};

/** Fills in the second step, whose lists are collapsed. */
async function fillFeatures(page: Page): Promise<void> {
  for (const name of ['Category', 'Setting', 'Century'])
    await page.getByRole('button', { name: `${name}: None chosen, show all` }).click();
  for (const name of ['Estate', 'Coastal', '19th']) await page.getByRole('checkbox', { name, exact: true }).check();
  for (const name of ['Condition', 'Ownership type', 'Authority', 'Film office'])
    await page.getByRole('combobox', { name }).selectOption({ index: 1 });
  await box(page, 'Owner name').fill('Morag Maclean');
}

/** Fills in the first three steps and opens the contacts. */
export async function fillTypedSteps(page: Page): Promise<void> {
  await fill(page, INFORMATION);
  await press(page, 'NEXT STEP');
  await atStep(page, 'features');
  await fillFeatures(page);
  await press(page, 'NEXT STEP');
  await atStep(page, 'description');
  await box(page, 'Description').fill('A laird’s house above the loch.');
  await press(page, 'NEXT STEP');
  await atStep(page, 'contacts');
}
