import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

interface Collection {
  readonly type: 'major';
  readonly execution: 'sync';
  readonly flavor: 'last-resort';
}

/** Returns unused heap memory of this thread to the operating system. Blocks for tens of milliseconds: call it when idle. */
export function releaseMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (collection: Collection) => void;
  // Only the flavour `last-resort` also shrinks the young generation.
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/**
 * Releases memory when a thread becomes idle. V8 collects garbage when memory runs short, so an idle thread would keep its peak heap.
 * @returns a function to call at each unit of work; memory is released `idleMs` after the last call
 */
export function releaseMemoryWhenIdle(idleMs: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    // refresh() also restarts a timer that has fired.
    if (timer) timer.refresh();
    else timer = setTimeout(releaseMemory, idleMs).unref();
  };
}
