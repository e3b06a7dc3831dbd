import { z } from 'zod';
import { route } from '../../../platform/http/contract.ts';
import { CSV, file } from '../../../platform/http/csv-download.ts';
import { MAX_SELECTED_LOCATIONS } from '../schema.ts';
import { EXPORT_FORMATS } from '../../locations/catalogue/export-formats/schema.ts';

export const exportBoardsOfUser = route('GET', '/users/{id}/boards/export', {
  summary: 'Exports the active or archived boards of a Location Professional as CSV',
  access: 'board.administer',
  input: z.object({ id: z.uuid(), archived: z.enum(['true', 'false']).default('false') }),
  ...CSV,
});

const format = z.enum(EXPORT_FORMATS).default('csv');
/** In a query, one is no array. Without any, all locations. */
const locationIds = z
  .preprocess((ids) => (typeof ids === 'string' ? [ids] : ids), z.array(z.uuid()).max(MAX_SELECTED_LOCATIONS))
  .optional();
const FILE = { output: file, contentType: 'application/octet-stream', limit: CSV.limit } as const;

export const exportBoard = route('GET', '/boards/{id}/export', {
  summary: 'Exports the locations of a board in their order, or some of them, as CSV, GeoJSON, KML or GPX',
  access: 'board.export',
  input: z.object({ id: z.uuid(), format, locationIds }),
  ...FILE,
});

export const exportPublicBoard = route('GET', '/boards/public/{link}/export', {
  summary: 'Exports the locations of a public board, without notes, as CSV, GeoJSON, KML or GPX',
  access: 'public',
  input: z.object({ link: z.string().max(100), format }),
  ...FILE,
});

export const exportSharedBoard = route('GET', '/shared-boards/{id}/export', {
  summary: 'Exports the locations of a shared board for one of its readers, as CSV, GeoJSON, KML or GPX',
  access: 'public',
  isForPeople: true,
  input: z.object({ id: z.uuid(), format }),
  ...FILE,
});

export const exportGuestBoard = route('GET', '/guest-boards/{secret}/export', {
  summary: 'Exports the locations of a board for the guests of a link that allows it, as CSV, GeoJSON, KML or GPX',
  access: 'public',
  isForPeople: true,
  input: z.object({ secret: z.string().max(100), format }),
  ...FILE,
});

export const downloadGuestLookBook = route('GET', '/guest-boards/{secret}/look-book', {
  summary: 'Downloads the look-book that was sent with a guest link, as a PDF',
  access: 'public',
  isForPeople: true,
  input: z.object({ secret: z.string().max(100) }),
  output: file,
  contentType: 'application/pdf',
  limit: { calls: 60, seconds: 600 },
});

export const exportGuestPhotographs = route('GET', '/guest-boards/{secret}/photographs', {
  summary:
    'Exports the photographs of a board by section, with captions, for the guests of a link that allows it, as a ZIP',
  access: 'public',
  isForPeople: true,
  input: z.object({ secret: z.string().max(100) }),
  output: file,
  contentType: 'application/zip',
  limit: { calls: 5, seconds: 600 },
});
