export const NOT_A_DOCUMENT = 'Please choose a Word document (.docx).';
export const OLD_FORMAT = 'This document was saved by an old version of Word. Open it in Word and save it as .docx.';
export const PASSWORD_PROTECTED =
  'This document is protected by a password. Save it without one, then upload it again.';
export const HAS_MACROS =
  'This document contains macros or embedded programs. Save it without them as .docx, then upload it again.';
export const DAMAGED = 'This document is damaged. Please save it again, then upload it again.';
export const TOO_LARGE_UNPACKED =
  'This document is too large when it is unpacked. Make its pictures smaller, then upload it again.';
export const HAS_ENTITIES =
  'This document declares a document type or entities (DTD), which Word never does. Save it again in Word, then upload it again.';
export const HAS_SYMBOLIC_LINK =
  'This document contains a link to a file in place of a part. Save it again in Word, then upload it again.';
export const HAS_EMBEDDED_OBJECT =
  'This document contains an embedded file, object, video or sound. Put text or a picture in its place, then upload it again.';
export const ACTIVE_WORKBOOK =
  'A chart of this document contains a workbook with more than plain numbers. Paste the chart as a picture, then upload it again.';
export const IMPORTS_FILE =
  'This document contains another file that Word imports when it opens the document. Open it in Word, save it, then upload it again.';
export const HAS_SUBDOCUMENT =
  'This document includes another document, or a frame from an external source. Put its text in, then upload it again.';
export const REMOTE_PICTURE =
  'This document has a picture that is stored elsewhere. Insert the picture itself, then upload it again.';
export const CHANGES_MENUS =
  'This document changes the menus or keys of Word. Copy its text to a new document, then upload it again.';
export const OPENS_ADD_IN =
  'This document opens an add-in of Word. Copy its text to a new document, then upload it again.';
export const HAS_MAIL_MERGE =
  'This document is linked to a mail merge. In Word choose Mailings, Start Email Merge, Normal Word Document, save it, then upload it again.';
export const UNCLEAR_FIELD =
  'This document has a field whose code is computed or split over several places. Turn it into text in Word (Ctrl+Shift+F9), then upload it again.';
export const remoteTemplate = (target: string) =>
  `This document is attached to an external template: ${quote(target)}. In Word, attach the template Normal in its place, then upload it again.`;
export const unsafeLink = (target: string) =>
  `This document has a link to ${quote(target)}. Links may lead to web pages, email addresses and telephone numbers: remove the others, then upload it again.`;
export const fetchingField = (kind: string) =>
  `This document has a field (${quote(kind)}) that can start programs or fetch external content. Turn it into text in Word (Ctrl+Shift+F9), then upload it again.`;
export const externalContent = (target: string) =>
  `This document includes external content: ${quote(target)}. Put it into the document itself, then upload it again.`;
export const unknownPart = (name: string) =>
  `This document contains a part that is not known to be safe: ${quote(name)}. Copy its text to a new document, then upload it again.`;
export const mismatchedPart = (name: string) =>
  `A part of this document does not match its declared type: ${quote(name)}. Save the document again in Word, then upload it again.`;

const MAX_QUOTED_LENGTH = 80;

/** Quotes text of a document: cut, and without characters that could change what the message seems to say. */
function quote(text: string): string {
  const plain = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return plain.length > MAX_QUOTED_LENGTH ? `${plain.slice(0, MAX_QUOTED_LENGTH)}…` : plain;
}
