import type { Script } from './script.ts';

/** What the format says about a line. */
export type LineStyle =
  /** Nothing: its text decides. */
  | 'unknown'
  | 'heading'
  | 'action'
  | 'character'
  | 'dialogue'
  /** Transitions, sections, lyrics. */
  | 'other';

/** A line of a script, or a paragraph in formats that have them, before it is known what it is. */
export interface ScriptLine {
  /** From 1. */
  readonly line: number;
  readonly text: string;
  readonly style: LineStyle;
  /** Why it is not in the script: in a note, on the title page or taken out by the author; in an omitted scene; the header of a page. */
  readonly exclusion?: 'left out' | 'omitted' | 'running head';
  readonly isBlankBefore: boolean;
  readonly isBlankAfter: boolean;
  /** False where the layout shows that the line is neither a heading nor action: it is indented. Undefined if there is none. */
  readonly isAtMargin?: boolean | undefined;
  /** True if it reaches the right margin, so that it may continue on the next line. */
  readonly isFullWidth?: boolean;
  /** Where it is, in pages; undefined in formats without. */
  readonly page?: number;
  /** Length of the scene in eighths of a page, if the format knows it. */
  readonly eighths?: number;
  /** Number of the scene, if the format has it apart from the text. */
  readonly number?: string | null;
}

/** A script as lines. */
export interface ScriptDocument {
  readonly format: Script['format'];
  readonly title: string | null;
  readonly lines: readonly ScriptLine[];
  /** Number of pages, if the format has them. */
  readonly pages?: number;
}

/** Reports how much has been read, from 0 to 1. */
export type OnProgress = (share: number) => void;
