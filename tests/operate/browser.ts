import { type Page, chromium } from 'playwright-core';
import { findBrowser } from '../../tools/browser.mjs';
import { assert } from './steps.ts';

const SWITCHES = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--no-first-run',
];

/** Opens a page in Chromium, and checks that it shows a photograph without errors. */
export async function lookAt(url: string): Promise<void> {
  await withPage(url, async (page) => {
    await page.waitForFunction(() =>
      [...document.images].some(({ src, naturalWidth }) => src.includes('/media/') && naturalWidth > 0),
    );
  });
}

/** Logs in at the page of the Locations Team, and expects the account in the list of users. Returns what the foot of the page says. */
export async function logInByBrowser(url: string, { email, password }: { email: string; password: string }) {
  return withPage(url, async (page) => {
    const getField = (name: string) => page.getByRole('textbox', { name, exact: true });
    await getField('Email').fill(email);
    await getField('Password').fill(password);
    await page.getByRole('dialog').getByRole('button', { name: 'Log In' }).click();
    await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Users' }).click();
    await page.getByRole('cell', { name: email }).waitFor();
    return page.getByText(/^Recce \d/).innerText();
  });
}

async function withPage<Result>(url: string, work: (page: Page) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch({ executablePath: findBrowser() ?? 'chromium', args: SWITCHES });
  try {
    // Chromium does not read the certificate authority of this test.
    const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(url);
    const result = await work(page);
    assert(problems.length === 0, problems.join('\n'));
    return result;
  } finally {
    await browser.close();
  }
}
