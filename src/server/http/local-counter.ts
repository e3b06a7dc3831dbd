import { LRUCache } from 'lru-cache';

/** A counter of requests, and how many it permits in its window. */
export interface Count {
  readonly key: string;
  readonly max: number;
}

/** More networks than a node serves in a minute; each takes about 200 bytes. */
const MAX_NETWORKS = 20_000;

/** Counts requests in fixed windows, in memory. */
export class LocalCounter {
  readonly #windows = new LRUCache<string, { requests: number; readonly endsAt: number }>({ max: MAX_NETWORKS });

  /**
   * Counts a request for each key up to the first that has exceeded its maximum: a network that sends too much does not use up what the
   * larger one around it may send. Returns the seconds to wait, or 0.
   */
  count(counts: readonly Count[], seconds: number, now: Date): number {
    const time = now.getTime();
    for (const { key, max } of counts) {
      let window = this.#windows.get(key);
      if (!window || window.endsAt <= time) {
        window = { requests: 0, endsAt: time + seconds * 1000 };
        this.#windows.set(key, window);
      }
      if (++window.requests > max) return Math.ceil((window.endsAt - time) / 1000);
    }
    return 0;
  }
}
