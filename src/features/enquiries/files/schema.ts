import { z } from 'zod';
import { toSingleLine } from '../../../platform/http/field-schemas.ts';

/** Per message. */
export const MAX_FILES = 5;
export const MAX_FILE_BYTES = 10 * 1024 ** 2;
const NAME_LENGTH = 120;

const FILE_TYPES = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
} as const;
export type FileType = keyof typeof FILE_TYPES;
/** The `accept` attribute of a field for files. */
export const ACCEPTED_FILES = '.pdf,.docx,.jpg,.jpeg,.png,.webp';
const EXTENSION = /\.(?:pdf|jpe?g|png|webp|docx)$/i;

/** The name of an uploaded file, without the path that some browsers send. */
export const fileName = z
  .string()
  .overwrite((name) => toSingleLine(name.slice(name.search(/[^/\\]*$/))).slice(-NAME_LENGTH) || 'file');

export const enquiryFile = z.object({ id: z.uuid(), name: z.string(), bytes: z.number() });
export type EnquiryFile = z.output<typeof enquiryFile>;

/** Returns the name of a downloaded file: valid on every system, and with the extension of its content. */
export function toDownloadName(name: string, type: FileType): string {
  const plain = name.replace(/[/\\:*?"<>|]+/g, '-').replace(EXTENSION, '');
  return `${plain || 'file'}.${FILE_TYPES[type]}`;
}
