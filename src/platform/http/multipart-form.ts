import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { ApiError } from './contract.ts';

/** Maximum size of a form without its file. */
export const FORM_OVERHEAD_BYTES = 16 * 1024;
/** The form field of the file. */
const FILE_FIELD = 'file';
/** Limits of the parser: one field and one file. */
export const FORM_LIMITS = { files: 1, fields: 1, parts: 2, fieldSize: 1000, headerPairs: 20 };
const INCOMPLETE =
  'The form is incomplete, or has parts other than one file and its name. Send it again, as multipart/form-data with a boundary.';

/**
 * Reads a form with one text field and one file in the field 'file'. Without a file the buffer is empty.
 * @throws {ApiError} MALFORMED for an incomplete form; TOO_LARGE with `tooLargeMessage` for a file above the limit of the parser
 */
export async function readForm(
  request: FastifyRequest,
  tooLargeMessage: string,
): Promise<{ fields: Record<string, unknown>; file: Buffer }> {
  const fields: Record<string, unknown> = {};
  let file: Buffer = Buffer.alloc(0);
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields[part.fieldname] = part.value;
      else if (part.fieldname === FILE_FIELD) file = await readFile(part, tooLargeMessage);
      // Later parts of the form arrive only after this one is read.
      else part.file.resume();
    }
  } catch (error) {
    // All errors of the parser mean an invalid form.
    throw error instanceof ApiError ? error : new ApiError('MALFORMED', INCOMPLETE);
  }
  return { fields, file };
}

async function readFile(part: MultipartFile, tooLargeMessage: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of part.file as AsyncIterable<Buffer>) chunks.push(chunk);
  if (part.file.truncated) throw new ApiError('TOO_LARGE', tooLargeMessage, { [FILE_FIELD]: tooLargeMessage });
  return Buffer.concat(chunks);
}
