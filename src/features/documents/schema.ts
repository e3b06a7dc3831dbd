import { z } from 'zod';
import { toSingleLine } from '../../platform/http/field-schemas.ts';
import { ENTER_DOCUMENT_NAME } from './messages.ts';

/** Per location. */
export const MAX_DOCUMENTS = 50;
export const MAX_DOCUMENT_BYTES = 10 * 1024 ** 2;
const NAME_LENGTH = 120;

export const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
/** The kinds of files whose active content is known. */
export type DocumentType = 'application/pdf' | typeof DOCX_TYPE;
export const documentName = z
  .string({ error: ({ code }) => (code === 'invalid_type' ? ENTER_DOCUMENT_NAME : undefined) })
  .overwrite(toSingleLine)
  .min(1, ENTER_DOCUMENT_NAME)
  .max(NAME_LENGTH);

export const locationDocument = z.object({
  id: z.string(),
  name: z.string(),
  bytes: z.number(),
  created_at: z.string(),
  uploaded_by: z.object({ first_name: z.string(), last_name: z.string() }),
});
export type LocationDocument = z.infer<typeof locationDocument>;

/** Returns the suggested name of a document: that of its file. */
export function toDocumentName(fileName: string): string {
  return toSingleLine(fileName.replace(/\.docx$/i, '')).slice(0, NAME_LENGTH);
}

/** Returns the name of the downloaded file, which is valid on every system. */
export function toFileName({ name }: Pick<LocationDocument, 'name'>): string {
  const plain = toSingleLine(name).replace(/[/\\:*?"<>|]+/g, '-');
  return /\.docx$/i.test(plain) ? plain : `${plain}.docx`;
}

/** The name of an uploaded file, without the path that some browsers send. */
export const fileName = z
  .string()
  .overwrite((name) => toSingleLine(name.slice(name.search(/[^/\\]*$/))).slice(-NAME_LENGTH) || 'file');

const EXTENSIONS = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  [DOCX_TYPE]: 'docx',
} as const;
export type FileType = keyof typeof EXTENSIONS;
const EXTENSION = /\.(?:pdf|jpe?g|png|webp|docx)$/i;

/** Returns the name of a downloaded file: valid on every system, and with the extension of its content. */
export function toDownloadName(name: string, type: FileType): string {
  const plain = name.replace(/[/\\:*?"<>|]+/g, '-').replace(EXTENSION, '');
  return `${plain || 'file'}.${EXTENSIONS[type]}`;
}

/** Formats a size as '340 KB' or '2.4 MB'. */
export function formatSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  return kilobytes < 1000 ? `${kilobytes} KB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}
