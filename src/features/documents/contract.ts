import { z } from 'zod';
import { route } from '../../platform/http/contract.ts';
import { file } from '../../platform/http/csv-download.ts';
import { DOCX_TYPE, documentName, locationDocument } from './schema.ts';

export const locationParams = z.object({ id: z.uuid() });
const documentParams = locationParams.extend({ documentId: z.uuid() });
const message = z.string();

export const locationDocuments = route('GET', '/locations/{id}/documents', {
  summary: 'Lists the documents of a location, the latest first',
  access: 'document.manage',
  input: locationParams,
  output: z.array(locationDocument),
});

export const addDocument = route('POST', '/locations/{id}/documents', {
  summary: 'Adds a document to a location: a Word document (.docx) of at most 10 MB, without macros',
  access: 'document.manage',
  body: 'multipart',
  input: locationParams.extend({
    name: documentName,
    file: z.custom<Blob>().meta({ type: 'string', format: 'binary' }),
  }),
  output: z.object({ message, document: locationDocument }),
  limit: { calls: 60, seconds: 60 },
  created: '/locations/{input.id}/documents/{document.id}',
});

export const documentFile = route('GET', '/locations/{id}/documents/{documentId}', {
  summary: 'Returns the file of a document',
  access: 'document.manage',
  input: documentParams,
  output: file,
  contentType: DOCX_TYPE,
});

export const deleteDocument = route('DELETE', '/locations/{id}/documents/{documentId}', {
  summary: 'Deletes a document for ever',
  access: 'document.manage',
  input: documentParams,
  output: z.object({ message }),
});
