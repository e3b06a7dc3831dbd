import { randomUUID } from 'node:crypto';
import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { type UploadHandler, createPublicUploadHandler } from '../../../platform/http/upload-routes.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import * as messages from './messages.ts';
import { addFile, hashNetworks, recordFile } from './commands.server.ts';
import { uploadEnquiryFile } from './contract.ts';
import { MAX_FILE_BYTES } from './schema.ts';
import { getFileKey } from './storage-keys.server.ts';
import { validateInProcess } from './validate-in-process.server.ts';

const RETRY_AFTER_SECONDS = 5;

/** Creates the handler of the route that receives files of enquiries, from senders without an account too. */
export function enquiryFileUpload({ db, storage }: { db: Db; storage: Pick<Storage, 'put'> }): UploadHandler {
  return createPublicUploadHandler(
    uploadEnquiryFile,
    {
      maxBytes: MAX_FILE_BYTES,
      maxConcurrent: { total: 6, perAccount: 2 },
      busy: { message: messages.TOO_MANY_UPLOADS, retryAfter: RETRY_AFTER_SECONDS },
      unsupportedMessage: messages.FILE_BYTES_REQUIRED,
    },
    async ({ name }, content, { at, ip, log }) => {
      const content_type = await validateInProcess(content);
      const id = randomUUID();
      const networks = await hashNetworks(db, ip);
      await db.transaction().execute((trx) => recordFile(trx, id, networks, at));
      await storage.put(getFileKey(id), content).catch((error: unknown) => {
        log.error({ err: error, file: id }, 'a file of an enquiry could not be stored');
        throw new ApiError('UNAVAILABLE', messages.FILE_NOT_SAVED, undefined, RETRY_AFTER_SECONDS);
      });
      const file = { id, name, bytes: content.length };
      await db
        .transaction()
        .execute((trx) =>
          addFile(trx, { ...file, content_type, network_hashes: networks.map(({ hash }) => hash) }, at),
        );
      return file;
    },
  );
}
