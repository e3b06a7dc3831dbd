import type { Caller } from '../locations/working-copy/policy.ts';

/** The scope of a figure: the area of the caller or the whole site, and the time. */
export interface FigureScope {
  readonly caller: Caller;
  readonly now: Date;
}
