import type { Caller } from '../locations/working-copy/policy.ts';

/** What a figure is about: the area of the caller, or everything, at a time. */
export interface FigureScope {
  readonly caller: Caller;
  readonly now: Date;
}
