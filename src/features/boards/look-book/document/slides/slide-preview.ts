import { type LookBook, hasOverview } from '../look-book.ts';
import { PREVIEW_RESOLUTION } from '../resolution.ts';
import { compile, drawPages } from '../typst.ts';
import { createDrawing } from './drawing.ts';
import { listSlides } from './layouts.ts';
import { HEIGHT, PANEL_SHARE, type Slide } from './slide.ts';

const TEMPLATE = new URL('./slides.typ', import.meta.url);

/** Draws the cover, the slide that compares locations if there is one, and that of a location. */
export async function drawSlides(book: LookBook, folder: string): Promise<Buffer[]> {
  const drawing = createDrawing(book, { folder, resolution: PREVIEW_RESOLUTION, onPicture: () => {} });
  const [first] = book.sections;
  const count = first && hasOverview(first) ? 3 : 2;
  const slides: Slide[] = [];
  for await (const slide of listSlides(drawing)) if (slides.push(slide) === count) break;
  const { width } = drawing;
  const data = { slides, width, height: HEIGHT, panel: width * PANEL_SHARE, colour: book.colour.slice(1) };
  return drawPages(await compile([TEMPLATE], data, folder, (clean) => clean), count);
}
