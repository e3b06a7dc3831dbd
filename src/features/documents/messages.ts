import { cannotFind } from '../../platform/text/common-messages.ts';

export const DOCUMENT_NOT_FOUND = cannotFind('document');
export const documentLimit = (max: number) => `A location can have ${max} documents. Delete some to add others.`;
export const CHOOSE_DOCUMENT = 'Choose a Word document (.docx).';
export const ENTER_DOCUMENT_NAME = 'Enter a name for the document.';
export const documentTooLarge = (maxBytes: number) =>
  `This document is too large: use at most ${maxBytes / 1024 ** 2} MB.`;
export const TOOK_TOO_LONG = 'The upload took too long. Please upload the document again.';
export const FILE_TOO_COMPLEX = 'This file takes too long to check. Save it in several smaller files.';
export const FILE_UNREADABLE = 'The file of this document cannot be read at the moment. Please try again.';
export const DOCUMENT_NOT_SAVED = 'This document could not be saved. Please upload it again in a moment.';
export const TOO_MANY_DOCUMENTS =
  'Too many documents are being uploaded at the moment. Please upload this one again in a moment.';
export const DOCUMENT_FORM_REQUIRED = 'Send a form with the file and its name, as multipart/form-data.';
export const DOCUMENT_SAVED = 'Document saved successfully';
export const DOCUMENT_DELETED = 'Document removed successfully';
