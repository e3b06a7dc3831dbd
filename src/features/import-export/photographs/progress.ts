import { formatNumber } from '../../../platform/text/numbers.ts';

/** Says how far work is. */
export interface Progress {
  report(what: string, done: number, all: number): void;
}

/** Between two lines. */
const INTERVAL_MS = 5_000;
/** Photographs after which the time that is left can be told. */
const MIN_DONE = 20;

/** Writes a line every few seconds: "120 of 1,000 photographs imported, about 4 minutes left". */
export function createProgress(write: (line: string) => void, now: () => number = () => performance.now()): Progress {
  let current = '';
  let startedAt = 0;
  let doneAtStart = 0;
  let lastAt = 0;
  return {
    report(what, done, all) {
      const at = now();
      if (what !== current) {
        [current, startedAt, lastAt, doneAtStart] = [what, at, at, done];
        return;
      }
      if (at - lastAt < INTERVAL_MS || done === all) return;
      lastAt = at;
      const finished = done - doneAtStart;
      const minutes = Math.ceil((((at - startedAt) / finished) * (all - done)) / 60_000);
      const left =
        finished < MIN_DONE ? '' : `, about ${minutes === 1 ? 'a minute' : `${formatNumber(minutes)} minutes`} left`;
      write(`${formatNumber(done)} of ${formatNumber(all)} photographs ${what}${left}`);
    },
  };
}
