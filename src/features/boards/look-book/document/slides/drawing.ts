import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { getTextColour } from '../colour.ts';
import {
  type LookBook,
  type LookBookLocation,
  type LookBookLogo,
  type LookBookPhotograph,
  getCaption,
} from '../look-book.ts';
import { framePicture } from '../pictures.ts';
import { drawQrCode } from '../qr-code.ts';
import type { Resolution } from '../resolution.ts';
import { type Size, fitInto, layOutRow } from '../row.ts';
import { findSize, shortenText } from './measure.ts';
import {
  type Area,
  type BoxItem,
  GAP,
  INK,
  MUTED,
  type Paragraph,
  type PictureItem,
  type TextItem,
  WIDTHS,
} from './slide.ts';

const CAPTION = 0.34;
const CAPTION_SIZES = [8, 7];
const MAP_PIXELS = 900;
const MAP_RATIO = 5 / 3;
const MAP_CREDIT = 0.3;
const LOGO_INSET = 0.1;
const QR_DENSITY = 600;

/** The look-book and the settings that slides are made from. */
export interface Drawing {
  readonly book: LookBook;
  readonly folder: string;
  readonly width: number;
  readonly resolution: Resolution;
  readonly onColour: string;
  readonly onPicture: () => void;
}

/** Returns the settings for the slides of a look-book. */
export function createDrawing(book: LookBook, options: Pick<Drawing, 'folder' | 'resolution' | 'onPicture'>): Drawing {
  const width = WIDTHS[book.format === 'PPTX_4_3' ? 'PPTX_4_3' : 'PPTX_16_9'];
  return { book, width, onColour: getTextColour(book.colour), ...options };
}

/** Places paragraphs, in the largest of some sizes in which they fit. In the smallest, the end is cut off if they do not. */
export function placeText(
  paragraphs: readonly Paragraph[],
  area: Area,
  sizes: readonly number[],
  style: Partial<Pick<TextItem, 'colour' | 'valign' | 'align' | 'fill' | 'url'>> = {},
): TextItem {
  const size = findSize(paragraphs, area, sizes);
  const smallest = sizes.at(-1)!;
  const whole = paragraphs.map((runs) => runs.map(({ text }) => text).join('')).join(' · ');
  return {
    kind: 'text',
    x: area.x,
    y: area.y,
    w: area.w,
    h: area.h,
    paragraphs:
      size === undefined ? [[{ ...paragraphs[0]?.[0], text: shortenText(whole, area, smallest) }]] : paragraphs,
    size: size ?? smallest,
    colour: INK,
    valign: 'top',
    ...style,
  };
}

/** Places a photograph at the top of an area, cut to a size of its ratio. */
export async function placePicture(
  { folder, resolution, onPicture }: Drawing,
  photograph: LookBookPhotograph,
  { x, y, w, h }: Area,
): Promise<PictureItem> {
  const pixels = Math.round(Math.max(w, h) * resolution.ppi);
  const { jpeg } = await framePicture(folder, photograph, { pixels, ratio: w / h });
  const file = `${photograph.file}-${pixels}-${(w / h).toFixed(3)}.jpg`;
  await writeFile(path.join(folder, file), jpeg);
  onPicture();
  return { kind: 'picture', file, alt: photograph.alt, x, y, w, h };
}

/** Places a photograph with its caption below. @param size of the photograph, at the top of the area */
async function placeCaptioned(drawing: Drawing, photograph: LookBookPhotograph, { x, y, w, h }: Area) {
  const shown = await placePicture(drawing, photograph, { x, y, w, h });
  const caption = getCaption(photograph);
  if (caption === '') return [shown];
  const area = { x, y: y + h + 0.03, w, h: CAPTION - 0.03 };
  return [shown, placeText([[{ text: caption }]], area, CAPTION_SIZES, { colour: MUTED })];
}

/** Places photographs beside each other, with their captions. */
export async function placeRow(drawing: Drawing, photographs: readonly LookBookPhotograph[], area: Area) {
  const size: Size = { width: area.w, height: area.h - CAPTION };
  const sizes = layOutRow(
    photographs.map(({ ratio }) => ratio),
    size,
    GAP,
  );
  const items: (PictureItem | TextItem)[] = [];
  let { x } = area;
  for (const [n, photograph] of photographs.entries()) {
    const { width: w, height: h } = sizes[n]!;
    // oxlint-disable-next-line no-await-in-loop -- one picture in memory at a time
    items.push(...(await placeCaptioned(drawing, photograph, { x, y: area.y, w, h })));
    x += w + GAP;
  }
  return items;
}

/** Places the first photograph of a location in an area, whole if it is upright. */
export function placeFirst(drawing: Drawing, photograph: LookBookPhotograph, area: Area) {
  const { width: w, height: h } = fitInto(photograph.ratio, { width: area.w, height: area.h - CAPTION });
  return placeCaptioned(drawing, photograph, { x: area.x, y: area.y, w, h });
}

/** Places a map with its credit. */
export async function placeMap(
  { folder }: Drawing,
  { file, alt, credit }: NonNullable<LookBookLocation['map']>,
  { x, y, w }: Pick<Area, 'x' | 'y' | 'w'>,
): Promise<[PictureItem, TextItem]> {
  const h = w / MAP_RATIO;
  const png = `${file}.png`;
  await sharp(path.join(folder, file))
    .resize({ width: MAP_PIXELS, height: Math.round(MAP_PIXELS / MAP_RATIO), fit: 'cover' })
    .png()
    .toFile(path.join(folder, png));
  return [
    { kind: 'picture', file: png, alt, x, y, w, h },
    placeText([[{ text: credit }]], { x, y: y + h + 0.02, w, h: MAP_CREDIT }, [7, 6], { colour: MUTED }),
  ];
}

/** The height of a map with its credit, in an area of a width. */
export function getMapHeight(w: number): number {
  return w / MAP_RATIO + MAP_CREDIT + GAP;
}

/** Places a QR code of a page. */
export async function placeCode(
  { folder }: Drawing,
  { title, url }: LookBookLocation,
  area: Area,
): Promise<PictureItem> {
  const file = `code-${Buffer.from(url).toString('base64url').slice(-80)}.png`;
  await sharp(Buffer.from(drawQrCode(url)), { density: QR_DENSITY })
    .png()
    .toFile(path.join(folder, file));
  return { kind: 'picture', file, alt: `QR code of the page of ${title}`, url, ...area };
}

/** Places a logo at the top left of an area, on the ground that makes it visible. */
export function placeLogo(
  { file, alt, width, height, ground }: LookBookLogo,
  { x, y, w, h }: Area,
): (BoxItem | PictureItem)[] {
  const inset = ground === 'NONE' ? 0 : LOGO_INSET;
  const scale = Math.min((w - 2 * inset) / width, (h - 2 * inset) / height);
  const [shownWidth, shownHeight] = [width * scale, height * scale];
  const fill = ground === 'LIGHT' ? 'FFFFFF' : INK;
  const box: BoxItem = { kind: 'box', x, y, w: shownWidth + 2 * inset, h: shownHeight + 2 * inset, fill };
  const picture: PictureItem = {
    kind: 'picture',
    file,
    alt,
    x: x + inset,
    y: y + inset,
    w: shownWidth,
    h: shownHeight,
  };
  return ground === 'NONE' ? [picture] : [box, picture];
}
