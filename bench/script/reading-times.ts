import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, type Page, chromium } from 'playwright-core';
import { findBrowser } from '../../tools/browser.mjs';
import { withServer } from '../server-process.ts';
import { printPdf, writeFountain } from './long-scripts.ts';

const PORT = 3911;
/** Of each script; the median counts. */
const RUNS = 3;
const MAX_TASK_MS = 100;
/** "At once". */
const REFUSED_MS = 500;
/** What the page does after it has shown a script, such as finding constraints. */
const AFTERWARDS_MS = 2_000;

interface Reading {
  /** From choosing the file. */
  readonly shownMs: number;
  /** On the main thread. */
  readonly longestTaskMs: number;
}

/** Measures in Chromium how long scripts take until they are shown. Returns the goals that are missed. */
export async function measureReading(): Promise<string[]> {
  const missed: string[] = [];
  const folder = await mkdtemp(path.join(tmpdir(), 'recce-scripts-'));
  const browser = await chromium.launch({ executablePath: findBrowser() ?? 'chromium', args: ['--no-sandbox'] });
  try {
    const scripts = await writeScripts(browser, folder);
    await withServer(new URL('./server.ts', import.meta.url), PORT, async () => {
      console.log('\n| script | shown after | longest task |\n|---|---|---|');
      for (const { file, goalMs } of scripts) {
        const readings: Reading[] = [];
        for (let run = 0; run < RUNS; run++) readings.push(await measure(browser, path.join(folder, file)));
        const shownMs = getMedian(readings.map((reading) => reading.shownMs));
        const longestTaskMs = getMedian(readings.map((reading) => reading.longestTaskMs));
        console.log(`| ${file} | ${(shownMs / 1000).toFixed(2)} s | ${Math.round(longestTaskMs)} ms |`);
        if (shownMs > goalMs) missed.push(`${file}: shown within ${goalMs} ms`);
        if (longestTaskMs > MAX_TASK_MS) missed.push(`${file}: no task above ${MAX_TASK_MS} ms`);
      }
    });
  } finally {
    await browser.close();
    await rm(folder, { recursive: true });
  }
  return missed;
}

function getMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[RUNS >> 1]!;
}

async function writeScripts(browser: Browser, folder: string) {
  const scripts = [
    { file: '120 pages.pdf', goalMs: 1_500, content: await printPdf(browser, 120) },
    { file: '480 pages.pdf', goalMs: 5_000, content: await printPdf(browser, 480) },
    { file: '120 pages.fountain', goalMs: 1_500, content: writeFountain(120) },
    { file: '480 pages.fountain', goalMs: 5_000, content: writeFountain(480) },
  ];
  for (const { file, content } of scripts) await writeFile(path.join(folder, file), content);
  const tooLarge = '120 MB, refused.pdf';
  const file = await open(path.join(folder, tooLarge), 'w');
  await file.truncate(120 * 1024 ** 2);
  await file.close();
  return [...scripts, { file: tooLarge, goalMs: REFUSED_MS }];
}

async function measure(browser: Browser, file: string): Promise<Reading> {
  const page = await browser.newPage();
  try {
    await page.goto(`http://127.0.0.1:${PORT}/script`, { waitUntil: 'networkidle' });
    await page.waitForFunction(isHydrated);
    await observe(page);
    await page.getByLabel('Script', { exact: true }).setInputFiles(file);
    const shownMs = await page
      .waitForFunction(() => performance.getEntriesByName('shown')[0]?.duration)
      .then((handle) => handle.jsonValue());
    await page.waitForTimeout(AFTERWARDS_MS);
    const longestTaskMs = await page.evaluate(() =>
      Math.max(0, ...performance.getEntriesByName('long task').map(({ duration }) => duration)),
    );
    return { shownMs: shownMs ?? 0, longestTaskMs };
  } finally {
    await page.close();
  }
}

/** Runs in the page: whether React handles the events of the field. */
function isHydrated(): boolean {
  const field = document.querySelector('input[type=file]');
  return field !== null && Object.keys(field).some((key) => key.startsWith('__reactProps'));
}

/** Measures in the page the time from choosing a file until its scenes or an error are shown, and tasks of 50 ms and more. */
async function observe(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.addEventListener('change', () => performance.mark('chosen'), { capture: true, once: true });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        performance.measure('long task', { start: startTime, duration });
    }).observe({ type: 'longtask' });
    const observer = new MutationObserver(() => {
      if (!document.querySelector('.story-location, [role=alert]')) return;
      observer.disconnect();
      requestAnimationFrame(() => performance.measure('shown', 'chosen'));
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}
