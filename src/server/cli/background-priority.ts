import { execFile } from 'node:child_process';
import { availableParallelism, setPriority } from 'node:os';
import { promisify } from 'node:util';

/** After the site, and before the worker, which makes renditions of what an import adds. */
const NICENESS = 5;

/** Whether a command decodes pictures for minutes or hours while the site runs on the same machine. */
export function isBackgroundWork([name, ...args]: readonly string[]): boolean {
  return name === 'import' && args.some((arg) => arg.startsWith('--photographs'));
}

/**
 * Lowers the priority of this process and of those that it starts, and leaves one processor to the site where there are several, as the
 * worker does. Without `taskset` it uses all processors.
 */
export async function yieldToSite(): Promise<void> {
  setPriority(NICENESS);
  const processors = availableParallelism();
  if (processors === 1) return;
  const options = ['--all-tasks', '--pid', '--cpu-list', `1-${processors - 1}`, String(process.pid)];
  await promisify(execFile)('taskset', options).catch(() => {});
}
