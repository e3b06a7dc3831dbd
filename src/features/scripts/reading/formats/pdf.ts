import { ScriptError } from '../script-error.ts';
import type { OnProgress, ScriptDocument } from '../script-lines.ts';
import { toScriptLines } from './pdf-layout.ts';
import { type Row, type TextPiece, readRows } from './pdf-rows.ts';

/** Of a scan, the pages are pictures: some programs add a line of text to each. */
const MIN_LETTERS_OF_PAGE = 20;

/** Reads the text of a PDF file. @throws {ScriptError} if it has none, or a password */
export async function readPdf(bytes: Uint8Array<ArrayBuffer>, onProgress: OnProgress): Promise<ScriptDocument> {
  const { getDocument } = await loadPdfJs();
  const task = getDocument({
    // pdf.js empties the buffer that it is given.
    data: bytes.slice(),
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    verbosity: 0,
  });
  try {
    const pdf = await task.promise;
    const pages: Row[][] = [];
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number);
      const { transform } = page.getViewport({ scale: 1 });
      const { items } = await page.getTextContent({ includeMarkedContent: false, disableNormalization: false });
      const pieces = items.flatMap((item): TextPiece[] => ('str' in item ? [item as TextPiece] : []));
      pages.push(readRows(pieces, transform));
      page.cleanup();
      onProgress(number / pdf.numPages);
    }
    assertHasText(pages);
    const title = readTitle(await pdf.getMetadata());
    return { format: 'pdf', title, lines: toScriptLines(pages), pages: pages.length };
  } catch (error) {
    throw toScriptError(error);
  } finally {
    await task.destroy();
  }
}

/** Loads pdf.js with its worker in the same thread: this already is a worker. */
async function loadPdfJs() {
  const [pdf, worker] = await Promise.all([
    import('pdfjs-dist/legacy/build/pdf.mjs'),
    // @ts-expect-error: it has no types.
    import('pdfjs-dist/legacy/build/pdf.worker.mjs') as Promise<unknown>,
  ]);
  (globalThis as { pdfjsWorker?: unknown }).pdfjsWorker = worker;
  return pdf;
}

function assertHasText(pages: readonly Row[][]): void {
  const letters = pages.flat(2).reduce((sum, { text }) => sum + text.length, 0);
  if (letters >= pages.length * MIN_LETTERS_OF_PAGE) return;
  throw new ScriptError(
    'This PDF has pictures of pages and no text. Choose the PDF that the screenwriting program exports, or paste the text.',
  );
}

function readTitle({ info }: { info: object }): string | null {
  const title = (info as { readonly Title?: unknown }).Title;
  const text = typeof title === 'string' ? title.trim() : '';
  // What printers and text processors write.
  return text === '' || /^(?:untitled|about:blank|microsoft word|https?:)/i.test(text) || /\.\w{2,4}$/.test(text)
    ? null
    : text;
}

function toScriptError(error: unknown): unknown {
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException')
    return new ScriptError('This PDF is protected by a password. Save it without one and choose it here.');
  if (/^(?:InvalidPDF|FormatError|UnknownError|MissingPDF)/.test(name))
    return new ScriptError('This PDF is damaged. Export it again and choose it here.');
  return error;
}
