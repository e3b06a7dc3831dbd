import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { FILE_BYTES_REQUIRED, FILE_NOT_SAVED, TOO_MANY_UPLOADS } from '../../../platform/text/common-messages.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { upload } from '../../../platform/http/handlers.ts';
import { validate } from '../../../platform/http/route-handlers.ts';
import { recordOrphan } from '../../../platform/storage/orphans.ts';
import { putOrReject } from '../../../platform/http/put-or-reject.ts';
import { HOUR_MS } from '../../../platform/text/durations.ts';
import { MAX_DOCUMENT_BYTES } from '../../documents/schema.ts';
import { validateInProcess } from '../../documents/validate-in-process.server.ts';
import { assertRight, getBoardAccess } from '../access.queries.server.ts';
import { CHOOSE_BOARD_FILE } from '../messages.ts';
import { addFile as add } from './commands.server.ts';
import { addFile } from './contract.ts';
import { getContentKey } from '../recce-files/storage-keys.server.ts';

const boardId = z.object({ id: z.uuid() });
const RETRY_AFTER_SECONDS = 5;
/** Age at which a content that never became a file is deleted: far longer than a request takes. */
const UPLOAD_TIMEOUT_MS = HOUR_MS;

/** Receives files about locations on boards. */
export const boardFileUpload = upload(
  addFile,
  {
    maxBytes: MAX_DOCUMENT_BYTES,
    maxConcurrent: { total: 6, perAccount: 2 },
    busy: { message: TOO_MANY_UPLOADS, retryAfter: RETRY_AFTER_SECONDS },
    unsupportedMessage: FILE_BYTES_REQUIRED,
    checkAccess: async (db, actor, params) =>
      assertRight('change', actor, await getBoardAccess(db, actor, validate(boardId, params).id)),
  },
  async (context, input, content) => {
    const { db, at } = context;
    const type = content.length > 0 ? await validateInProcess(content) : null;
    if (!type) throw new ApiError('UNSUPPORTED_MEDIA', CHOOSE_BOARD_FILE);
    const contentId = randomUUID();
    await recordOrphan(db, 'orphaned_board_files', contentId, new Date(at.getTime() + UPLOAD_TIMEOUT_MS));
    await putOrReject(context, getContentKey(contentId), content, {
      message: FILE_NOT_SAVED,
      retryAfter: RETRY_AFTER_SECONDS,
    });
    const file = { ...input, contentId, type, bytes: content.length };
    return db.transaction().execute((trx) => add({ ...context, trx }, file));
  },
);
