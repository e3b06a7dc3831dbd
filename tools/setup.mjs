// Prepares a fresh clone for the npm scripts: packages, Node and, with --browser, Chromium, with --mail-server, Dovecot, with --pooler,
// PgBouncer.
// --tools and --bench also install the packages of the checks and of the benchmarks.
// Runs on any Node from version 18, before packages are installed: plain JavaScript without dependencies.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkNode, checkPlatform } from '../bin/requirements.mjs';
import { findBrowser, installBrowser } from './browser.mjs';
import { findMailServer, installMailServer } from './mail-server.mjs';
import { findPooler, installPooler } from './pooler.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const options = new Set(process.argv.slice(2));

try {
  const problem = checkPlatform();
  if (problem) throw new Error(problem);
  install('.');
  if (checkNode(findNodeOfScripts())) linkNode();
  if (options.has('--tools')) install('tools');
  if (options.has('--bench')) install('bench');
  if (options.has('--browser') && !findBrowser()) installBrowser();
  if (options.has('--mail-server') && !findMailServer()) installMailServer();
  if (options.has('--pooler') && !findPooler()) installPooler();
} catch (error) {
  console.error(`Setup: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

/** Installs the packages of a folder, unless they are up to date. */
function install(folder) {
  if (packagesMatchLockfile(folder)) return;
  console.log(
    `Setup: installing packages with npm ci${folder === '.' ? '' : ` in ${folder}`}; the first time this takes a few minutes.`,
  );
  // The build needs the development packages, even with NODE_ENV=production.
  const npmCi = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const [command, ...args] = [...npm(), ...npmCi];
  const { status, error } = spawnSync(command, args, {
    cwd: join(root, folder),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`npm ci failed${error ? ` (${error.message})` : ', see the error above'}.`);
}

/** Compares the lockfile with the one that npm writes after a complete installation. */
function packagesMatchLockfile(folder) {
  const required = readPackages(join(folder, 'package-lock.json'));
  const installed = readPackages(join(folder, 'node_modules/.package-lock.json'));
  if (!required || !installed) return false;
  delete required[''];
  const isComplete = Object.entries(required).every(([path, { version, optional }]) =>
    installed[path] ? installed[path].version === version : optional,
  );
  return isComplete && Object.keys(installed).every((path) => path in required);
}

function readPackages(lockfile) {
  try {
    return JSON.parse(readFileSync(join(root, lockfile), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** Returns the command of the npm that runs this script, or of the one on the PATH. */
function npm() {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  return script && node && basename(script) === 'npm-cli.js' ? [node, script] : ['npm'];
}

/**
 * Returns the version of the `node` that the npm scripts run next. It can be another one than that of this process: if an earlier setup
 * has linked it into node_modules, `npm ci` has deleted the link.
 */
function findNodeOfScripts() {
  return spawnSync('node', ['--version'], { encoding: 'utf8' }).stdout ?? process.version;
}

/** Links a newer Node into node_modules/.bin, where npm scripts look for `node` first. */
function linkNode() {
  const link = join(root, 'node_modules/.bin/node');
  install('tools/node');
  rmSync(link, { force: true });
  symlinkSync('../../tools/node/node_modules/.bin/node', link);
  const { status, stdout } = spawnSync(link, ['--version'], { encoding: 'utf8' });
  if (status === 0 && !checkNode(stdout)) return;
  throw new Error(
    `${checkNode()} The package "node" provides a newer one, but its install script did not run: allow install scripts ` +
      'and run npm rebuild in tools/node, or install Node 24.',
  );
}
