import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createRequire } from 'node:module';
import type { default as Library } from 'pptxgenjs';
import sharp from 'sharp';
import { getTextColour } from './colour.ts';
import {
  type LookBook,
  type LookBookLocation,
  type LookBookPhotograph,
  arrangePhotographs,
  getCaption,
  getShownUrl,
  listPhotographs,
} from './look-book.ts';
import { framePicture } from './pictures.ts';
import { drawQrCode } from './qr-code.ts';
import { addLogo, readLogo } from './slide-logo.ts';
import { type Resolution, getResolution } from './resolution.ts';
import { type Lines, listAnswerLines, listCreditLines } from './slide-lines.ts';

const Presentation = createRequire(import.meta.url)('pptxgenjs') as unknown as typeof Library.default;
type Deck = InstanceType<typeof Library.default>;
type Slide = ReturnType<Deck['addSlide']>;

/** Inches. */
const HEIGHT = 7.5;
const WIDTHS = { PPTX_16_9: 40 / 3, PPTX_4_3: 10 } as const;
const MARGIN = 0.5;
const TOP = 1.25;
const BOTTOM = 7;
const GAP = 0.15;
const CAPTION = 0.3;
const FONT = 'Arial';
const INK = '15181B';
const MUTED = '5B636A';
/** Lines of a column of credits or answers. */
const COLUMN_LINES = 26;
/** Characters of notes that the slide of a section has room for. Longer ones are its speaker notes. */
const MAX_PANEL_NOTE = 400;
const MAP_PIXELS = 900;
const MAP_CREDIT_HEIGHT = 0.16;
const STARTS_FROM_RIGHT = /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** Pictures of a slide, and the area that they fill. */
interface Area {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Writes a look-book as a PowerPoint presentation. Every slide has a title, every picture an alternative text. */
export async function writePresentation(
  book: LookBook,
  folder: string,
  target: string,
  onPicture: () => void,
): Promise<void> {
  const width = WIDTHS[book.format === 'PPTX_4_3' ? 'PPTX_4_3' : 'PPTX_16_9'];
  const resolution = getResolution(listPhotographs(book).length);
  const deck = new Presentation();
  deck.defineLayout({ name: 'look-book', width, height: HEIGHT });
  deck.layout = 'look-book';
  Object.assign(deck, { title: book.title, author: book.siteName, company: book.siteName, subject: book.subtitle });
  deck.theme = { headFontFace: FONT, bodyFontFace: FONT };
  defineMasters(deck, book, width);
  const draw = createDrawing(book, { folder, width, resolution, onPicture });
  await draw.addPanelSlide(deck, {
    title: book.title,
    lines: [book.subtitle, book.summary, book.day],
    picture: book.cover,
    logo: book.logo && (await readLogo(book.logo, folder)),
  });
  for (const section of book.sections) {
    if (section.title !== null) {
      const [picture = null] = listPhotographs({ sections: [section] });
      const isShort = section.note.length <= MAX_PANEL_NOTE;
      const titles = section.locations.map(({ title }) => title).slice(0, section.note !== '' && isShort ? 6 : 14);
      const cost = section.cost === '' ? '' : `Cost: ${section.cost}`;
      const lines = isShort ? [cost, section.note, ...titles] : [cost, ...titles];
      // oxlint-disable-next-line no-await-in-loop -- one picture in memory at a time
      const slide = await draw.addPanelSlide(deck, { title: section.title, lines, picture });
      if (!isShort) slide.addNotes(section.note);
    }
    for (const location of section.locations) {
      // oxlint-disable-next-line no-await-in-loop -- as above
      await draw.addLocation(deck, location);
      addColumns(deck, book, width, { title: location.title, lines: listAnswerLines(location) });
    }
  }
  addColumns(deck, book, width, { title: 'Credits', lines: listCreditLines(book) });
  await writeFile(target, (await deck.write({ outputType: 'nodebuffer' })) as Buffer);
}

function defineMasters(deck: Deck, book: LookBook, width: number): void {
  const colour = book.colour.slice(1);
  const onColour = getTextColour(book.colour);
  const panel = getPanelWidth(width);
  deck.defineSlideMaster({
    title: 'PANEL',
    background: { color: 'FFFFFF' },
    objects: [
      { rect: { x: 0, y: 0, w: panel, h: HEIGHT, fill: { color: colour } } },
      {
        placeholder: {
          options: { ...titleArea(MARGIN, 1.6, panel - 2 * MARGIN, 2.2, 32, onColour), valign: 'bottom' },
          text: '',
        },
      },
    ],
  });
  deck.defineSlideMaster({
    title: 'CONTENT',
    background: { color: 'FFFFFF' },
    objects: [
      { placeholder: { options: titleArea(MARGIN, 0.5, width - 2 * MARGIN, 0.6, 24, INK), text: '' } },
      { line: { x: MARGIN, y: 1.12, w: width - 2 * MARGIN, h: 0, line: { color: colour, width: 1.5 } } },
      {
        text: {
          text: `${book.title} · ${book.siteName}`,
          options: {
            x: MARGIN,
            y: 7.1,
            w: width - 2,
            h: 0.25,
            margin: 0,
            fontSize: 8,
            color: MUTED,
            fontFace: FONT,
            lang: book.language,
          },
        },
      },
    ],
    slideNumber: { x: width - MARGIN - 0.6, y: 7.1, w: 0.6, h: 0.25, fontSize: 8, color: MUTED, align: 'right' },
  });
}

function titleArea(x: number, y: number, w: number, h: number, fontSize: number, color: string) {
  return {
    name: 'title',
    type: 'title',
    x,
    y,
    w,
    h,
    margin: 0,
    fontSize,
    color,
    bold: true,
    fontFace: FONT,
    align: 'left',
    valign: 'middle',
    fit: 'shrink',
  } as const;
}

function getPanelWidth(width: number): number {
  return width * 0.35;
}

function createDrawing(
  book: LookBook,
  {
    folder,
    width,
    resolution,
    onPicture,
  }: { folder: string; width: number; resolution: Resolution; onPicture: () => void },
) {
  const { large, small } = resolution;
  const onColour = getTextColour(book.colour);
  const style = { fontFace: FONT, lang: book.language, margin: 0, color: INK, valign: 'top' } as const;
  const direct = (text: string) => ({ rtlMode: STARTS_FROM_RIGHT.test(text) });
  const addTitle = (slide: Slide, text: string) =>
    slide.addText(text, { placeholder: 'title', lang: book.language, ...direct(text) });
  const addPicture = async (
    slide: Slide,
    { photograph, pixels, isCropped }: { photograph: LookBookPhotograph; pixels: number; isCropped: boolean },
    { x, y, w, h }: Area,
  ) => {
    const framed = await framePicture(folder, photograph, { pixels, ratio: isCropped ? w / h : null });
    const scale = Math.min(w / framed.width, h / framed.height);
    const [shownWidth, shownHeight] = isCropped ? [w, h] : [framed.width * scale, framed.height * scale];
    slide.addImage({
      data: `image/jpeg;base64,${framed.jpeg.toString('base64')}`,
      x: x + (w - shownWidth) / 2,
      y,
      w: shownWidth,
      h: shownHeight,
      altText: photograph.alt,
    });
    onPicture();
    return y + shownHeight;
  };
  const addCaptioned = async (slide: Slide, picture: Parameters<typeof addPicture>[1], area: Area) => {
    const bottom = await addPicture(slide, picture, { ...area, h: area.h - CAPTION });
    const text = getCaption(picture.photograph);
    if (text !== '')
      slide.addText(text, {
        ...style,
        ...direct(text),
        x: area.x,
        y: bottom + 0.04,
        w: area.w,
        h: CAPTION - 0.06,
        fontSize: 8,
        color: MUTED,
        fit: 'shrink',
      });
  };
  const addGrid = async (slide: Slide, photographs: readonly LookBookPhotograph[], area: Area, columns: number) => {
    const rows = Math.ceil(photographs.length / columns);
    const [w, h] = [(area.w - GAP * (columns - 1)) / columns, (area.h - GAP * (rows - 1)) / rows];
    for (const [n, photograph] of photographs.entries()) {
      const [column, row] = [n % columns, Math.floor(n / columns)];
      const place = { x: area.x + column * (w + GAP), y: area.y + row * (h + GAP), w, h };
      // oxlint-disable-next-line no-await-in-loop -- one picture in memory at a time
      await addCaptioned(slide, { photograph, pixels: small, isCropped: true }, place);
    }
  };

  const addPanelSlide = async (
    deck: Deck,
    {
      title,
      lines,
      picture,
      logo = null,
    }: {
      title: string;
      lines: readonly string[];
      picture: LookBookPhotograph | null;
      logo?: Awaited<ReturnType<typeof readLogo>> | null;
    },
  ) => {
    const slide = deck.addSlide({ masterName: 'PANEL' });
    const panel = getPanelWidth(width);
    addTitle(slide, title);
    if (logo) addLogo(slide, logo, { x: MARGIN, y: MARGIN, w: panel - 2 * MARGIN, h: 0.9 });
    const shown = lines.filter((line) => line !== '');
    slide.addText(
      shown.map((text) => ({ text, options: { breakLine: true, paraSpaceAfter: 4, ...direct(text) } })),
      { ...style, x: MARGIN, y: 4, w: panel - 2 * MARGIN, h: 3, fontSize: 12, color: onColour, fit: 'shrink' },
    );
    if (picture)
      await addPicture(
        slide,
        { photograph: picture, pixels: resolution.full, isCropped: true },
        { x: panel, y: 0, w: width - panel, h: HEIGHT },
      );
    return slide;
  };

  const addAside = async (slide: Slide, location: LookBookLocation, x: number) => {
    const w = width - MARGIN - x;
    const mapHeight = location.map ? w * 0.6 : 0;
    const texts = [
      ...[...location.board, ...location.facts].flatMap(({ label, value }) => [
        { text: `${label}: `, options: { color: MUTED } },
        { text: value, options: { breakLine: true } },
      ]),
      ...(location.note === '' ? [] : [{ text: location.note, options: { breakLine: true, italic: true } }]),
    ];
    const place = location.isLockedIn ? `Locked in · ${location.place}` : location.place;
    const bottom = BOTTOM - 0.85 - mapHeight - GAP;
    slide.addText([{ text: place, options: { bold: true, breakLine: true } }, ...texts], {
      ...style,
      x,
      y: TOP,
      w,
      h: bottom - TOP,
      fontSize: 11,
      paraSpaceAfter: 3,
      fit: 'shrink',
    });
    if (location.map) {
      const png = await sharp(path.join(folder, location.map.file))
        .resize({ width: MAP_PIXELS, height: MAP_PIXELS * 0.6, fit: 'cover' })
        .png()
        .toBuffer();
      slide.addImage({
        data: `image/png;base64,${png.toString('base64')}`,
        x,
        y: bottom + GAP / 2,
        w,
        h: mapHeight,
        altText: location.map.alt,
      });
      slide.addText(location.map.credit, {
        ...style,
        x,
        y: bottom + GAP / 2 + mapHeight - MAP_CREDIT_HEIGHT,
        w,
        h: MAP_CREDIT_HEIGHT,
        fontSize: 6,
        align: 'right',
        fill: { color: 'FFFFFF', transparency: 15 },
      });
    }
    const code = await sharp(Buffer.from(drawQrCode(location.url)), { density: 600 })
      .png()
      .toBuffer();
    slide.addImage({
      data: `image/png;base64,${code.toString('base64')}`,
      x,
      y: BOTTOM - 0.75,
      w: 0.75,
      h: 0.75,
      altText: `QR code of the page of ${location.title}`,
      hyperlink: { url: location.url },
    });
    slide.addText([{ text: getShownUrl(location), options: { hyperlink: { url: location.url } } }], {
      ...style,
      x: x + 0.9,
      y: BOTTOM - 0.75,
      w: w - 0.9,
      h: 0.75,
      fontSize: 8,
      valign: 'middle',
    });
  };

  const addLocation = async (deck: Deck, location: LookBookLocation) => {
    const slide = deck.addSlide({ masterName: 'CONTENT' });
    addTitle(slide, location.title);
    const asideX = width * 0.7;
    await addAside(slide, location, asideX);
    if (location.description !== '') slide.addNotes(location.description);
    const { first, strip, pages } = arrangePhotographs(location, book.photographsPerPage);
    const area = { x: MARGIN, y: TOP, w: asideX - MARGIN - 0.3, h: BOTTOM - TOP };
    const stripHeight = strip.length > 0 ? 1.75 : 0;
    if (first)
      await addCaptioned(
        slide,
        { photograph: first, pixels: large, isCropped: true },
        { ...area, h: area.h - stripHeight },
      );
    if (strip.length > 0)
      await addGrid(slide, strip, { ...area, y: BOTTOM - stripHeight + GAP, h: stripHeight - GAP }, 3);
    for (const photographs of pages) {
      const more = deck.addSlide({ masterName: 'CONTENT' });
      addTitle(more, location.title);
      const whole = { ...area, w: width - 2 * MARGIN };
      // oxlint-disable-next-line no-await-in-loop -- one picture in memory at a time
      if (photographs.length === 1)
        await addCaptioned(more, { photograph: photographs[0]!, pixels: large, isCropped: false }, whole);
      // oxlint-disable-next-line no-await-in-loop -- as above
      else await addGrid(more, photographs, whole, 2);
    }
  };
  return { addPanelSlide, addLocation };
}

/** Adds slides of lines in two columns, as many as they need. */
function addColumns(
  deck: Deck,
  book: LookBook,
  width: number,
  { title, lines }: { readonly title: string; readonly lines: Lines },
): void {
  for (let from = 0; from < lines.length; from += COLUMN_LINES * 2) {
    const slide = deck.addSlide({ masterName: 'CONTENT' });
    slide.addText(title, { placeholder: 'title', lang: book.language });
    for (const column of [0, 1]) {
      const shown = lines.slice(from + column * COLUMN_LINES, from + (column + 1) * COLUMN_LINES);
      const w = (width - 2 * MARGIN) / 2;
      if (shown.length > 0)
        slide.addText(shown, {
          fontFace: FONT,
          lang: book.language,
          margin: 0,
          color: INK,
          valign: 'top',
          fontSize: 10,
          x: MARGIN + column * w,
          y: TOP,
          w: w - GAP,
          h: BOTTOM - TOP,
        });
    }
  }
}
