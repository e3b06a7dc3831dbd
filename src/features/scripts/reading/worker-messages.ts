import type { HeadingWords, Script } from './script.ts';

/** What the page asks the worker for. */
export type ReadingTask =
  | { readonly type: 'read'; readonly source: File | string; readonly headingWords: readonly HeadingWords[] }
  /** After reading: the lines of possible headings that are headings. */
  | { readonly type: 'take'; readonly lines: ReadonlySet<number> };

/** What the worker answers. */
export type ReadingResult =
  | { readonly type: 'progress'; readonly share: number }
  | { readonly type: 'script'; readonly script: Script }
  /** The message is for users; without one, the failure is unexpected. */
  | { readonly type: 'failure'; readonly message: string | undefined };

/** A message of either side; the answers to a task have its id. */
export interface WithId<Content> {
  readonly id: number;
  readonly content: Content;
}
