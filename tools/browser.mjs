// Finds the Chromium for the browser tests, or installs that of Debian. Plain JavaScript: setup runs it on any Node.
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { apt, canInstall } from './apt.mjs';

/** The headless shell first: it starts twice as fast. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/opt/google/chrome'];
const APPLICATIONS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const VERSION_TIMEOUT_MS = 30_000;

/**
 * Finds a working Chromium or Chrome: CHROMIUM_PATH if set, else the first in the usual places.
 *
 * @returns {string | undefined}
 */
export function findBrowser() {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) {
    if (!canRun(CHROMIUM_PATH)) throw new Error(`CHROMIUM_PATH is ${CHROMIUM_PATH}, which is not a working browser.`);
    return CHROMIUM_PATH;
  }
  const candidates = NAMES.flatMap((name) => FOLDERS.map((folder) => join(folder, name)));
  return [...new Set(candidates), ...APPLICATIONS].find(canRun);
}

/** Some systems have a placeholder script that only explains how to install the browser. */
function canRun(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: VERSION_TIMEOUT_MS }).status === 0;
}

/** Installs Chromium with apt-get as root; otherwise throws an error with instructions. */
export function installBrowser() {
  const remedy =
    'install it (Debian: sudo apt-get install chromium-headless-shell) or set CHROMIUM_PATH to a Chromium or Chrome.';
  if (!canInstall()) throw new Error(`The browser tests need Chromium: ${remedy}`);
  console.log('Setup: installing Chromium with apt-get.');
  apt(remedy, 'update', '-qq');
  apt(remedy, 'install', '-qq', '--yes', '--no-install-recommends', 'chromium-headless-shell');
  if (!findBrowser()) throw new Error(`apt-get did not install a working Chromium: ${remedy}`);
}
