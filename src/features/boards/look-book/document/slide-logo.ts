import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { default as Library } from 'pptxgenjs';
import type { LookBookLogo } from './look-book.ts';

type Slide = ReturnType<InstanceType<typeof Library.default>['addSlide']>;

/** Space around a logo with a ground, in inches. */
const INSET = 0.1;

export async function readLogo(logo: LookBookLogo, folder: string) {
  return { ...logo, png: await readFile(path.join(folder, logo.file)) };
}

/** Adds a logo at the top left of an area, on the ground that makes it visible. */
export function addLogo(
  slide: Slide,
  { png, alt, width, height, ground }: Awaited<ReturnType<typeof readLogo>>,
  area: { readonly x: number; readonly y: number; readonly w: number; readonly h: number },
): void {
  const inset = ground === 'NONE' ? 0 : INSET;
  const scale = Math.min((area.w - 2 * inset) / width, (area.h - 2 * inset) / height);
  const [w, h] = [width * scale, height * scale];
  if (ground !== 'NONE')
    slide.addShape('rect', {
      x: area.x,
      y: area.y,
      w: w + 2 * inset,
      h: h + 2 * inset,
      fill: { color: ground === 'LIGHT' ? 'FFFFFF' : '15181B' },
    });
  const data = `image/png;base64,${png.toString('base64')}`;
  slide.addImage({ data, x: area.x + inset, y: area.y + inset, w, h, altText: alt });
}
