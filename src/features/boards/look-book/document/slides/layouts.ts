import {
  type LookBook,
  type LookBookLocation,
  type LookBookPhotograph,
  type LookBookSection,
  arrangePhotographs,
  getShownUrl,
  hasOverview,
} from '../look-book.ts';
import {
  type Drawing,
  getMapHeight,
  placeCode,
  placeFirst,
  placeLogo,
  placeMap,
  placePicture,
  placeRow,
  placeText,
} from './drawing.ts';
import { UPRIGHT_RATIO, fitInto } from '../row.ts';
import { findSize, flowIntoColumns } from './measure.ts';
import {
  type Area,
  BOTTOM,
  type BoxItem,
  GAP,
  HEIGHT,
  INK,
  MARGIN,
  MUTED,
  PANEL_SHARE,
  type Paragraph,
  type Slide,
  type TextItem,
  TOP,
} from './slide.ts';
import { listAnswerTexts, listCreditTexts, listLocationTexts, toParagraphs } from './texts.ts';

const PANEL_TITLE_SIZES = [36, 32, 28, 24, 20, 18, 16, 14, 12, 10];
const TITLE_SIZES = [24, 20, 18, 16, 14, 12, 10, 8];
/** Where the text below the title of a panel begins. */
const PANEL_TEXT = 4.15;
const PANEL_SIZES = [14, 12, 11, 10, 9];
const BODY_SIZES = [11, 10, 9];
const COLUMN_SIZE = 10;
const URL_SIZES = [8, 7, 6, 5];
const CELL_TEXT = 0.62;
/** Locations on a slide that compares them: beside the panel, and on further slides. */
const NEXT_CELLS = { columns: 4, rows: 2 } as const;
const CODE = 0.75;
const STRIP = 1.6;
/** The share of the width that an upright photograph has at most. */
const UPRIGHT_SHARE = 0.55;
const LOCKED_IN = 'LOCKED IN';

/** Makes the slides of a look-book one after the other. */
export async function* listSlides(drawing: Drawing): AsyncGenerator<Slide> {
  const { book } = drawing;
  yield await makeCover(drawing);
  for (const section of book.sections) {
    if (hasOverview(section)) yield* makeOverview(drawing, section);
    for (const location of section.locations.filter(({ isRefused }) => !isRefused)) {
      yield* makeLocation(drawing, location, section);
      yield* makeColumns(drawing, location.title, listAnswerTexts(location));
    }
  }
  yield* makeColumns(drawing, 'Credits', listCreditTexts(book));
}

function makeTitle(text: string, area: Area, colour: string): TextItem {
  const isPanel = area.h > 1;
  return placeText([[{ text, bold: true }]], area, isPanel ? PANEL_TITLE_SIZES : TITLE_SIZES, {
    colour,
    valign: isPanel ? 'bottom' : 'middle',
  });
}

/** Returns where the titles of all slides of a layout are. */
export function getTitleArea(layout: Slide['layout'], width: number): Area {
  return layout === 'PANEL'
    ? { x: MARGIN, y: 1.6, w: width * PANEL_SHARE - 2 * MARGIN, h: 2.25 }
    : { x: MARGIN, y: 0.45, w: width - 2 * MARGIN, h: 0.62 };
}

function makeContentTitle({ width }: Drawing, text: string): TextItem {
  return makeTitle(text, getTitleArea('CONTENT', width), INK);
}

/** A slide with a panel: its title, and paragraphs below it that fit. Others are left out from the end. */
function makePanel({ width, onColour }: Drawing, title: string, paragraphs: readonly Paragraph[]) {
  const titleArea = getTitleArea('PANEL', width);
  const area = { ...titleArea, y: PANEL_TEXT, h: HEIGHT - MARGIN - PANEL_TEXT };
  const shown = [...paragraphs];
  while (shown.length > 1 && findSize(shown, area, PANEL_SIZES) === undefined) shown.pop();
  return {
    layout: 'PANEL' as const,
    title: makeTitle(title, titleArea, onColour),
    texts: shown.length > 0 ? [placeText(shown, area, PANEL_SIZES, { colour: onColour })] : [],
    isComplete: shown.length === paragraphs.length,
  };
}

async function makeCover(drawing: Drawing): Promise<Slide> {
  const { book, width } = drawing;
  const panel = width * PANEL_SHARE;
  const { layout, title, texts } = makePanel(drawing, book.title, [
    ...toParagraphs([book.subtitle, book.summary, book.day].join('\n')),
    ...(book.preparedBy.length > 0 ? toParagraphs(`Prepared by ${book.preparedBy.join('\n')}`) : []),
    ...(book.cost === '' ? [] : toParagraphs(`Cost of the board: ${book.cost}`)),
  ]);
  const logo = book.logo ? placeLogo(book.logo, { x: MARGIN, y: MARGIN, w: panel - 2 * MARGIN, h: 0.9 }) : [];
  const area = { x: panel, y: 0, w: width - panel, h: HEIGHT };
  const picture = book.cover ? [await placePicture(drawing, book.cover, area)] : [];
  return { layout, title, items: [...texts, ...logo, ...picture], notes: '' };
}

