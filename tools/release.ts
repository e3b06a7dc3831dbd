import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Files that a site needs at run time. Checks, tests and benchmarks stay in the repository. */
const CONTENT = [
  'bin',
  'database',
  'demo',
  'deploy',
  'docs',
  'regions',
  'src',
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  '.npmrc',
  'Containerfile',
  '.containerignore',
  '.dockerignore',
  'compose.yaml',
];
const PACKAGE = 'package.json';
const TEST_FILE = /\.test\.tsx?$/;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const ROOT = path.resolve(import.meta.dirname, '..');

/**
 * Builds the release archive of the committed and built state: recce-VERSION.tar.gz and its SHA-256 checksum. The same commit and build
 * give the same bytes.
 * @returns the path of the archive
 */
export function buildRelease(folder: string): string {
  const { scripts: _, ...about } = readPackage();
  const name = `recce-${about.version}`;
  const temporary = mkdtempSync(path.join(tmpdir(), 'recce-release-'));
  const target = path.join(temporary, name);
  try {
    for (const file of listFiles()) copy(file, target);
    copy('dist', target);
    copy('package-lock.json', target);
    writeFileSync(path.join(target, 'sbom.cdx.json'), createInventory());
    // The scripts belong to files that the archive does not have.
    writeFileSync(path.join(target, PACKAGE), `${JSON.stringify(about, null, 2)}\n`);
    mkdirSync(folder, { recursive: true });
    const archive = path.join(folder, `${name}.tar.gz`);
    pack(temporary, name, archive);
    const checksum = createHash('sha256').update(readFileSync(archive)).digest('hex');
    writeFileSync(`${archive}.sha256`, `${checksum}  ${name}.tar.gz\n`);
    return archive;
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

function readPackage(): { version: string; scripts?: unknown } {
  return JSON.parse(readFileSync(path.join(ROOT, PACKAGE), 'utf8')) as { version: string; scripts?: unknown };
}

/**
 * Lists the packages that a site installs, as a CycloneDX document (SBOM). From the lockfile alone, and without the time and the random
 * number that npm adds: the same commit gives the same bytes.
 */
function createInventory(): string {
  const options = ['--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx', '--sbom-type=application'];
  const text = execFileSync('npm', ['sbom', ...options], { cwd: ROOT, encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES });
  const { serialNumber: _, metadata, ...inventory } = JSON.parse(text) as Inventory;
  const { timestamp: _time, component, ...about } = metadata;
  // npm takes the name of the folder.
  const described = { ...about, component: { ...component, name: 'recce' } };
  return `${JSON.stringify({ ...inventory, metadata: described }, null, 2)}\n`;
}

interface Inventory {
  readonly serialNumber: string;
  readonly metadata: { readonly timestamp: string; readonly component: object };
}

function listFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--', ...CONTENT], { cwd: ROOT, encoding: 'utf8' });
  return listed.split('\0').filter((file) => file && !TEST_FILE.test(file));
}

function copy(file: string, target: string): void {
  cpSync(path.join(ROOT, file), path.join(target, file), { recursive: true });
}

function pack(folder: string, name: string, archive: string): void {
  const time = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' }).trim();
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'];
  const options = ['--sort=name', `--mtime=@${time}`, ...owner, '--use-compress-program=gzip -n'];
  execFileSync('tar', ['--create', ...options, '--file', archive, '--directory', folder, name]);
}

if (import.meta.main) {
  const archive = buildRelease(path.join(ROOT, 'release'));
  console.log(`Release: ${archive}\nChecksum: ${archive}.sha256`);
}
