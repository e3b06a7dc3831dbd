import { ApiError } from '../../../platform/http/contract.ts';
import type { FileType } from '../../documents/schema.ts';
import { validateDocumentFile } from '../../documents/validate-file.server.ts';
import { type PictureFormat, isPolyglot } from '../../media/polyglot.ts';
import { CHOOSE_FILE, FILE_EMPTY, MORE_THAN_A_PICTURE } from './messages.ts';

/** The first bytes of the accepted pictures. */
const PICTURES: readonly (readonly [PictureFormat, (content: Buffer) => boolean])[] = [
  ['jpeg', (content) => content.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))],
  ['png', (content) => content.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))],
  ['webp', (content) => content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP'],
];

/**
 * Checks by its content that a file is one of the accepted types, without active content. Pictures are not decoded, since files are only
 * ever sent as downloads.
 * @throws {ApiError} UNSUPPORTED_MEDIA, INVALID or TOO_LARGE, with a message for the person who sent it
 */
export async function validateFile(content: Buffer): Promise<FileType> {
  if (content.length === 0) throw new ApiError('INVALID', FILE_EMPTY);
  const type = await validateDocumentFile(content);
  if (type) return type;
  const [format] = PICTURES.find(([, matches]) => matches(content)) ?? [];
  if (!format) throw new ApiError('UNSUPPORTED_MEDIA', CHOOSE_FILE);
  if (isPolyglot(content, format)) throw new ApiError('UNSUPPORTED_MEDIA', MORE_THAN_A_PICTURE);
  return `image/${format}`;
}
