import { validateDocument } from './docx/validate-document.server.ts';
import { validatePdf } from './pdf/validate-pdf.server.ts';
import { DOCX_TYPE, type DocumentType } from './schema.ts';

/**
 * Checks by its content that a file is a PDF or a Word document without active content.
 * @returns its type; null if it is neither
 * @throws {ApiError} UNSUPPORTED_MEDIA, INVALID or TOO_LARGE, with a message for the person who sent it
 */
export async function validateDocumentFile(content: Buffer): Promise<DocumentType | null> {
  const start = content.toString('latin1', 0, 5);
  if (start === '%PDF-') {
    validatePdf(content);
    return 'application/pdf';
  }
  if (!start.startsWith('PK\x03\x04')) return null;
  await validateDocument(content);
  return DOCX_TYPE;
}
