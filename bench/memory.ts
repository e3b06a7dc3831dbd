import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';

const SAMPLE_MS = 100;

/** Resident memory of a process (MB). */
export async function memoryOf({ pid }: Pick<ChildProcess, 'pid'>): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024);
}

/** The result of some work, and the most memory that a process has had meanwhile (MB). */
export async function withPeakMemory<Result>(
  process: Pick<ChildProcess, 'pid'>,
  work: Promise<Result>,
): Promise<[Result, number]> {
  let peak = await memoryOf(process);
  const timer = setInterval(() => void memoryOf(process).then((now) => (peak = Math.max(peak, now))), SAMPLE_MS);
  const result = await work.finally(() => clearInterval(timer));
  return [result, peak];
}
