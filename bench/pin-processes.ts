import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);

/** Has a process, with all its threads of now, or one thread of it, run on one processor only. Rejects where that is not allowed. */
export async function pinToProcessor(
  processor: number,
  task: number,
  { allThreads }: { allThreads: boolean },
): Promise<void> {
  await execFileAsync('taskset', [...options(allThreads), '--cpu-list', String(processor), String(task)]);
}

/** Has a process come before all that have no such priority. Rejects where that is not allowed. */
export async function raisePriority(process: number): Promise<void> {
  await execFileAsync('chrt', ['--fifo', ...options(true), '1', String(process)]);
}

function options(allThreads: boolean): string[] {
  return allThreads ? ['--all-tasks', '--pid'] : ['--pid'];
}
