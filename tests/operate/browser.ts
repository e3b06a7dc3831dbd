import { chromium } from 'playwright-core';
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
  const browser = await chromium.launch({ executablePath: findBrowser() ?? 'chromium', args: SWITCHES });
  try {
    // Chromium does not read the certificate authority of this test.
    const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(url);
    await page.waitForFunction(() =>
      [...document.images].some(({ src, naturalWidth }) => src.includes('/media/') && naturalWidth > 0),
    );
    assert(problems.length === 0, problems.join('\n'));
  } finally {
    await browser.close();
  }
}
