import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

interface Collection {
  readonly type: 'major';
  readonly execution: 'sync';
  readonly flavor: 'last-resort';
}

/** Gives what this thread no longer uses back to the system. Takes some tens of milliseconds: only for when there is nothing to do. */
export function releaseMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (collection: Collection) => void;
  // Of the flavours, this one also gives back the room for new objects.
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/**
 * V8 collects garbage when it runs out of room, so a thread that has been busy holds all the room it ever needed while it rests.
 * @returns to be called at each piece of work; memory is released once none has come for `idleMs`
 */
export function releaseMemoryWhenIdle(idleMs: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    // A timer that has gone off begins anew all the same.
    if (timer) timer.refresh();
    else timer = setTimeout(releaseMemory, idleMs).unref();
  };
}
