/** Inches from the top left corner of a slide. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Text of one style. */
interface Run {
  readonly text: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  /** rrggbb; that of the text otherwise. */
  readonly colour?: string;
}
export type Paragraph = readonly Run[];

/** Paragraphs that fit into their area in their size, in points. */
export interface TextItem extends Area {
  readonly kind: 'text';
  readonly paragraphs: readonly Paragraph[];
  readonly size: number;
  readonly colour: string;
  readonly valign: 'top' | 'middle' | 'bottom';
  readonly align?: 'right' | 'center';
  readonly fill?: string;
  readonly url?: string;
}

/** A picture in the folder of the job, which has the ratio of its area. */
export interface PictureItem extends Area {
  readonly kind: 'picture';
  readonly file: string;
  readonly alt: string;
  readonly url?: string;
}

export interface BoxItem extends Area {
  readonly kind: 'box';
  readonly fill: string;
}

/** One slide. All of its positions are known before a program draws it. */
export interface Slide {
  /** Whether it has a panel in the colour of the look-book, or a footer. */
  readonly layout: 'PANEL' | 'CONTENT';
  readonly title: TextItem;
  readonly items: readonly (TextItem | PictureItem | BoxItem)[];
  /** Notes for the speaker. */
  readonly notes: string;
}

export const HEIGHT = 7.5;
export const WIDTHS = { PPTX_16_9: 40 / 3, PPTX_4_3: 10 } as const;
export const MARGIN = 0.5;
export const TOP = 1.25;
export const BOTTOM = 7;
export const GAP = 0.15;
export const INK = '15181B';
export const MUTED = '5B636A';
/** Points between paragraphs. */
export const PARAGRAPH_SPACE = 3;
/** The share of the width that the panel has. */
export const PANEL_SHARE = 0.35;
