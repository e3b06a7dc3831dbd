import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isLight } from './colour.ts';
import { inOrder } from './in-order.ts';
import {
  type LookBook,
  type LookBookLocation,
  type LookBookPhotograph,
  arrangePhotographs,
  getShownUrl,
  hasOverview,
  listCredits,
} from './look-book.ts';
import { type FramedPicture, type PictureFrame, framePicture } from './pictures.ts';
import { drawQrCode } from './qr-code.ts';
import { COVER, type Resolution } from './resolution.ts';
import { type Size, UPRIGHT_RATIO, fitInto, layOutRow } from './row.ts';

const CENTRE = { x: 0.5, y: 0.5 };
/** Maps of the basemap are drawn in this ratio. */
const MAP_RATIO = 3 / 2;
/** Millimetres of the frames of pictures in the template. */
const FRAMES = {
  cover: { width: 193, height: 210 },
  main: { width: 187, height: 100 },
  mainAlone: { width: 187, height: 142 },
  strip: { width: 187, height: 37 },
  page: { width: 269, height: 158 },
  thumbnail: { width: 82, height: 54 },
} as const satisfies Record<string, Size>;
const GAP = 4;
/** The height of a caption and the space around it. */
const CAPTION = 9;
const UPRIGHT = { width: 104, height: 138 } as const;
const MM_OF_INCH = 25.4;
/** Of photographs below a description. */
const MAX_ROW_HEIGHT = 44;
/** How much larger photographs of a strip are on a page of their own. */
const MOVED_SCALE = 2;

/** Adds to a look-book what the template shows: pictures in the sizes of their frames, and the photographs of each page. */
export async function layOut(
  book: LookBook & { readonly isPreview: boolean },
  folder: string,
  { ppi, map: mapPixels }: Resolution,
  onPicture: () => void,
) {
  const { sections, photographsPerPage, isPreview } = book;
  let files = 0;
  const writePicture = async (picture: Parameters<typeof framePicture>[1], wanted: PictureFrame) => {
    const framed = await framePicture(folder, picture, wanted);
    const file = `picture-${files++}.svg`;
    await writeFile(path.join(folder, file), wrapInSvg(framed));
    return { file };
  };
  const frame = async (photograph: LookBookPhotograph, size: Size, sharpness = ppi) => {
    const pixels = Math.round((Math.max(size.width, size.height) / MM_OF_INCH) * sharpness);
    const written = await writePicture(photograph, { pixels, ratio: size.width / size.height });
    onPicture();
    return { ...photograph, ...size, ...written };
  };
  const frameRow = (photographs: readonly LookBookPhotograph[], area: Size, sharpness = ppi) =>
    inOrder(placeRow(photographs, area), ({ width, height, ...item }) => frame(item, { width, height }, sharpness));
  const layOutMap = async (map: LookBookLocation['map']) => {
    if (!map || mapPixels === null) return map;
    return {
      ...map,
      ...(await writePicture({ file: map.file, focal: CENTRE }, { pixels: mapPixels, ratio: MAP_RATIO })),
    };
  };
  const layOutPage = (photographs: readonly LookBookPhotograph[]) =>
    inOrder(splitPage(photographs), ({ row, area }) => frameRow(row, area));
  const layOutLocation = async (location: LookBookLocation) => {
    const { first, strip, pages } = arrangePhotographs(location.photographs, photographsPerPage);
    const isUpright = first !== undefined && first.ratio < UPRIGHT_RATIO;
    const heroArea = isUpright ? UPRIGHT : strip.length > 0 ? FRAMES.main : FRAMES.mainAlone;
    const heroSize = first && (isUpright ? fitInto(first.ratio, UPRIGHT) : heroArea);
    // Below each other, beside an upright photograph.
    const column = heroSize && {
      width: FRAMES.main.width - GAP - heroSize.width,
      height: (UPRIGHT.height + CAPTION) / strip.length - CAPTION,
    };
    const shownStrip =
      isUpright && column
        ? await inOrder(strip, (item) => frame(item, fitInto(item.ratio, column), ppi * MOVED_SCALE))
        : await frameRow(strip, FRAMES.strip, ppi * MOVED_SCALE);
    const code = `code-${files++}.svg`;
    await writeFile(path.join(folder, code), drawQrCode(location.url));
    return {
      ...location,
      map: await layOutMap(location.map),
      thumbnail: first && !location.isRefused ? await frame(first, fitInto(first.ratio, FRAMES.thumbnail)) : null,
      hero: first && heroSize ? await frame(first, heroSize) : null,
      isUpright,
      strip: shownStrip,
      // Where those of the strip are below the description, beside an upright photograph.
      stripBelow: column
        ? [[shownStrip.slice(0, 1), shownStrip.slice(1)], [shownStrip]].map((rows) => placeRows(rows, column.width))
        : [],
      // Where those of the strip are if the description takes their place.
      stripPage: splitPage(shownStrip).map(({ row, area }) => placeRow(row, area)),
      pages: isPreview ? [] : await inOrder(pages, layOutPage),
      code,
      shownUrl: getShownUrl(location),
    };
  };
  return {
    ...book,
    languageCode: new Intl.Locale(book.language).language,
    hasSections: sections.some(({ title }) => title !== null),
    hasLightColour: isLight(book.colour),
    cover: book.cover && (await frame(book.cover, FRAMES.cover, isPreview ? ppi : COVER.ppi)),
    sections: await inOrder(sections, async (section) => ({
      ...section,
      hasOverview: hasOverview(section),
      locations: await inOrder(section.locations, layOutLocation),
    })),
    credits: listCredits(book),
  };
}

/** Places photographs beside each other. */
function placeRow<Item extends Pick<LookBookPhotograph, 'ratio'>>(items: readonly Item[], area: Size) {
  const sizes = layOutRow(
    items.map(({ ratio }) => ratio),
    area,
    GAP,
  );
  return items.map((item, n) => ({ ...item, ...sizes[n]! }));
}

/** Places rows of photographs below each other. */
function placeRows<Item extends Pick<LookBookPhotograph, 'ratio'>>(rows: readonly (readonly Item[])[], width: number) {
  return rows.filter((row) => row.length > 0).map((row) => placeRow(row, { width, height: MAX_ROW_HEIGHT }));
}

/** Divides the photographs of a page into rows of two, each with its captions. */
function splitPage<Item>(items: readonly Item[]): { readonly row: readonly Item[]; readonly area: Size }[] {
  const rows = [items.slice(0, 2), items.slice(2)].filter((row) => row.length > 0);
  const { width, height } = FRAMES.page;
  const area = { width, height: (height - (rows.length - 1) * (CAPTION + 1)) / rows.length };
  return rows.map((row) => ({ row, area }));
}

/** Typst decodes a JPEG that it is given, and holds its pixels in memory until the end; one inside an SVG image is copied as it is. */
function wrapInSvg({ jpeg, width, height }: FramedPicture): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<image width="${width}" height="${height}" href="data:image/jpeg;base64,${jpeg.toString('base64')}"/></svg>`
  );
}
