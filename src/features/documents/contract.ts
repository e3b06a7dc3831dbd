import { z } from 'zod';
import { route } from '../../platform/http/contract.ts';
import { file } from '../../platform/http/csv-download.ts';
import { DOCX_TYPE, documentName, locationDocument } from './schema.ts';

const ofLocation = z.object({ id: z.uuid() });
const ofDocument = ofLocation.extend({ documentId: z.uuid() });
const message = z.string();

export const locationDocuments = route('GET', '/locations/{id}/documents', {
  summary: 'The documents of a location; latest first',
  access: 'document.manage',
  input: ofLocation,
  output: z.array(locationDocument),
});

/** Takes a form with a file, and so is bound to a handler of its own. */
export const addDocument = route('POST', '/locations/{id}/documents', {
  summary: 'Add a document to a location: a Word document (.docx) of at most 10 MB, without macros',
  access: 'document.manage',
  body: 'multipart',
  input: ofLocation.extend({ name: documentName, file: z.custom<Blob>().meta({ type: 'string', format: 'binary' }) }),
  output: z.object({ message, document: locationDocument }),
  limit: { calls: 60, seconds: 60 },
});

export const documentFile = route('GET', '/locations/{id}/documents/{documentId}', {
  summary: 'The file of a document',
  access: 'document.manage',
  input: ofDocument,
  output: file,
  contentType: DOCX_TYPE,
});

export const deleteDocument = route('DELETE', '/locations/{id}/documents/{documentId}', {
  summary: 'Delete a document for good',
  access: 'document.manage',
  input: ofDocument,
  output: z.object({ message }),
});
