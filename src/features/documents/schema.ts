import { z } from 'zod';
import { plainFileName } from '../../platform/field-schemas.ts';
import { ENTER_DOCUMENT_NAME, documentTooLarge } from './messages.ts';

/** Documents of one location, at most. */
export const DOCUMENTS = 50;
export const MAX_DOCUMENT_BYTES = 10 * 1024 ** 2;
const NAME_LENGTH = 120;

export const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
export const TOO_LARGE = documentTooLarge(MAX_DOCUMENT_BYTES / 1024 ** 2);
export const documentName = z
  .string(ENTER_DOCUMENT_NAME)
  .overwrite(plainFileName)
  .min(1, ENTER_DOCUMENT_NAME)
  .max(NAME_LENGTH);

/** What the Locations Team keeps about a location. */
export const locationDocument = z.object({
  id: z.string(),
  name: z.string(),
  bytes: z.number(),
  created_at: z.string(),
  uploaded_by: z.object({ first_name: z.string(), last_name: z.string() }),
});
export type LocationDocument = z.infer<typeof locationDocument>;

/** What a document is called at first: as its file. */
export function nameFromFile(fileName: string): string {
  return plainFileName(fileName.replace(/\.docx$/i, '')).slice(0, NAME_LENGTH);
}

/** What the file of a document is called on the disk of whoever downloads it. */
export function fileNameOf({ name }: Pick<LocationDocument, 'name'>): string {
  const plain = plainFileName(name).replace(/[/\\:*?"<>|]+/g, '-');
  return /\.docx$/i.test(plain) ? plain : `${plain}.docx`;
}

/** As people say it: '340 KB', '2.4 MB'. */
export function sizeInWords(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  return kilobytes < 1000 ? `${kilobytes} KB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}
