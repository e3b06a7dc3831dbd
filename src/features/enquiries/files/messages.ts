import { cannotFind } from '../../../platform/text/common-messages.ts';
import { formatCount } from '../../../platform/text/numbers.ts';

export const NO_SUCH_FILE = cannotFind('file');
export const CHOOSE_FILE = 'Choose a PDF, a Word document (.docx) or a picture (JPEG, PNG, WebP).';
export const FILE_EMPTY = 'This file is empty. Choose another one.';
export const fileTooLarge = (bytes: number) => `Choose a file of at most ${bytes / 1024 ** 2} MB.`;
export const filesLeftOut = (max: number, count: number) =>
  `At most ${formatCount(max, 'file')} can be sent together. ${count === 1 ? 'One was' : `${count} were`} not added.`;
export const MORE_THAN_A_PICTURE = 'This file contains more than a picture. Save it again with another program.';
export const TOO_MANY_UNSENT_FILES =
  'Many files from your network wait to be sent. Send your message, or try again tomorrow.';
export const UPLOADS_FULL =
  'We cannot take more files at the moment. Try again later, or send your message without files.';
export const FILE_EXPIRED = 'A file has expired. Choose it again.';
