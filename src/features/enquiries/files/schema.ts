import { z } from 'zod';

/** Per message. */
export const MAX_FILES = 5;
export const MAX_FILE_BYTES = 10 * 1024 ** 2;

/** The `accept` attribute of a field for files. */
export const ACCEPTED_FILES = '.pdf,.docx,.jpg,.jpeg,.png,.webp';
export const enquiryFile = z.object({ id: z.uuid(), name: z.string(), bytes: z.number() });
export type EnquiryFile = z.output<typeof enquiryFile>;
