import { type ChildProcess, execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Pauses or resumes processes; ignores those that have exited. */
export function signalAll(pids: readonly (number | undefined)[], signal: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of pids) {
    try {
      if (pid !== undefined) process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Returns the worker of a server. */
export async function findWorkerPid({ pid }: Pick<ChildProcess, 'pid'>): Promise<number> {
  const { stdout } = await promisify(execFile)('pgrep', ['-P', String(pid), '-f', 'worker.ts']);
  return Number(stdout);
}

/** Lists the decoder of a process, if it runs. */
export async function findDecoderPids(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('pgrep', ['-P', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.split('\n').filter(Boolean).map(Number);
}
