import { randomUUID } from 'node:crypto';
import { runInProcess } from '../../platform/file-processes/run-in-process.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { upload } from '../../platform/http/handlers.ts';
import { validate } from '../../platform/http/route-handlers.ts';
import { putOrReject } from '../../platform/http/put-or-reject.ts';
import { getAccessibleLocation } from '../locations/working-copy/access.queries.server.ts';
import { addDocument as add, recordFile } from './commands.server.ts';
import { addDocument, locationParams } from './contract.ts';
import { TOO_LARGE_UNPACKED } from './docx/messages.ts';
import { getDocumentKey } from './files.server.ts';
import { getDocument } from './queries.server.ts';
import { MAX_DOCUMENT_BYTES } from './schema.ts';
import * as messages from './messages.ts';

const RETRY_AFTER_SECONDS = 5;
const VALIDATION = new URL('docx/validate-document.process.ts', import.meta.url);

/** Receives documents. */
export const documentUpload = upload(
  addDocument,
  {
    maxBytes: MAX_DOCUMENT_BYTES,
    maxConcurrent: { total: 4, perAccount: 4 },
    busy: { message: messages.TOO_MANY_DOCUMENTS, retryAfter: RETRY_AFTER_SECONDS },
    unsupportedMessage: messages.DOCUMENT_FORM_REQUIRED,
    tooLargeMessage: messages.documentTooLarge(MAX_DOCUMENT_BYTES),
    checkAccess: (db, actor, params) => getAccessibleLocation(db, actor, validate(locationParams, params).id),
  },
  async (context, { id: locationId, name }, content) => {
    const { db, at } = context;
    if (content.length === 0)
      throw new ApiError('INVALID', messages.CHOOSE_DOCUMENT, { file: messages.CHOOSE_DOCUMENT });
    await runInProcess(VALIDATION, content, () => new ApiError('INVALID', TOO_LARGE_UNPACKED)).catch(throwAtFileField);
    const id = randomUUID();
    await db.transaction().execute((trx) => recordFile(trx, { id, at }));
    await putOrReject(context, getDocumentKey(id), content, {
      message: messages.DOCUMENT_NOT_SAVED,
      retryAfter: RETRY_AFTER_SECONDS,
    });
    const document = { id, locationId };
    await db.transaction().execute((trx) => add({ ...context, trx }, { ...document, name, bytes: content.length }));
    return { message: messages.DOCUMENT_SAVED, document: await getDocument(db, document) };
  },
);

/** Reports what is wrong with a file at its field. */
function throwAtFileField(error: unknown): never {
  if (error instanceof ApiError) throw new ApiError(error.errorType, error.message, { file: error.message });
  throw error;
}