/** Slides that compare the locations of a section. */
async function* makeOverview(drawing: Drawing, section: LookBookSection): AsyncGenerator<Slide> {
  const { width } = drawing;
  const name = section.title ?? 'Overview';
  const shown = section.locations.filter(({ isRefused }) => !isRefused);
  const refused = section.locations.filter(({ isRefused }) => isRefused);
  const { layout, title, texts, isComplete } = makePanel(drawing, name, [
    [{ text: section.status, bold: true }],
    ...(section.cost === '' ? [] : toParagraphs(`Cost: ${section.cost}`)),
    ...toParagraphs(section.note),
    ...(refused.length > 0 ? toParagraphs(`Refused: ${refused.map((location) => location.title).join(', ')}`) : []),
  ]);
  const count = Math.min(section.firstCount, shown.length);
  const columns = count <= 2 ? 1 : count <= 4 ? 2 : 3;
  const rows = count <= 2 ? 2 : Math.ceil(count / columns);
  const x = width * PANEL_SHARE + MARGIN;
  const area = { x, y: MARGIN, w: width - MARGIN - x, h: HEIGHT - 2 * MARGIN };
  const cells = await placeCells(drawing, shown.slice(0, count), area, { columns, rows });
  yield { layout, title, items: [...texts, ...cells], notes: isComplete ? '' : section.note };
  const size = NEXT_CELLS.columns * NEXT_CELLS.rows;
  for (let from = count; from < shown.length; from += size) {
    const whole = { x: MARGIN, y: TOP, w: width - 2 * MARGIN, h: BOTTOM - TOP };
    // oxlint-disable-next-line no-await-in-loop -- one picture in memory at a time
    const items = await placeCells(drawing, shown.slice(from, from + size), whole, NEXT_CELLS);
    yield { layout: 'CONTENT', title: makeContentTitle(drawing, name), items, notes: '' };
  }
}

async function placeCells(
  drawing: Drawing,
  locations: readonly LookBookLocation[],
  area: Area,
  { columns, rows }: { readonly columns: number; readonly rows: number },
) {
  const items: Slide['items'][number][] = [];
  const w = (area.w - GAP * (columns - 1)) / columns;
  const height = (area.h - GAP * (rows - 1)) / rows;
  for (const [n, location] of locations.entries()) {
    const { title, place, board, isLockedIn } = location;
    const x = area.x + (n % columns) * (w + GAP);
    const y = area.y + Math.floor(n / columns) * (height + GAP);
    const [first] = location.photographs;
    const box = { width: w, height: Math.min(height - CELL_TEXT, w / 1.5) };
    const pictureHeight = first ? box.height : 0;
    if (first) {
      const { width: shownWidth, height: h } = fitInto(first.ratio, box);
      // oxlint-disable-next-line no-await-in-loop -- one picture in memory at a time
      items.push(await placePicture(drawing, first, { x, y: y + box.height - h, w: shownWidth, h }));
    }
    const paragraphs = [
      [{ text: title, bold: true }],
      ...toParagraphs([place, board.map(({ value }) => value).join(' · ')].join('\n')),
    ];
    if (isLockedIn) items.push(...placeBadge(drawing, x, first ? y : y - 0.3));
    items.push(placeText(paragraphs, { x, y: y + pictureHeight + 0.05, w, h: CELL_TEXT - 0.05 }, [10, 9, 8, 7, 6]));
  }
  return items;
}

function placeBadge({ book, onColour }: Drawing, x: number, y: number): [BoxItem, TextItem] {
  const area = { x, y, w: 1, h: 0.28 };
  const text = placeText([[{ text: LOCKED_IN, bold: true }]], area, [9], {
    colour: onColour,
    align: 'center',
    valign: 'middle',
  });
  return [{ kind: 'box', ...area, fill: book.colour.slice(1) }, text];
}

