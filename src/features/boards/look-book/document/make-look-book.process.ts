import { answerWith } from '../../../../platform/file-processes/answer-in-process.ts';
import { type LookBook, listPhotographs } from './look-book.ts';

/** The input of the process: a look-book, the folder with its pictures, and the file to write. */
export interface LookBookTask {
  readonly book: LookBook;
  readonly folder: string;
  /** Null for a preview. */
  readonly target: string | null;
}

await answerWith(async (content, report) => {
  const { book, folder, target } = JSON.parse(String(content)) as LookBookTask;
  if (target === null) {
    const pages = await (book.format === 'PDF'
      ? (await import('./pdf.ts')).drawPdfPages(book, folder)
      : (await import('./slides/slide-preview.ts')).drawSlides(book, folder));
    return pages.map((page) => page.toString('base64'));
  }
  const total = listPhotographs(book).length + 1;
  let done = 0;
  const onPicture = () => report(Math.min(1, ++done / total));
  const write = await getWriter(book.format);
  await write(book, folder, target, onPicture);
  return true;
});

/** Loads the libraries of one format only: each takes some ten megabytes. */
async function getWriter(format: LookBook['format']) {
  if (format === 'PDF') return (await import('./pdf.ts')).writePdf;
  if (format === 'ZIP') return (await import('./jpeg-archive.ts')).writeJpegArchive;
  return (await import('./presentation.ts')).writePresentation;
}
