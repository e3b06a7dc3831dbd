import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);

/** Pins a process with all its present threads, or one thread, to a processor. Rejects if that is not permitted. */
export async function pinToProcessor(
  processor: number,
  task: number,
  { allThreads }: { allThreads: boolean },
): Promise<void> {
  await execFileAsync('taskset', [...options(allThreads), '--cpu-list', String(processor), String(task)]);
}

/** Gives a process real-time priority. Rejects if that is not permitted. */
export async function raisePriority(process: number): Promise<void> {
  await execFileAsync('chrt', ['--fifo', ...options(true), '1', String(process)]);
}

function options(allThreads: boolean): string[] {
  return allThreads ? ['--all-tasks', '--pid'] : ['--pid'];
}
