import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';

const SAMPLE_MS = 100;

/** Returns the resident memory of a process in MB. */
export async function getMemory({ pid }: Pick<ChildProcess, 'pid'>): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024);
}

/** Returns the result of some work and the peak memory of a process during it, in MB. */
export async function withPeakMemory<Result>(
  process: Pick<ChildProcess, 'pid'>,
  work: Promise<Result>,
): Promise<[Result, number]> {
  let peak = await getMemory(process);
  const timer = setInterval(() => void getMemory(process).then((now) => (peak = Math.max(peak, now))), SAMPLE_MS);
  const result = await work.finally(() => clearInterval(timer));
  return [result, peak];
}
