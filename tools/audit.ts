import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/*
 * Checks the packages of all lockfiles: each comes from the npm registry and has a checksum, and none that a site installs has a known
 * vulnerability of a severity that SECURITY.md wants mended at once. Without an answer of the registry, it says so and passes.
 */

const ROOT = path.resolve(import.meta.dirname, '..');
const FOLDERS = ['.', 'tools', 'tools/node', 'bench'];
const REGISTRY = 'https://registry.npmjs.org/';
const SEVERE = new Set(['high', 'critical']);
const TIMEOUT_MS = 60_000;

interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  readonly resolved?: string;
  readonly integrity?: string;
  /** Contained in the archive of another package. */
  readonly inBundle?: boolean;
}

interface Audit {
  readonly vulnerabilities?: Readonly<Record<string, { readonly name: string; readonly severity: string }>>;
}

for (const folder of FOLDERS) {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, folder, 'package-lock.json'), 'utf8')) as Lockfile;
  for (const [location, locked] of Object.entries(packages)) {
    if (location !== '' && !isPinned(locked))
      fail(`${folder}: ${location} has no checksum, or is not from the registry`);
  }
}

const audit = readAudit();
if (!audit?.vulnerabilities) console.log('      the registry did not answer: vulnerabilities were not checked');
for (const { name, severity } of Object.values(audit?.vulnerabilities ?? {})) {
  if (SEVERE.has(severity)) fail(`${name}: a vulnerability of severity ${severity}, see npm audit`);
}

/** A package without a URL comes from the registry that npm is configured for. */
function isPinned({ resolved = REGISTRY, integrity = '', inBundle = false }: LockedPackage): boolean {
  return inBundle || (resolved.startsWith(REGISTRY) && integrity.startsWith('sha512-'));
}

/** Asks the registry about the packages that a site installs; undefined without an answer. */
function readAudit(): Audit | undefined {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
  });
  try {
    return JSON.parse(stdout) as Audit;
  } catch {
    return undefined;
  }
}

function fail(line: string): void {
  console.log(line);
  process.exitCode = 1;
}
