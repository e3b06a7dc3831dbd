import { upload } from '../../../platform/http/handlers.ts';
import { IMPORT_FORM_REQUIRED, UPLOADS_BUSY, importTooLarge } from '../messages.ts';
import { addImport } from './commands.server.ts';
import { uploadImport } from './contract.ts';
import { getImport } from './queries.server.ts';
import { readSheetsInProcess } from './read-in-process.server.ts';
import { MAX_FILE_BYTES, MAX_FILE_MB } from './schema.ts';

const RETRY_AFTER_SECONDS = 5;

/** Receives files of locations. */
export const importUpload = upload(
  uploadImport,
  {
    maxBytes: MAX_FILE_BYTES,
    // Reading a large file takes some hundred megabytes of memory.
    maxConcurrent: { total: 2, perAccount: 1 },
    busy: { message: UPLOADS_BUSY, retryAfter: RETRY_AFTER_SECONDS },
    unsupportedMessage: IMPORT_FORM_REQUIRED,
    tooLargeMessage: importTooLarge(MAX_FILE_MB),
  },
  async (context, { name }, content) => {
    const { db, actor } = context;
    const sheets = await readSheetsInProcess(content);
    const id = await db.transaction().execute((trx) => addImport({ ...context, trx }, { name, sheets }));
    return getImport(db, actor, { id });
  },
);
