import { afterAll } from 'vitest';
import { readCpuSeconds } from './cpu-time.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** CPU time of a test file, with its imports, the processes that it has started, and the browsers of its worker. */
    cpuSeconds?: number;
  }
}

const start = readCpuSeconds();
// Hooks run in reverse order: this one after those in which the file stops its processes.
// Vitest finds the fixtures of a hook in its first parameter, which must be a pattern.
// oxlint-disable-next-line no-empty-pattern
afterAll(({}, file) => void (file.meta.cpuSeconds = readCpuSeconds() - start));
