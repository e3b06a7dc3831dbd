import { randomUUID } from 'node:crypto';
import { FILE_BYTES_REQUIRED, FILE_NOT_SAVED, TOO_MANY_UPLOADS } from '../../../platform/text/common-messages.ts';
import { upload } from '../../../platform/http/handlers.ts';
import { putOrReject } from '../../../platform/http/put-or-reject.ts';
import { addFile, hashNetworks, recordFile } from './commands.server.ts';
import { uploadEnquiryFile } from './contract.ts';
import { MAX_FILE_BYTES } from './schema.ts';
import { getFileKey } from './storage-keys.server.ts';
import { validateInProcess } from './validate-in-process.server.ts';

const RETRY_AFTER_SECONDS = 5;

/** Receives files of enquiries, from senders without an account too. */
export const enquiryFileUpload = upload(
  uploadEnquiryFile,
  {
    maxBytes: MAX_FILE_BYTES,
    maxConcurrent: { total: 6, perAccount: 2 },
    busy: { message: TOO_MANY_UPLOADS, retryAfter: RETRY_AFTER_SECONDS },
    unsupportedMessage: FILE_BYTES_REQUIRED,
  },
  async ({ db, storage, at, ip, log }, { name }, content) => {
    const content_type = await validateInProcess(content);
    const id = randomUUID();
    const networks = await hashNetworks(db, ip);
    await db.transaction().execute((trx) => recordFile(trx, id, networks, at));
    await putOrReject({ storage, log }, getFileKey(id), content, {
      message: FILE_NOT_SAVED,
      retryAfter: RETRY_AFTER_SECONDS,
    });
    const file = { id, name, bytes: content.length };
    const network_hashes = networks.map(({ hash }) => hash);
    await db.transaction().execute((trx) => addFile(trx, { ...file, content_type, network_hashes }, at));
    return file;
  },
);
