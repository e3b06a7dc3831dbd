import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createRequire } from 'node:module';
import type { default as Library } from 'pptxgenjs';
import { type LookBook, listPhotographs } from './look-book.ts';
import { getResolution } from './resolution.ts';
import { createDrawing } from './slides/drawing.ts';
import { getFooter, getTitleArea, listSlides } from './slides/layouts.ts';
import { shortenText } from './slides/measure.ts';
import {
  HEIGHT,
  MARGIN,
  MUTED,
  PANEL_SHARE,
  PARAGRAPH_SPACE,
  type Paragraph,
  type Slide,
  type TextItem,
} from './slides/slide.ts';

const Presentation = createRequire(import.meta.url)('pptxgenjs') as unknown as typeof Library.default;
type Deck = InstanceType<typeof Library.default>;
type DeckSlide = ReturnType<Deck['addSlide']>;

const FONT = 'Arial';
const FOOTER = { y: 7.1, h: 0.25, size: 8 } as const;
const STARTS_FROM_RIGHT = /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** Writes a look-book as a PowerPoint presentation. Every slide has a title, every picture an alternative text. */
export async function writePresentation(
  book: LookBook,
  folder: string,
  target: string,
  onPicture: () => void,
): Promise<void> {
  const resolution = getResolution(listPhotographs(book).length, book.photographsPerPage);
  const drawing = createDrawing(book, { folder, resolution, onPicture });
  const deck = new Presentation();
  deck.defineLayout({ name: 'look-book', width: drawing.width, height: HEIGHT });
  deck.layout = 'look-book';
  Object.assign(deck, { title: book.title, author: book.siteName, company: book.siteName, subject: book.subtitle });
  deck.theme = { headFontFace: FONT, bodyFontFace: FONT };
  defineMasters(deck, book, drawing.width);
  for await (const slide of listSlides(drawing)) addSlide(deck, slide, { folder, language: book.language });
  await writeFile(target, (await deck.write({ outputType: 'nodebuffer' })) as Buffer);
}

/** The style of a text, as the library takes it. */
function getStyle({ x, y, w, h, size, colour, valign, align }: Omit<TextItem, 'kind' | 'paragraphs'>, lang: string) {
  const alignment = align === undefined ? {} : { align };
  return { x, y, w, h, margin: 0, fontFace: FONT, fontSize: size, color: colour, valign, lang, ...alignment } as const;
}

function defineMasters(deck: Deck, book: LookBook, width: number): void {
  const color = book.colour.slice(1);
  const footer = { ...FOOTER, x: MARGIN, w: width - 2 * MARGIN - 0.7, colour: MUTED, valign: 'middle' } as const;
  // What it says of a title replaces what a slide says, so that size and colour are left to the slides.
  const getTitle = (layout: Slide['layout']) =>
    ({ ...getTitleArea(layout, width), margin: 0, name: 'title', type: 'title', bold: true, align: 'left' }) as const;
  deck.defineSlideMaster({
    title: 'PANEL' satisfies Slide['layout'],
    background: { color: 'FFFFFF' },
    objects: [
      { rect: { x: 0, y: 0, w: width * PANEL_SHARE, h: HEIGHT, fill: { color } } },
      { placeholder: { options: getTitle('PANEL'), text: '' } },
    ],
  });
  deck.defineSlideMaster({
    title: 'CONTENT' satisfies Slide['layout'],
    background: { color: 'FFFFFF' },
    objects: [
      { placeholder: { options: getTitle('CONTENT'), text: '' } },
      { line: { x: MARGIN, y: 1.12, w: width - 2 * MARGIN, h: 0, line: { color, width: 1.5 } } },
      { text: { text: shortenText(getFooter(book), footer, FOOTER.size), options: getStyle(footer, book.language) } },
    ],
    slideNumber: {
      x: width - MARGIN - 0.6,
      y: FOOTER.y,
      w: 0.6,
      h: FOOTER.h,
      fontSize: FOOTER.size,
      color: MUTED,
      align: 'right',
    },
  });
}

function addSlide(
  deck: Deck,
  { layout, title, items, notes }: Slide,
  options: { folder: string; language: string },
): void {
  const slide = deck.addSlide({ masterName: layout });
  addText(slide, title, options.language, 'title');
  for (const item of items) {
    const { x, y, w, h } = item;
    if (item.kind === 'text') addText(slide, item, options.language);
    else if (item.kind === 'box') slide.addShape('rect', { x, y, w, h, fill: { color: item.fill } });
    else
      slide.addImage({
        path: path.join(options.folder, item.file),
        ...{ x, y, w, h, altText: item.alt },
        ...(item.url === undefined ? {} : { hyperlink: { url: item.url } }),
      });
  }
  if (notes !== '') slide.addNotes(notes);
}

function addText(slide: DeckSlide, item: TextItem, language: string, placeholder?: string): void {
  const { paragraphs, fill, url } = item;
  slide.addText(
    paragraphs.flatMap((paragraph) => toRuns(paragraph, url)),
    {
      ...getStyle(item, language),
      paraSpaceAfter: PARAGRAPH_SPACE,
      ...(fill === undefined ? {} : { fill: { color: fill } }),
      ...(placeholder === undefined ? {} : { placeholder }),
    },
  );
}

function toRuns(paragraph: Paragraph, url: string | undefined): Library.default.TextProps[] {
  const rtlMode = STARTS_FROM_RIGHT.test(paragraph.map(({ text }) => text).join(''));
  return paragraph.map(({ text, bold = false, italic = false, colour }, n) => ({
    text,
    options: {
      bold,
      italic,
      rtlMode,
      ...(colour === undefined ? {} : { color: colour }),
      ...(url === undefined ? {} : { hyperlink: { url } }),
      breakLine: n === paragraph.length - 1,
    },
  }));
}
