import type { Db } from '../../../platform/db/transaction.ts';
import { FILE_UNREADABLE } from '../../../platform/text/common-messages.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { type CallContext, FileResponse } from '../../../platform/http/route-handlers.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { NO_SUCH_FILE } from './messages.ts';
import { toDownloadName } from '../../documents/schema.ts';
import { getFileKey } from './storage-keys.server.ts';

/** The conversation, or the enquiry, that a file must belong to. */
type Owner = { readonly participantId: string } | { readonly enquiryId: string };

/** Opens a file of a message for download. @throws {ApiError} NOT_FOUND; UNAVAILABLE */
export async function openFile(
  db: Db,
  id: string,
  owner: Owner,
  { storage, log }: { readonly storage: Pick<Storage, 'open'>; readonly log: CallContext['log'] },
): Promise<FileResponse> {
  let found = db
    .selectFrom('enquiry_files as f')
    .innerJoin('enquiry_messages as m', 'm.id', 'f.message_id')
    .select(['f.name', 'f.content_type'])
    .where('f.id', '=', id);
  found =
    'participantId' in owner
      ? found.where('m.participant_id', '=', owner.participantId)
      : found.where('m.enquiry_id', '=', owner.enquiryId);
  const file = await found.executeTakeFirst();
  if (!file) throw new ApiError('NOT_FOUND', NO_SUCH_FILE);
  const stored = await storage.open(getFileKey(id));
  if (!stored) {
    log.error({ file: id }, 'the file of an enquiry is not in the storage');
    throw new ApiError('UNAVAILABLE', FILE_UNREADABLE);
  }
  return new FileResponse(toDownloadName(file.name, file.content_type), stored.stream);
}
