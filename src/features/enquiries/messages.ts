export const ENTER_COMMENT = 'Tell us what you are looking for.';
export const REPLY_WITHIN = 'The locations team will reply within two working days.';
export const ENQUIRY_SENT = `Thank you. Your enquiry has been sent. ${REPLY_WITHIN}`;
export const ENQUIRY_SENT_WITH_COPY = `Thank you. Your enquiry has been sent, and a copy is on its way to you. ${REPLY_WITHIN}`;

export const CREW_SIZE = 'Enter a number from 1 to 10,000.';
export const DATES_IN_ORDER = 'Enter a last day that is not before the first.';
export const ENTER_MESSAGE = 'Enter a message.';
export const ENTER_RECIPIENT = 'Enter a name.';
export const ALREADY_PASSED_ON = 'This address has the enquiry already: write in its conversation.';
export const ENTER_NOTE = 'Enter a note.';

export const NO_SUCH_ENQUIRY = 'This enquiry does not exist any more.';
export const NO_SUCH_FILE = 'This file does not exist any more.';
export const ENQUIRY_SAVED = 'Enquiry saved';
export const ENQUIRY_CHANGED = 'Somebody else has changed this enquiry. Check it and save again.';
export const CANNOT_BE_ASSIGNED = 'Choose somebody who can answer enquiries.';
export const NOTE_ADDED = 'Note added';
export const ENQUIRY_IS_SPAM = 'This enquiry is marked as spam. Change its state before you write.';
export const answerSent = (email: string) => `Sent to ${email}`;

export const LINK_UNUSABLE = 'This link does not work any more. Write to us to get a new one.';
export const REPLY_SENT = 'Thank you. Your message has been sent.';
export const TOO_MANY_REPLIES = 'You have sent many messages. Try again in an hour.';

export const CHOOSE_FILE = 'Choose a PDF, a Word document (.docx) or a picture (JPEG, PNG, WebP).';
export const CHOOSE_PDF = 'Choose a PDF file.';
export const FILE_EMPTY = 'This file is empty. Choose another one.';
export const fileTooLarge = (bytes: number) => `Choose a file of at most ${bytes / 1024 ** 2} MB.`;
export const PDF_DAMAGED = 'This PDF is damaged or incomplete. Export it again.';
export const PDF_ENCRYPTED = 'This PDF is protected by a password. Save it without one.';
export const PDF_ACTIVE = 'This PDF contains scripts, forms with scripts, or embedded files. Print it to a new PDF.';
export const MORE_THAN_A_PICTURE = 'This file contains more than a picture. Save it again with another program.';
export const TOO_MANY_UPLOADS = 'Many files are arriving. Try again in a few seconds.';
export const FILE_BYTES_REQUIRED = 'Send the bytes of one file as application/octet-stream.';
export const FILE_NOT_SAVED = 'The file could not be saved. Try again.';
export const FILE_UNREADABLE = 'The file cannot be read at the moment. Try again later.';
export const FILE_EXPIRED = 'A file has expired. Choose it again.';

export const ENTER_TEMPLATE_NAME = 'Enter a name for the template.';
export const ENTER_TEMPLATE_TEXT = 'Enter the text of the answer.';
export const TEMPLATE_NAME_TAKEN = 'Another template has this name.';
export const TEMPLATE_SAVED = 'Template saved';
export const TEMPLATE_DELETED = 'Template deleted';
export const TEMPLATE_CHANGED = 'Somebody else has changed this template. Check it and save again.';
export const NO_SUCH_TEMPLATE = 'This template does not exist any more.';
