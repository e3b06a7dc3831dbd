import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import sharp from 'sharp';
import { isLight } from './colour.ts';
import { FONT_FAMILIES, createSubstitution, readFonts } from './fonts.ts';
import {
  type LookBook,
  type LookBookLocation,
  type LookBookPhotograph,
  arrangePhotographs,
  getShownUrl,
  listCredits,
  listPhotographs,
} from './look-book.ts';
import { type FramedPicture, type PictureFrame, framePicture } from './pictures.ts';
import { drawQrCode } from './qr-code.ts';
import { PREVIEW_WIDTHS, type Resolution, getResolution } from './resolution.ts';

/** One document. */
const TEMPLATES = ['style', 'location', 'look-book'].map((name) => new URL(`./${name}.typ`, import.meta.url));
/** Ratios of the frames in the template. */
const RATIOS = {
  cover: 193 / 210,
  hero: 187 / 100,
  single: 187 / 142,
  strip: 59.67 / 37,
  pair: 132 / 100,
  grid: 132 / 69,
} as const;
const CENTRE = { x: 0.5, y: 0.5 };

/** Writes a look-book as PDF/UA-1. @param onPicture called after each picture */
export async function writePdf(book: LookBook, folder: string, target: string, onPicture: () => void): Promise<void> {
  const resolution = getResolution(listPhotographs(book).length);
  const { compiler, document } = await compile({ ...book, isPreview: false }, folder, resolution, onPicture);
  // The package declares its options as an enum, which type stripping cannot import.
  await writeFile(target, compiler.pdf(document, { pdfStandard: 'ua-1' as never }));
}

/** The cover, a section and a location. */
const MAX_PREVIEW_PAGES = 3;
const PREVIEW_WIDTH = 900;

/** Draws the first pages of a look-book, each as WebP. */
export async function drawPreview(book: LookBook, folder: string): Promise<Buffer[]> {
  const { compiler, document } = await compile({ ...book, isPreview: true }, folder, PREVIEW_WIDTHS, () => {});
  // All pages, one below the other.
  const svg = Buffer.from(compiler.plainSvg(document));
  const whole = await sharp(svg, { unlimited: true })
    .resize({ width: PREVIEW_WIDTH })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, channels } = whole.info;
  const height = Math.floor(whole.info.height / document.numOfPages);
  const raw = { width, height: whole.info.height, channels };
  const count = Math.min(
    document.numOfPages,
    book.sections[0]?.title == null ? MAX_PREVIEW_PAGES - 1 : MAX_PREVIEW_PAGES,
  );
  return Promise.all(
    Array.from({ length: count }, (_, page) =>
      sharp(whole.data, { raw })
        .extract({ left: 0, top: page * height, width, height })
        .flatten({ background: '#ffffff' })
        .webp({ quality: 80 })
        .toBuffer(),
    ),
  );
}

async function compile(
  book: LookBook & { readonly isPreview: boolean },
  folder: string,
  resolution: Resolution,
  onPicture: () => void,
) {
  const fonts = readFonts();
  const substitute = createSubstitution(fonts);
  const pages = await layOut(mapTexts(book, substitute), folder, resolution, onPicture);
  await writeFile(path.join(folder, 'look-book.json'), JSON.stringify({ ...pages, fonts: FONT_FAMILIES }));
  const compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontBlobs: fonts }] });
  const sources = await Promise.all(TEMPLATES.map((template) => readFile(template, 'utf8')));
  const compiled = compiler.compile({ mainFileContent: sources.join('\n') });
  if (!compiled.result) throw new Error(JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics).slice(0, 2_000));
  return { compiler, document: compiled.result };
}

/** Applies a function to all strings of a value. */
function mapTexts<Value>(value: Value, change: (text: string) => string): Value {
  if (typeof value === 'string') return change(value) as Value;
  if (Array.isArray(value)) return value.map((item: unknown) => mapTexts(item, change)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item, change)])) as Value;
}

/** Adds to a look-book what the template shows: pictures in the sizes of their frames, and the photographs of each page. */
async function layOut(
  book: LookBook & { readonly isPreview: boolean },
  folder: string,
  { full, large, small, map: mapPixels }: Resolution,
  onPicture: () => void,
) {
  const { sections, photographsPerPage, isPreview } = book;
  let files = 0;
  const writePicture = async (picture: Parameters<typeof framePicture>[1], wanted: PictureFrame) => {
    const framed = await framePicture(folder, picture, wanted);
    const file = `picture-${files++}.svg`;
    await writeFile(path.join(folder, file), wrapInSvg(framed));
    return { file, width: framed.width, height: framed.height };
  };
  const frame = async (photograph: LookBookPhotograph | null | undefined, wanted: PictureFrame) => {
    if (!photograph) return null;
    const written = await writePicture(photograph, wanted);
    onPicture();
    return { ...photograph, ...written };
  };
  const layOutMap = async (map: LookBookLocation['map']) => {
    if (!map || mapPixels === null) return map;
    return { ...map, ...(await writePicture({ file: map.file, focal: CENTRE }, { pixels: mapPixels, ratio: null })) };
  };
  const FRAMES: Partial<Record<number, PictureFrame>> = {
    1: { pixels: large, ratio: null },
    2: { pixels: small, ratio: RATIOS.pair },
  };
  const layOutLocation = async (location: LookBookLocation) => {
    const { first, strip, pages } = arrangePhotographs(location, photographsPerPage);
    const code = `code-${files++}.svg`;
    await writeFile(path.join(folder, code), drawQrCode(location.url));
    return {
      ...location,
      map: await layOutMap(location.map),
      hero: await frame(first, { pixels: large, ratio: strip.length > 0 ? RATIOS.hero : RATIOS.single }),
      strip: await inOrder(strip, (item) => frame(item, { pixels: small, ratio: RATIOS.strip })),
      pages: await inOrder(isPreview ? [] : pages, (items) =>
        inOrder(items, (item) => frame(item, FRAMES[items.length] ?? { pixels: small, ratio: RATIOS.grid })),
      ),
      code,
      shownUrl: getShownUrl(location),
    };
  };
  return {
    ...book,
    languageCode: new Intl.Locale(book.language).language,
    hasSections: sections.some(({ title }) => title !== null),
    hasLightColour: isLight(book.colour),
    cover: await frame(book.cover, { pixels: full, ratio: RATIOS.cover }),
    sections: await inOrder(sections, async (section) => ({
      ...section,
      picture:
        section.title === null
          ? null
          : await frame(listPhotographs({ sections: [section] })[0], { pixels: full, ratio: RATIOS.cover }),
      locations: await inOrder(section.locations, layOutLocation),
    })),
    credits: listCredits(book),
  };
}

/** One after the other, as the memory of a picture is needed for one at a time. */
async function inOrder<Item, Result>(items: readonly Item[], run: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  // oxlint-disable-next-line no-await-in-loop -- one at a time
  for (const item of items) results.push(await run(item));
  return results;
}

/** Typst decodes a JPEG that it is given, and holds its pixels in memory until the end; one inside an SVG image is copied as it is. */
function wrapInSvg({ jpeg, width, height }: FramedPicture): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<image width="${width}" height="${height}" href="data:image/jpeg;base64,${jpeg.toString('base64')}"/></svg>`
  );
}