async function* makeLocation(
  drawing: Drawing,
  location: LookBookLocation,
  section: LookBookSection,
): AsyncGenerator<Slide> {
  const { width, book } = drawing;
  const title = makeContentTitle(drawing, location.title);
  const asideX = width * 0.7;
  const { first, strip, pages } = arrangePhotographs(location.photographs, book.photographsPerPage);
  const area = { x: MARGIN, y: TOP, w: asideX - MARGIN - 0.3, h: BOTTOM - TOP };
  const { items, rest } = await placeAside(drawing, location, section, asideX);
  if (first) items.push(...(await placePhotographs(drawing, first, strip, area)));
  yield { layout: 'CONTENT', title, items, notes: location.description };
  yield* makeColumns(drawing, location.title, rest);
  for (const photographs of pages) {
    const whole = { ...area, w: width - 2 * MARGIN };
    const rows = [photographs.slice(0, 2), photographs.slice(2)].filter((row) => row.length > 0);
    const h = (whole.h - GAP * (rows.length - 1)) / rows.length;
    const shown: Slide['items'][number][] = [];
    for (const [n, row] of rows.entries())
      // oxlint-disable-next-line no-await-in-loop -- one picture in memory at a time
      shown.push(...(await placeRow(drawing, row, { ...whole, y: whole.y + n * (h + GAP), h })));
    yield { layout: 'CONTENT', title, items: shown, notes: '' };
  }
}

/** Places the first photograph with others below it, or beside it if it is upright. */
async function placePhotographs(
  drawing: Drawing,
  first: LookBookPhotograph,
  strip: readonly LookBookPhotograph[],
  area: Area,
) {
  if (first.ratio >= UPRIGHT_RATIO) {
    const stripHeight = strip.length > 0 ? STRIP : 0;
    const below = { ...area, y: BOTTOM - stripHeight + GAP, h: stripHeight - GAP };
    return [
      ...(await placeFirst(drawing, first, { ...area, h: area.h - stripHeight })),
      ...(await placeRow(drawing, strip, below)),
    ];
  }
  const items = await placeFirst(drawing, first, { ...area, w: area.w * UPRIGHT_SHARE });
  const x = area.x + items[0]!.w + GAP;
  const h = (area.h - GAP * (strip.length - 1)) / strip.length;
  for (const [n, photograph] of strip.entries()) {
    const place = { x, y: area.y + n * (h + GAP), w: area.x + area.w - x, h };
    // oxlint-disable-next-line no-await-in-loop -- one picture in memory at a time
    items.push(...(await placeFirst(drawing, photograph, place)));
  }
  return items;
}

/** Texts, map and address beside the photographs. What does not fit is for further slides. */
async function placeAside(drawing: Drawing, location: LookBookLocation, section: LookBookSection, x: number) {
  const w = drawing.width - MARGIN - x;
  const mapHeight = location.map ? getMapHeight(w) : 0;
  const badge = location.isLockedIn ? placeBadge(drawing, x, TOP) : [];
  const y = TOP + (badge.length > 0 ? 0.38 : 0);
  const bottom = BOTTOM - CODE - GAP - mapHeight;
  const box = { x, y, w, h: bottom - y };
  const texts = listLocationTexts(location, hasOverview(section) ? null : section);
  const fits = findSize(texts, box, BODY_SIZES) !== undefined;
  const [shown = [], ...others] = fits ? [texts] : flowIntoColumns(texts, box, BODY_SIZES.at(-1)!);
  const codeArea = { x, y: BOTTOM - CODE, w: CODE, h: CODE };
  const urlArea = { x: x + CODE + GAP, y: BOTTOM - CODE, w: w - CODE - GAP, h: CODE };
  const items: Slide['items'][number][] = [
    ...badge,
    ...(shown.length > 0 ? [placeText(shown, box, BODY_SIZES)] : []),
    ...(location.map ? await placeMap(drawing, location.map, { x, y: bottom, w }) : []),
    await placeCode(drawing, location, codeArea),
    placeText([[{ text: getShownUrl(location) }]], urlArea, URL_SIZES, {
      colour: MUTED,
      valign: 'middle',
      url: location.url,
    }),
  ];
  return { items, rest: others.flat() };
}

/** Slides of paragraphs in two columns, as many as they need. */
function* makeColumns(drawing: Drawing, name: string, paragraphs: readonly Paragraph[]): Generator<Slide> {
  const { width } = drawing;
  const w = (width - 2 * MARGIN - 0.4) / 2;
  const columns = flowIntoColumns(paragraphs, { w, h: BOTTOM - TOP }, COLUMN_SIZE);
  for (let from = 0; from < columns.length; from += 2) {
    const items = columns
      .slice(from, from + 2)
      .map((column, n) => placeText(column, { x: MARGIN + n * (w + 0.4), y: TOP, w, h: BOTTOM - TOP }, [COLUMN_SIZE]));
    yield { layout: 'CONTENT', title: makeContentTitle(drawing, name), items, notes: '' };
  }
}

/** The text at the bottom of slides. */
export function getFooter({ title, siteName }: Pick<LookBook, 'title' | 'siteName'>): string {
  return `${title} · ${siteName}`;
}
