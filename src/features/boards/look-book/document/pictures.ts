import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { cropAround } from '../../../media/crop.ts';
import type { LookBookPhotograph } from './look-book.ts';

/** Where a photograph is shown: the pixels of the longer side, and the ratio of width to height. */
export interface PictureFrame {
  readonly pixels: number;
  readonly ratio: number;
}

export interface FramedPicture {
  readonly jpeg: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Ends files at half the size of the best quality, without visible differences on paper. */
const QUALITY = 78;
/** The decoded pixels of one photograph in memory at a time. */
sharp.cache(false);
sharp.concurrency(1);

/** Crops a rendition of the site around the focal point, as a JPEG without metadata. */
export async function framePicture(
  folder: string,
  { file, focal }: Pick<LookBookPhotograph, 'file' | 'focal'>,
  { pixels, ratio }: PictureFrame,
): Promise<FramedPicture> {
  const content = await readFile(path.join(folder, file));
  const { width, height } = await sharp(content).metadata();
  const { data, info } = await sharp(content)
    .extract(cropAround({ width, height }, ratio, focal))
    .resize({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: QUALITY, mozjpeg: false })
    .toBuffer({ resolveWithObject: true });
  return { jpeg: data, width: info.width, height: info.height };
}
