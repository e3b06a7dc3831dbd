import { z } from 'zod';
import { ADDING_RATE, route } from '../../../platform/http/contract.ts';
import { CSV, file } from '../../../platform/http/csv-download.ts';
import { fileName } from '../../documents/schema.ts';
import { boardFile } from '../recce-files/schema.ts';

const fileId = z.object({ id: z.uuid(), fileId: z.uuid() });
const FILE = { output: file, contentType: 'application/octet-stream', limit: CSV.limit } as const;

export const addFile = route('POST', '/boards/{id}/locations/{locationId}/files', {
  summary:
    'Receives the bytes of a file about a location on a board, PDF or Word document of at most 10 MB, for people who see the notes of the board',
  access: 'board.edit',
  body: 'bytes',
  input: z.object({ id: z.uuid(), locationId: z.uuid(), name: fileName }),
  output: boardFile,
  limit: ADDING_RATE,
});

export const downloadFile = route('GET', '/boards/{id}/files/{fileId}', {
  summary: 'Returns a file about a location on a board',
  access: 'board.view',
  input: fileId,
  ...FILE,
});

export const downloadSharedFile = route('GET', '/shared-boards/{id}/files/{fileId}', {
  summary: 'Returns a file about a location on a shared board for one of its readers',
  access: 'public',
  isForPeople: true,
  input: fileId,
  ...FILE,
});

export const deleteFile = route('DELETE', '/boards/{id}/files/{fileId}', {
  summary: 'Deletes a file about a location on a board for ever',
  access: 'board.edit',
  input: fileId,
});
