import { writeFile } from 'node:fs/promises';
import { type LookBook, hasOverview, listPhotographs } from './look-book.ts';
import { layOut } from './pdf-layout.ts';
import { PREVIEW_RESOLUTION, getResolution } from './resolution.ts';
import { compile, drawPages } from './typst.ts';

/** One document. */
const TEMPLATES = ['style', 'location', 'overview', 'look-book'].map(
  (name) => new URL(`./${name}.typ`, import.meta.url),
);

/** Writes a look-book as PDF/UA-1. @param onPicture called after each picture */
export async function writePdf(book: LookBook, folder: string, target: string, onPicture: () => void): Promise<void> {
  const resolution = getResolution(listPhotographs(book).length, book.photographsPerPage);
  const { compiler, document } = await compile(TEMPLATES, { ...book, isPreview: false }, folder, (clean) =>
    layOut(clean, folder, resolution, onPicture),
  );
  // The package declares its options as an enum, which type stripping cannot import.
  await writeFile(target, compiler.pdf(document, { pdfStandard: 'ua-1' as never }));
}

/** Draws the cover, the page that compares locations if there is one, and the first page of a location. */
export async function drawPdfPages(book: LookBook, folder: string): Promise<Buffer[]> {
  const compiled = await compile(TEMPLATES, { ...book, isPreview: true }, folder, (clean) =>
    layOut(clean, folder, PREVIEW_RESOLUTION, () => {}),
  );
  const [first] = book.sections;
  return drawPages(compiled, first && hasOverview(first) ? 3 : 2);
}
