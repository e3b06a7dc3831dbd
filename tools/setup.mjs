// Prepares a fresh clone for the npm scripts: packages, Node and, with --browser, Chromium.
// --tools and --bench also install the packages of the checks and of the benchmarks, which have folders of their own.
// Runs on whatever Node is there (18 or newer) before any package is, hence plain JavaScript without dependencies.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser, installBrowser } from './browser.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const options = new Set(process.argv.slice(2));

try {
  install('.');
  if (!isNewEnough(process.version)) linkNode();
  if (options.has('--tools')) install('tools');
  if (options.has('--bench')) install('bench');
  if (options.has('--browser') && !findBrowser()) installBrowser();
} catch (error) {
  console.error(`Setup: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

/** Installs the packages of a folder, unless they are there. */
function install(folder) {
  if (packagesMatchLockfile(folder)) return;
  console.log(
    `Setup: installing packages with npm ci${folder === '.' ? '' : ` in ${folder}`}; the first time this takes a few minutes.`,
  );
  // The build is among the development packages, so they are needed whatever NODE_ENV says.
  const npmCi = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const [command, ...args] = [...npm(), ...npmCi];
  const { status, error } = spawnSync(command, args, {
    cwd: join(root, folder),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`npm ci failed${error ? ` (${error.message})` : ', for the reason above'}.`);
}

/** npm records what it has installed; after an interrupted installation there is no record. */
function packagesMatchLockfile(folder) {
  const wanted = packagesIn(join(folder, 'package-lock.json'));
  const present = packagesIn(join(folder, 'node_modules/.package-lock.json'));
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

/** The npm that runs this script, with the Node that runs that npm; else the one on the path. */
function npm() {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  return script && node && basename(script) === 'npm-cli.js' ? [node, script] : ['npm'];
}

/** npm scripts look for `node` in node_modules/.bin first. */
function linkNode() {
  const link = join(root, 'node_modules/.bin/node');
  install('tools/node');
  rmSync(link, { force: true });
  symlinkSync('../../tools/node/node_modules/.bin/node', link);
  const { status, stdout } = spawnSync(link, ['--version'], { encoding: 'utf8' });
  if (status === 0 && isNewEnough(stdout)) return;
  throw new Error(
    `Recce needs Node ${neededNode()} or newer, and this is ${process.version}. The package "node" would bring it, but its ` +
      'install script did not run: allow install scripts and run npm rebuild in tools/node, or install Node 24.',
  );
}

function isNewEnough(version) {
  return version.trim().slice(1).localeCompare(neededNode(), 'en', { numeric: true }) >= 0;
}

function neededNode() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node.replace('>=', '');
}
