import { ApiError } from '../../../platform/http/contract.ts';

/** Of what a document says of itself, as much as a message repeats. */
const QUOTED_LENGTH = 80;

export const NO_DOCUMENT = unsupported('Please choose a Word document (.docx).');
export const OLD = unsupported('This is a document of an older Word. Open it in Word and save it as .docx.');
export const PROTECTED = unsupported('This document is protected by a password. Save it without one, and send that.');
export const MACROS = unsupported(
  'This document holds macros or embedded programs. Save it without them as .docx, and send that.',
);
export const DAMAGED = invalid('This document is damaged. Please save it again, and send that.');
export const UNFOLDS = invalid(
  'This document unfolds into more than we accept. Make its pictures smaller, and send it again.',
);
export const ENTITIES = unsupported(
  'This document declares a document type or entities (DTD), which Word never does. Save it again in Word, and send that.',
);
export const SYMBOLIC_LINK = unsupported(
  'This document holds a link to a file in place of a part. Save it again in Word, and send that.',
);
export const EMBEDDED = unsupported(
  'This document holds an embedded file, object, film or sound. Put text or a picture in its place, and send that.',
);
export const WORKBOOK = unsupported(
  'A chart of this document holds a workbook with more than plain figures. Paste the chart as a picture, and send that.',
);
export const IMPORTED = unsupported(
  'This document holds another file that Word takes in as it opens it. Open it in Word, save it, and send that.',
);
export const SUBDOCUMENT = unsupported(
  'This document takes another document or a frame in from elsewhere. Put its text in, and send that.',
);
export const REMOTE_PICTURE = unsupported(
  'This document has a picture that lies elsewhere. Insert the picture itself, and send that.',
);
export const MENUS = unsupported(
  'This document changes the menus or keys of Word. Copy its text to a new document, and send that.',
);
export const ADD_IN = unsupported(
  'This document opens an add-in of Word. Copy its text to a new document, and send that.',
);
export const MAIL_MERGE = unsupported(
  'This document is tied to a mail merge. In Word choose Mailings, Start Mail Merge, Normal Word Document, save it, and send that.',
);
export const UNCLEAR_FIELD = unsupported(
  'This document has a field whose code is computed or lies in several places. Turn it into text in Word (Ctrl+Shift+F9), and send that.',
);

export const remoteTemplate = (target: string): ApiError =>
  unsupported(
    `This document is attached to a template elsewhere: ${quoted(target)}. In Word, attach the template Normal in its place, and send that.`,
  );

export const unsafeLink = (target: string): ApiError =>
  unsupported(
    `This document has a link to ${quoted(target)}. Links may lead to web pages, e-mail addresses and telephone numbers: remove the others, and send it again.`,
  );

export const fetchingField = (kind: string): ApiError =>
  unsupported(
    `This document has a field (${quoted(kind)}) that can start programs or fetch something from elsewhere. Turn it into text in Word (Ctrl+Shift+F9), and send that.`,
  );

export const external = (target: string): ApiError =>
  unsupported(
    `This document takes something in from elsewhere: ${quoted(target)}. Put it into the document itself, and send that.`,
  );

export const unknownPart = (name: string): ApiError =>
  unsupported(
    `This document holds a part that is not known to be safe: ${quoted(name)}. Copy its text to a new document, and send that.`,
  );

export const untruePart = (name: string): ApiError =>
  unsupported(
    `A part of this document is not what it says it is: ${quoted(name)}. Save the document again in Word, and send that.`,
  );

function unsupported(message: string): ApiError {
  return new ApiError('UNSUPPORTED_MEDIA', message);
}

function invalid(message: string): ApiError {
  return new ApiError('INVALID', message);
}

/** What the sender of a document has written: cut, and without characters that could change what the message seems to say. */
function quoted(text: string): string {
  const plain = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return plain.length > QUOTED_LENGTH ? `${plain.slice(0, QUOTED_LENGTH)}…` : plain;
}
