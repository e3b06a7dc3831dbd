import { z } from 'zod';
import { ADDING_RATE, route } from '../../../platform/http/contract.ts';
import { file } from '../../../platform/http/csv-download.ts';
import { logoAlt, lookBook, lookBookContents, lookBookLogo, lookBookPreview, lookBookSettings } from './schema.ts';

const id = z.object({ id: z.uuid() });

export const lookBooksOfBoard = route('GET', '/boards/{id}/look-books', {
  summary: 'Lists the look-books that the caller has made of a board, latest first, and what a new one would have',
  access: 'board.export',
  input: id,
  output: lookBookContents.extend({ look_books: z.array(lookBook) }),
});

export const requestLookBook = route('POST', '/boards/{id}/look-books', {
  summary: 'Makes a look-book of a board: a PDF, a presentation or a ZIP of its photographs',
  access: 'board.export',
  input: id.extend(lookBookSettings.shape),
  output: lookBook,
  limit: ADDING_RATE,
});

export const previewLookBook = route('POST', '/boards/{id}/look-books/preview', {
  summary: 'Draws the first pages or slides that a look-book would have; another call of the same account stops it',
  access: 'board.export',
  input: id.extend(lookBookSettings.shape),
  output: lookBookPreview,
  limit: { calls: 120, seconds: 600 },
});

const LOGO_PATH = '/user/look-book-logo';
const storedLogo = z.object({ /** Null without one. */ logo: lookBookLogo.nullable() });

export const ownLogo = route('GET', LOGO_PATH, {
  summary: 'Returns the logo of the caller for look-books',
  access: 'board.export',
  input: z.object({}),
  output: storedLogo,
});

export const saveLogo = route('PUT', LOGO_PATH, {
  summary:
    'Stores the logo of the caller for look-books: JPEG, PNG or WebP of at most 2 MB. It replaces an earlier one',
  access: 'board.export',
  body: 'bytes',
  input: z.object({ alt: logoAlt }),
  output: storedLogo,
  limit: { calls: 60, seconds: 600 },
});

export const deleteLogo = route('DELETE', LOGO_PATH, {
  summary: 'Deletes the logo of the caller',
  access: 'board.export',
  input: z.object({}),
});

export const deleteLookBook = route('DELETE', '/look-books/{id}', {
  summary: 'Deletes a look-book, or cancels it while it is being made',
  access: 'board.export',
  input: id,
});

export const allowDownload = route('POST', '/look-books/{id}/download', {
  summary: 'Lets the browser of the caller download a look-book for 15 minutes, by a cookie',
  access: 'board.export',
  isForPeople: true,
  input: id,
  output: z.object({}),
  limit: { calls: 60, seconds: 600 },
});

/** Public: a link has no token of the session. The cookie authorises it. */
export const downloadLookBook = route('GET', '/look-books/{id}/file', {
  summary: 'Downloads a look-book, in the browser that was allowed to',
  access: 'public',
  input: id,
  output: file,
  contentType: 'application/octet-stream',
  limit: { calls: 60, seconds: 600 },
});
