// Brings a fresh clone to where the npm scripts can run: packages, the right Node and, with --browser, Chromium.
// Runs on whatever Node is there (18 or newer) before any package is, hence plain JavaScript without dependencies.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser, installBrowser } from './browser.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

try {
  if (!packagesMatchLockfile()) installPackages();
  assertNode();
  if (process.argv.includes('--browser') && !findBrowser()) installBrowser();
} catch (error) {
  console.error(`Setup: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

/** npm keeps its own record of what it installed; an interrupted installation has none. */
function packagesMatchLockfile() {
  const wanted = packagesIn('package-lock.json');
  const present = packagesIn('node_modules/.package-lock.json');
  if (!wanted || !present) return false;
  delete wanted[''];
  const asWanted = Object.entries(wanted).every(([path, { version, optional }]) =>
    present[path] ? present[path].version === version : optional,
  );
  return asWanted && Object.keys(present).every((path) => path in wanted);
}

function packagesIn(lockfile) {
  try {
    return JSON.parse(readFileSync(join(root, lockfile), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

function installPackages() {
  console.log('Setup: installing packages with npm ci; the first time this takes a few minutes.');
  // Development packages hold Node itself and the build, so they are needed whatever NODE_ENV says.
  const npmCi = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const [command, ...args] = [...npm(), ...npmCi];
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`npm ci failed${error ? ` (${error.message})` : ', for the reason above'}.`);
}

/** The npm that runs this script, with the Node that runs that npm; else the one on the path. */
function npm() {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  return script && node && basename(script) === 'npm-cli.js' ? [node, script] : ['npm'];
}

/** npm scripts find node_modules/.bin/node first, which the package `node` brings; else they run on the system's. */
function assertNode() {
  const needed = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node.replace('>=', '');
  const own = spawnSync(join(root, 'node_modules', '.bin', 'node'), ['--version'], { encoding: 'utf8' });
  const version = (own.status === 0 ? own.stdout : process.version).trim().slice(1);
  if (isAtLeast(version, needed)) return;
  throw new Error(
    own.status === 0
      ? `Recce needs Node ${needed} or newer, and node_modules holds ${version}: run npm ci.`
      : `Recce needs Node ${needed} or newer, and this is ${version}. The package "node" would bring it, but its ` +
          'install script did not run: allow install scripts and run npm rebuild node, or install Node 24.',
  );
}

function isAtLeast(version, needed) {
  return version.localeCompare(needed, 'en', { numeric: true }) >= 0;
}
