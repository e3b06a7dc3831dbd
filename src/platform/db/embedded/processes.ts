import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);

/** Finds all PostgreSQL processes of the cluster in `directory`. */
export async function findServers(directory: string): Promise<number[]> {
  const path = await realpath(directory);
  return process.platform === 'linux' ? findServersInside(path) : findServersByArgument(path);
}

/** Linux: the working directory of every PostgreSQL process is that of its cluster. */
async function findServersInside(path: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry)).map(Number);
  const serving = await Promise.all(pids.map((pid) => isServerInside(pid, path)));
  return pids.filter((_, index) => serving[index]);
}

async function isServerInside(pid: number, path: string): Promise<boolean> {
  try {
    const [folder, program] = await Promise.all([readlink(`/proc/${pid}/cwd`), readFile(`/proc/${pid}/comm`, 'utf8')]);
    return folder === path && program.trim() === 'postgres';
  } catch {
    // The process has just ended, or belongs to another user.
    return false;
  }
}

/** Other systems: finds the postmaster only, by the directory on its command line. */
async function findServersByArgument(path: string): Promise<number[]> {
  const { stdout } = await execFileAsync('ps', ['-axo', 'pid=,command=']);
  return stdout
    .split('\n')
    .filter((line) => line.includes('/bin/postgres ') && line.includes(`-D ${path} `))
    .map((line) => Number.parseInt(line, 10));
}

/** Returns the pid in the postmaster.pid of `directory`; the process may have ended long ago. */
export async function readPostmasterPid(directory: string): Promise<number | undefined> {
  const file = await readFile(join(directory, 'postmaster.pid'), 'utf8').catch(() => '');
  return Number.parseInt(file, 10) || undefined;
}
