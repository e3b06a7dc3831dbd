// Finds the Chromium that the browser tests drive, or installs Debian's. Plain JavaScript: setup runs it on any Node.
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

/** The one without windows first: it starts twice as fast. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/opt/google/chrome'];
const APPLICATIONS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const VERSION_TIMEOUT_MS = 30_000;

/**
 * Path of a Chromium or Chrome that runs: CHROMIUM_PATH if set, else the first of the usual ones.
 *
 * @returns {string | undefined}
 */
export function findBrowser() {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) {
    if (!runs(CHROMIUM_PATH)) throw new Error(`CHROMIUM_PATH names ${CHROMIUM_PATH}, which is no browser that runs.`);
    return CHROMIUM_PATH;
  }
  const usual = NAMES.flatMap((name) => FOLDERS.map((folder) => join(folder, name)));
  return [...new Set(usual), ...APPLICATIONS].find(runs);
}

/** Some systems put a script where the browser would be, which only says how to install it. */
function runs(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: VERSION_TIMEOUT_MS }).status === 0;
}

/** Installs Debian's Chromium, which only root can; otherwise fails with what the reader is to do. */
export function installBrowser() {
  const remedy =
    'install it (Debian: sudo apt-get install chromium-headless-shell) or set CHROMIUM_PATH to a Chromium or Chrome.';
  if (process.getuid?.() !== 0 || !hasApt()) throw new Error(`The browser tests need Chromium: ${remedy}`);
  console.log('Setup: installing Chromium with apt-get.');
  apt('update', '-qq');
  apt('install', '-qq', '--yes', '--no-install-recommends', 'chromium-headless-shell');
  if (!findBrowser()) throw new Error(`apt-get installed no Chromium that runs: ${remedy}`);
}

function hasApt() {
  return spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
}

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env });
  if (status !== 0)
    throw new Error(`apt-get ${args[0]} failed, for the reason above: install Chromium or set CHROMIUM_PATH.`);
}
